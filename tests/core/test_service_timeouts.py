"""Unresponsive Redis or object storage: one timeout, then it is skipped."""

import socket
from collections.abc import Iterator

import pytest
from botocore.exceptions import BotoCoreError
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from pytest_django import Settings

from portal_backend.accounts.rate_limits import build_counter_key, throttle
from portal_backend.core import redis_client, s3
from portal_backend.core.circuit_breaker import CircuitBreaker
from portal_backend.core.errors import ApiError
from portal_backend.core.storage import build_storage_settings


@pytest.fixture(autouse=True)
def _fresh_breakers() -> Iterator[None]:
    """Use separate breakers, so that those of the process stay closed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(redis_client, "REDIS_BREAKER", CircuitBreaker("Redis"))
        patch.setattr(s3, "STORAGE_BREAKER", CircuitBreaker("The object storage"))
        yield


@pytest.fixture
def silent() -> Iterator[socket.socket]:
    """Server that accepts connections but never responds."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield server


def get_port(server: socket.socket) -> int:
    return int(server.getsockname()[1])


def was_called_once(server: socket.socket) -> bool:
    server.accept()[0].close()
    try:
        server.accept()[0].close()
    except BlockingIOError:
        return True
    return False


def test_rate_limits_work_without_responsive_redis(silent: socket.socket, settings: Settings) -> None:
    unresponsive_cache = {
        "BACKEND": "portal_backend.core.redis_cache.PersistentRedisCache",
        "LOCATION": f"redis://127.0.0.1:{get_port(silent)}/0",
        "OPTIONS": {"socket_timeout": 0.2, "socket_connect_timeout": 0.2},
    }
    settings.CACHES = {**settings.CACHES, "default": unresponsive_cache}
    key = build_counter_key("silent", "ann")
    for _ in range(3):
        throttle(key, 3, 60)
    with pytest.raises(ApiError):
        throttle(key, 3, 60)
    assert was_called_once(silent)


def test_unresponsive_storage_times_out_once(silent: socket.socket, settings: Settings) -> None:
    storage = build_storage_settings(f"s3+http://key:secret@127.0.0.1:{get_port(silent)}/uploads")
    client_config = storage["OPTIONS"]["client_config"]
    assert (client_config.connect_timeout, client_config.read_timeout) == (2, 2)
    client_config.read_timeout = 0.2
    settings.STORAGES = {**settings.STORAGES, "default": storage}
    for call in (
        lambda: default_storage.save("a", ContentFile(b"a")),
        lambda: default_storage.open("a").read(),
        lambda: default_storage.delete("a"),
        lambda: default_storage.listdir(""),
    ):
        with pytest.raises(BotoCoreError):
            call()
    assert was_called_once(silent)
