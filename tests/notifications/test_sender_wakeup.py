"""Wake-up of the sender: an unreachable or silent broker does not delay requests.

Emails then wait for the next scheduled run.
"""

import socket
from collections.abc import Iterator

import kombu.utils.functional
import pytest
from django.conf import LazySettings
from environment import find_free_port

from portal_backend.config import celery
from portal_backend.config.celery import app
from portal_backend.core.circuit_breaker import CircuitBreaker
from portal_backend.notifications import outbox


@pytest.fixture(autouse=True)
def _isolated_broker(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Isolate the connection and the circuit breaker of the broker."""
    monkeypatch.setattr(celery, "REDIS_BREAKER", CircuitBreaker("Redis"))
    celery._get_broker_connection.cache_clear()
    yield
    celery._get_broker_connection.cache_clear()


@pytest.fixture
def broker(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """Return a broker that accepts connections and never responds."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        settings.REDIS_URL = f"redis://127.0.0.1:{server.getsockname()[1]}/0"
        _connect_to(settings.REDIS_URL, monkeypatch)
        yield server


def _connect_to(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    make = app.connection_for_write
    monkeypatch.setattr(app, "connection_for_write", lambda **options: make(url=url, **options))


def test_sends_no_wake_up_without_a_broker(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.REDIS_URL = ""
    sent = list[str]()
    monkeypatch.setattr(celery, "_send_task", sent.append)
    outbox.wake_sender()
    assert sent == [], "the embedded worker looks by itself"
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    outbox.wake_sender()
    assert sent == ["mail.send"]


def test_unreachable_broker_is_not_retried(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{find_free_port()}/0"
    _connect_to(settings.REDIS_URL, monkeypatch)
    sleeps = list[float]()
    monkeypatch.setattr(kombu.utils.functional, "sleep", sleeps.append)
    outbox.wake_sender()
    assert "cannot be reached" in caplog.text
    assert not sleeps


def test_unresponsive_broker_is_tried_once(broker: socket.socket, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(3):
        outbox.wake_sender()
    assert "skipped" in caplog.text
    broker.accept()[0].close()
    with pytest.raises(BlockingIOError):
        broker.accept()


def test_broker_timeout_is_shorter_for_requests_than_for_workers() -> None:
    assert celery._get_broker_connection().transport_options["socket_timeout"] == celery.BROKER_TIMEOUT < 2
    assert app.conf.broker_transport_options["socket_timeout"] > 2, "a worker waits for its next task"


def test_wake_up_expires(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    options = dict[str, object]()
    monkeypatch.setattr(app, "send_task", lambda name, **more: options.update(more, name=name))
    _connect_to("memory://", monkeypatch)
    outbox.wake_sender()
    assert (options["name"], options["expires"]) == ("mail.send", celery.TASK_EXPIRES)
    assert app.amqp.router.route({}, "mail.send")["queue"].name == "mails", "clean-up waits for no slow mail server"
    assert app.conf.beat_schedule["send mails"]["options"]["expires"]
