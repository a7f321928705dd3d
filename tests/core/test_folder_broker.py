"""Broker in a folder: whole messages, one of each task, and no lost worker."""

import json
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection
from kombu.exceptions import ChannelError

from portal_backend.core import folder_broker
from portal_backend.core.cancellation import CancellationToken


@pytest.fixture
def channel(tmp_path: Path) -> Iterator[folder_broker.Channel]:
    """Return a channel with a folder of its own."""
    options = {"data_folder_in": str(tmp_path), "data_folder_out": str(tmp_path)}
    with Connection("filesystem://localhost/", transport=folder_broker.Transport, transport_options=options) as made:
        yield made.default_channel


def build_payload(task: str, number: int = 0) -> dict[str, Any]:
    """Return the message of a task."""
    return {"headers": {"task": task}, "number": number}


def drain(channel: folder_broker.Channel, queue: str) -> list[tuple[str, int]]:
    """Take all messages of a queue; return their tasks and numbers."""
    taken = []
    while True:
        try:
            payload = channel._get(queue)
        except Empty:
            return taken
        taken.append((payload["headers"]["task"], payload["number"]))


def test_one_message_of_each_task_waits(channel: folder_broker.Channel, tmp_path: Path) -> None:
    for number in range(100):
        channel._put("celery", build_payload("files.purge", number))
        channel._put("mails", build_payload("mail.send", number))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["files_purge.celery.msg", "mail_send.mails.msg"]
    assert all(path.stat().st_mode & 0o077 == 0 for path in tmp_path.iterdir())
    assert drain(channel, "celery") == [("files.purge", 99)]
    assert drain(channel, "mails") == [("mail.send", 99)]
    assert list(tmp_path.iterdir()) == []


def test_takes_the_oldest_message_first(channel: folder_broker.Channel, tmp_path: Path) -> None:
    for age, task in enumerate(("b", "c", "a")):
        channel._put("celery", build_payload(task))
        os.utime(tmp_path / f"{task}.celery.msg", ns=(age, age))
    assert [task for task, _ in drain(channel, "celery")] == ["b", "c", "a"]


@pytest.mark.parametrize("text", ["", '{"headers": {"ta', "\udcff"])
def test_skips_a_message_that_a_power_failure_cut_off(
    text: str, channel: folder_broker.Channel, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "mail_send.mails.msg").write_bytes(text.encode(errors="surrogateescape"))
    assert drain(channel, "mails") == []
    assert "cannot read a message" in caplog.text
    assert list(tmp_path.iterdir()) == []
    channel._put("mails", build_payload("mail.send"))
    assert drain(channel, "mails") == [("mail.send", 0)]


def test_missing_folder_is_an_error_of_the_channel(channel: folder_broker.Channel, tmp_path: Path) -> None:
    tmp_path.rmdir()
    with pytest.raises(ChannelError, match="cannot write"):
        channel._put("mails", build_payload("mail.send"))
    assert drain(channel, "mails") == []
    tmp_path.mkdir()


def test_full_disk_leaves_no_partial_message(
    channel: folder_broker.Channel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(ChannelError, match="No space left"):
        channel._put("mails", build_payload("mail.send"))
    assert list(tmp_path.iterdir()) == []


def test_concurrent_workers_read_whole_messages_once(channel: folder_broker.Channel, tmp_path: Path) -> None:
    tasks = [f"task{number}" for number in range(200)]

    def put(task: str) -> None:
        channel._put("celery", build_payload(task))

    def take(_: int) -> list[tuple[str, int]]:
        taken: list[tuple[str, int]] = []
        while len(taken) < len(tasks) and any(tmp_path.iterdir()):
            taken += drain(channel, "celery")
        return taken

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(put, tasks))
        taken = [task for part in pool.map(take, range(4)) for task, _ in part]
    assert sorted(taken) == sorted(tasks)


def test_pauses_without_messages_and_takes_none_at_a_shutdown(
    channel: folder_broker.Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, pauses = CancellationToken(), list[float]()
    monkeypatch.setattr(folder_broker, "shutdown", token)
    monkeypatch.setattr(time, "sleep", pauses.append)
    connection = channel.connection.client
    with pytest.raises(TimeoutError):
        connection.drain_events(timeout=2)
    assert pauses == [folder_broker.POLLING_INTERVAL]

    received = consume(channel, "mails")
    channel._put("mails", build_message("mail.send"))
    token.cancel()
    with pytest.raises(TimeoutError):
        connection.drain_events(timeout=2)
    assert (len(pauses), received()) == (1, [])
    token._canceled.clear()
    connection.drain_events(timeout=2)
    assert received() == ["mail.send"]


def consume(channel: folder_broker.Channel, queue: str) -> Callable[[], list[str]]:
    """Consume a queue; return a function that lists the received tasks."""
    received: list[str] = []
    channel.basic_consume(queue, True, lambda message: received.append(message.headers["task"]), "consumer")
    return lambda: received


def build_message(task: str) -> dict[str, Any]:
    """Return a complete message of a task."""
    properties = {"delivery_tag": "1", "delivery_info": {}, "body_encoding": None}
    return {"body": json.dumps([]), "content-type": "application/json", "content-encoding": "utf-8"} | {
        "headers": {"task": task},
        "properties": properties,
    }
