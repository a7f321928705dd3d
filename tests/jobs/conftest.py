"""Registry of job handlers for each test, and a user."""

from collections.abc import Iterator

import pytest

from portal_backend.accounts.models import Client
from portal_backend.base.actor import Actor, Role
from portal_backend.jobs import kinds
from tests import factories


@pytest.fixture(autouse=True)
def _own_kinds(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(kinds, "KINDS", kinds.KINDS)
    before = dict(kinds.KINDS)
    yield
    kinds.KINDS.clear()
    kinds.KINDS.update(before)


@pytest.fixture
def ana() -> Actor:
    """Return the owner of the jobs."""
    return factories.person("ana", Role.CLIENT, client=Client.objects.create(name="Customs")).actor
