"""A Redis or an object storage that takes connections and says nothing costs one call its timeout."""

import socket
from collections.abc import Iterator

import pytest
from botocore.exceptions import BotoCoreError
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from pytest_django import Settings
from redis.exceptions import RedisError

from portal_backend.accounts.attempts import named, throttle
from portal_backend.base import redis_client, s3
from portal_backend.base.breaker import CircuitBreaker
from portal_backend.base.errors import Refusal
from portal_backend.base.generations import InRedis
from portal_backend.base.storage import storage_settings


@pytest.fixture(autouse=True)
def _own_breakers() -> Iterator[None]:
    """Breakers of a test alone: the ones of the process serve again before the cache is cleared."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(redis_client, "REDIS", CircuitBreaker("Redis"))
        patch.setattr(s3, "STORAGE", CircuitBreaker("The object storage"))
        yield


@pytest.fixture
def silent() -> Iterator[socket.socket]:
    """As a stopped process does, or a disk that hangs."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield server


def port(server: socket.socket) -> int:
    return int(server.getsockname()[1])


def was_asked_once(server: socket.socket) -> bool:
    server.accept()[0].close()
    try:
        server.accept()[0].close()
    except BlockingIOError:
        return True
    return False


def test_rate_limits_go_on_without_a_silent_redis(silent: socket.socket, settings: Settings) -> None:
    away = {
        "BACKEND": "portal_backend.base.caching.KeptClientCache",
        "LOCATION": f"redis://127.0.0.1:{port(silent)}/0",
        "OPTIONS": {"socket_timeout": 0.2, "socket_connect_timeout": 0.2},
    }
    settings.CACHES = {**settings.CACHES, "default": away}
    key = named("silent", "ann")
    for _ in range(3):
        throttle(key, 3, 60)
    with pytest.raises(Refusal):
        throttle(key, 3, 60)
    assert was_asked_once(silent)


def test_generations_are_asked_for_once(silent: socket.socket) -> None:
    generations = InRedis(f"redis://127.0.0.1:{port(silent)}/0")
    for _ in range(3):
        with pytest.raises(RedisError):
            generations.begin("requests")
    assert was_asked_once(silent)


def test_a_silent_storage_is_asked_once(silent: socket.socket, settings: Settings) -> None:
    named = storage_settings(f"s3+http://key:secret@127.0.0.1:{port(silent)}/uploads")
    limits = named["OPTIONS"]["client_config"]
    assert (limits.connect_timeout, limits.read_timeout) == (2, 2)
    limits.read_timeout = 0.2
    settings.STORAGES = {**settings.STORAGES, "default": named}
    for call in (
        lambda: default_storage.save("a", ContentFile(b"a")),
        lambda: default_storage.open("a").read(),
        lambda: default_storage.delete("a"),
        lambda: default_storage.listdir(""),
    ):
        with pytest.raises(BotoCoreError):
            call()
    assert was_asked_once(silent)
