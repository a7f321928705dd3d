"""Wake-up of the sender: an unreachable or silent broker does not delay requests.

Emails then wait for the next scheduled run.
"""

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import kombu.utils.functional
import pytest
from django.conf import LazySettings
from environment import find_free_port
from kombu import Connection

from portal_backend.config import celery
from portal_backend.config.celery import app, trigger_task
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
    make, transport = app.connection_for_write, url.partition(":")[0]
    monkeypatch.setattr(app, "connection_for_write", lambda **options: make(url=url, transport=transport, **options))


@pytest.fixture
def queue_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of messages of a portal without Redis."""
    folder = tmp_path / "queue"
    folder.mkdir()
    connection = Connection(
        "filesystem://localhost/",
        transport="portal_backend.core.folder_broker:Transport",
        transport_options={"data_folder_in": str(folder), "data_folder_out": str(folder)},
    )
    monkeypatch.setattr(app, "connection_for_write", lambda **_: connection)
    return folder


def test_wakes_by_a_file_without_redis(queue_folder: Path) -> None:
    for _ in range(3):
        outbox.wake_sender()
        trigger_task("jobs.run")
    assert sorted(path.name for path in queue_folder.iterdir()) == ["jobs_run.jobs.msg", "mail_send.mails.msg"]
    body = json.loads((queue_folder / "jobs_run.jobs.msg").read_text())
    assert (body["content-type"], body["headers"]["task"]) == ("application/json", "jobs.run")


def test_unwritable_folder_does_not_fail_a_request(queue_folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    queue_folder.rmdir()
    outbox.wake_sender()
    assert "the task runs at its next schedule" in caplog.text
    queue_folder.mkdir()
    outbox.wake_sender()
    assert [path.name for path in queue_folder.iterdir()] == ["mail_send.mails.msg"]


def test_wakes_the_sender_of_emails(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = list[str]()
    monkeypatch.setattr(celery, "_send_task", sent.append)
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
    assert "broker unreachable" in caplog.text
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
