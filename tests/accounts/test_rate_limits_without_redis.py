"""Rate limits fall back to counters in the process when Redis fails."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from pytest_django import Settings
from redis.exceptions import ConnectionError as Unreachable
from redis.exceptions import OutOfMemoryError, ReadOnlyError, RedisError, ResponseError
from redis.exceptions import TimeoutError as Frozen

from portal_backend.config.api import to_api_error
from tests import factories
from tests.api_client import ApiClient

pytestmark = pytest.mark.django_db
REDIS_ERRORS = [Unreachable(), Frozen(), OutOfMemoryError(), ReadOnlyError(), ResponseError("MISCONF")]
LOGIN = "/contacts/login"
WRONG = {"username": "client", "password": "wrong"}
RIGHT = {"username": "client", "password": factories.PASSWORD}


class FailingCache(LocMemCache):
    """Cache that cannot be written."""

    trouble: RedisError = Unreachable()

    def _fail(self, *_: Any, **__: Any) -> Any:
        raise self.trouble

    add = incr = set = touch = delete = _fail


@pytest.fixture(params=REDIS_ERRORS, ids=lambda each: type(each).__name__)
def trouble(request: pytest.FixtureRequest, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Replace the cache by one that fails with each kind of Redis error."""
    process = settings.CACHES["process"]
    monkeypatch.setattr(FailingCache, "trouble", request.param)
    settings.CACHES = {
        "default": {"BACKEND": f"{__name__}.FailingCache"},
        "process": {**process, "LOCATION": "troubled"},
    }
    yield
    caches["process"].clear()


@pytest.mark.usefixtures("trouble")
def test_login_and_writes_work_without_redis(caller: ApiClient) -> None:
    world = factories.world()
    assert caller.call("POST", LOGIN, body=RIGHT).ok["identification"] == "client"
    feedback = {"title": "Good", "content": "It works"}
    assert caller.call("PUT", "/support/request/feedback", world.client, body=feedback).ok is True


@pytest.mark.usefixtures("trouble")
def test_login_rate_limit_works_without_redis(caller: ApiClient, settings: Settings) -> None:
    factories.world()
    for _ in range(settings.LOGIN_FAILURES):
        caller.call("POST", LOGIN, body=WRONG).assert_error(401, "BAD_CREDENTIALS")
    caller.call("POST", LOGIN, body=WRONG).assert_error(429, "TOO_MANY_REQUESTS")


@pytest.mark.parametrize("error", REDIS_ERRORS, ids=lambda each: type(each).__name__)
def test_other_redis_errors_respond_503(error: RedisError) -> None:
    refusal = to_api_error(error)
    assert refusal is not None
    assert (refusal.status, refusal.code) == (503, "UNAVAILABLE")


class ExpiringCache(LocMemCache):
    """Cache whose counters expire between add and incr."""

    def add(self, *_: Any, **__: Any) -> bool:
        """Report that the counter exists."""
        return False

    def incr(self, *_: Any, **__: Any) -> int:
        """Report that the counter has expired."""
        raise ValueError


def test_login_works_when_counter_expires_during_increment(caller: ApiClient, settings: Settings) -> None:
    settings.CACHES = {**settings.CACHES, "default": {"BACKEND": f"{__name__}.ExpiringCache"}}
    factories.world()
    assert caller.call("POST", LOGIN, body=RIGHT).ok["identification"] == "client"
