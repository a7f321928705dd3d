"""Registry of job handlers for each test, and a user."""

from collections.abc import Iterator

import pytest

from portal_backend.accounts.models import Client
from portal_backend.core.actor import Actor, Role
from portal_backend.jobs import registry
from tests import factories


@pytest.fixture(autouse=True)
def _own_kinds(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "JOB_TYPES", registry.JOB_TYPES)
    before = dict(registry.JOB_TYPES)
    yield
    registry.JOB_TYPES.clear()
    registry.JOB_TYPES.update(before)


@pytest.fixture
def ana() -> Actor:
    """Return the owner of the jobs."""
    return factories.person("ana", Role.CLIENT, client=Client.objects.create(name="Customs")).actor
