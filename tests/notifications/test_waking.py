"""Whoever works waits for no broker: where it is out of reach or silent, mails wait for the next look."""

import socket
from collections.abc import Iterator

import kombu.utils.functional
import pytest
from django.conf import LazySettings
from environment import free_port

from portal_backend import celery
from portal_backend.base.breaker import CircuitBreaker
from portal_backend.celery import app
from portal_backend.notifications import waking


@pytest.fixture(autouse=True)
def _own_line(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing of it is kept for the next test."""
    monkeypatch.setattr(celery, "REDIS", CircuitBreaker("Redis"))
    celery._broker.cache_clear()
    yield
    celery._broker.cache_clear()


@pytest.fixture
def broker(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """One that takes connections and says nothing, as a stopped process does."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        settings.REDIS_URL = f"redis://127.0.0.1:{server.getsockname()[1]}/0"
        _lead_to(settings.REDIS_URL, monkeypatch)
        yield server


def _lead_to(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    make = app.connection_for_write
    monkeypatch.setattr(app, "connection_for_write", lambda **how: make(url=url, **how))


def test_without_a_broker_none_is_looked_for(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.REDIS_URL = ""
    sent = list[str]()
    monkeypatch.setattr(celery, "_send", sent.append)
    waking.wake_sender()
    assert sent == [], "the embedded worker looks by itself"
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    waking.wake_sender()
    assert sent == ["mail.send"]


def test_a_broker_out_of_reach_is_tried_once(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    _lead_to(settings.REDIS_URL, monkeypatch)
    pauses = list[float]()
    monkeypatch.setattr(kombu.utils.functional, "sleep", pauses.append)
    waking.wake_sender()
    assert "cannot be reached" in caplog.text
    assert not pauses


def test_a_silent_broker_is_waited_for_once(broker: socket.socket, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(3):
        waking.wake_sender()
    assert "skipped" in caplog.text
    broker.accept()[0].close()
    with pytest.raises(BlockingIOError):
        broker.accept()


def test_a_call_waits_less_than_a_worker() -> None:
    assert celery._broker().transport_options["socket_timeout"] == celery.WAKE_TIMEOUT < 2
    assert app.conf.broker_transport_options["socket_timeout"] > 2, "a worker waits for its next task"


def test_a_look_that_came_too_late_is_not_taken(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    how = dict[str, object]()
    monkeypatch.setattr(app, "send_task", lambda name, **more: how.update(more, name=name))
    _lead_to("memory://", monkeypatch)
    waking.wake_sender()
    assert (how["name"], how["expires"]) == ("mail.send", celery.WAKE_EXPIRES)
    assert app.amqp.router.route({}, "mail.send")["queue"].name == "mails", "clean-up waits for no slow mail server"
    assert app.conf.beat_schedule["send mails"]["options"]["expires"]
