"""Counting without Redis: whatever is wrong with it, people sign in, and nobody guesses without end."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from pytest_django import Settings
from redis.exceptions import ConnectionError as Unreachable
from redis.exceptions import OutOfMemoryError, ReadOnlyError, RedisError, ResponseError
from redis.exceptions import TimeoutError as Frozen

from portal_backend.api import refusal_of
from tests import factories
from tests.caller import Caller

pytestmark = pytest.mark.django_db
TROUBLES = [Unreachable(), Frozen(), OutOfMemoryError(), ReadOnlyError(), ResponseError("MISCONF")]
LOGIN = "/contacts/login"
WRONG = {"username": "client", "password": "wrong"}
RIGHT = {"username": "client", "password": factories.PASSWORD}


class Troubled(LocMemCache):
    """A cache that cannot be written."""

    trouble: RedisError = Unreachable()

    def _fail(self, *_: Any, **__: Any) -> Any:
        raise self.trouble

    add = incr = set = touch = delete = _fail


@pytest.fixture(params=TROUBLES, ids=lambda each: type(each).__name__)
def trouble(request: pytest.FixtureRequest, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Redis as it is on a bad day."""
    process = settings.CACHES["process"]
    monkeypatch.setattr(Troubled, "trouble", request.param)
    settings.CACHES = {
        "default": {"BACKEND": f"{__name__}.Troubled"},
        "process": {**process, "LOCATION": "troubled"},
    }
    yield
    caches["process"].clear()


@pytest.mark.usefixtures("trouble")
def test_people_sign_in_and_write(caller: Caller) -> None:
    world = factories.world()
    assert caller.call("POST", LOGIN, body=RIGHT).ok["identification"] == "client"
    feedback = {"title": "Good", "content": "It works"}
    assert caller.call("PUT", "/support/request/feedback", world.client, body=feedback).ok is True


@pytest.mark.usefixtures("trouble")
def test_guesses_are_counted_nevertheless(caller: Caller, settings: Settings) -> None:
    factories.world()
    for _ in range(settings.LOGIN_FAILURES):
        caller.call("POST", LOGIN, body=WRONG).refused(401, "BAD_CREDENTIALS")
    caller.call("POST", LOGIN, body=WRONG).refused(429, "TOO_MANY_REQUESTS")


@pytest.mark.parametrize("error", TROUBLES, ids=lambda each: type(each).__name__)
def test_elsewhere_it_is_told_as_unavailable(error: RedisError) -> None:
    refusal = refusal_of(error)
    assert refusal is not None
    assert (refusal.status, refusal.code) == (503, "UNAVAILABLE")


class Fleeting(LocMemCache):
    """A cache whose counts end between the moment that they are found and the one that they are raised."""

    def add(self, *_: Any, **__: Any) -> bool:
        """There is one already."""
        return False

    def incr(self, *_: Any, **__: Any) -> int:
        """And by now there is none."""
        raise ValueError


def test_a_count_that_ends_while_it_is_raised_keeps_nobody_out(caller: Caller, settings: Settings) -> None:
    settings.CACHES = {**settings.CACHES, "default": {"BACKEND": f"{__name__}.Fleeting"}}
    factories.world()
    assert caller.call("POST", LOGIN, body=RIGHT).ok["identification"] == "client"
