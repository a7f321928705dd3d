"""Fixtures of the tests of two-factor authentication."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from pytest_django import Settings

from tests import factories
from tests.api_client import ApiClient
from tests.mfa.authenticators import EnrolledUser, enroll_totp

START = datetime(2026, 6, 1, 12, 0, 5, tzinfo=UTC)


@pytest.fixture
def travel(settings: Settings) -> Iterator[Any]:
    """Freeze time and use a cache in this process; Redis has its own clock."""
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "factors"}}
    cache.clear()
    with time_machine.travel(START, tick=False) as travelling:
        yield travelling


@pytest.fixture
def world(travel: Any) -> factories.World:
    return factories.world()


@pytest.fixture
def enrolled(caller: ApiClient, world: factories.World) -> EnrolledUser:
    """Return a client with one-time codes."""
    return enroll_totp(caller, world.client)
