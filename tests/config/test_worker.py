"""Celery workers and heartbeats: schedule, retries, shutdown, purging."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from unittest.mock import Mock

import pytest
import worker as worker_command
from celery.beat import PersistentScheduler
from celery.signals import after_task_publish, beat_embedded_init, beat_init, heartbeat_sent, worker_ready
from celery.utils.dispatch import Signal
from django.core.cache import caches
from django.db import OperationalError
from django.utils import timezone
from pytest_django import Settings

from portal_backend.accounts.models import IdempotencyKey, Token
from portal_backend.accounts.tasks import purge_expired
from portal_backend.config import celery
from portal_backend.config.celery import Scheduler, app, record_beat_heartbeat, stop_if_abandoned
from portal_backend.core import heartbeats
from portal_backend.core.actor import Role
from portal_backend.core.cancellation import CancellationToken
from portal_backend.notifications import tasks as mail_tasks
from portal_backend.notifications.mail_templates import MAIL_TEMPLATES
from portal_backend.workflow.process import PROCESSES
from tests import factories

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module", autouse=True)
def _tasks() -> None:
    """Register all tasks, which also sets up logging again."""
    app.loader.import_default_modules()


def get_tasks_by_queue() -> dict[str, set[str]]:
    """Return the names of the scheduled tasks of each queue."""
    found: dict[str, set[str]] = {}
    for each in app.conf.beat_schedule.values():
        found.setdefault(app.amqp.router.route({}, each["task"])["queue"].name, set()).add(each["task"])
    return found


def test_long_work_and_emails_have_queues_of_their_own() -> None:
    queues = get_tasks_by_queue()
    assert queues["jobs"] == {"jobs.run"}, "long work has a process of its own"
    assert queues["mails"] == {"mail.send"}, "no clean-up waits for a slow mail server"
    assert {"requests.remind", "files.purge"} <= queues["celery"]
    assert set().union(*queues.values()) <= app.tasks.keys()


def test_unavailable_database_is_logged_without_traceback(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise OperationalError("no such host")

    monkeypatch.setattr(app.tasks["audit.purge"], "run", fail)
    assert app.tasks["audit.purge"].apply().failed(), "the task runs again at its next schedule"
    [record] = [each for each in caplog.records if each.levelname == "ERROR"]
    assert record.getMessage() == "audit.purge: unavailable: no such host"
    assert record.__dict__["recurring"], "an outage does not flood the log"


def test_full_disk_does_not_end_beat(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(PersistentScheduler, "sync", Mock(side_effect=OSError(28, "No space left on device")))
    Scheduler(app, lazy=True).sync()
    assert "No space left" in caplog.text
    assert app.conf.beat_scheduler == "portal_backend.config.celery:Scheduler"


@pytest.mark.parametrize("damage", [lambda path: path.unlink(), lambda path: path.write_bytes(b"")])
def test_damaged_schedule_is_replaced(damage: Callable[[Path], object], tmp_path: Path) -> None:
    """As after a power failure."""
    for _ in range(2):
        scheduler = Scheduler(app, schedule_filename=str(tmp_path / "beat"))
        assert scheduler.schedule.keys() >= app.conf.beat_schedule.keys()
        scheduler.close()
        for path in tmp_path.iterdir():
            if path.suffix in ("", ".dat", ".db"):  # the name depends on the dbm of this Python
                damage(path)


@pytest.mark.parametrize(
    ("argument", "niceness"), [("--beat", 0), ("jobs", int(worker_command.NICENESS))], ids=["short", "long"]
)
def test_stops_on_sigterm(argument: str, niceness: int, tmp_path: Path) -> None:
    """Start the workers of a portal without Redis."""
    environment = {"PATH": os.environ["PATH"], "PORTAL_DATA_DIR": str(tmp_path), "DATABASE_URL": "", "REDIS_URL": ""}
    with subprocess.Popen(
        worker_command.build_command([argument], environment),
        cwd=ROOT,
        env=environment,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    ) as worker:
        assert worker.stderr is not None
        first_line = worker.stderr.readline()
        relative_niceness = os.getpriority(os.PRIO_PROCESS, worker.pid) - os.getpriority(os.PRIO_PROCESS, os.getpid())
        worker.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + 30
        while worker.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
    assert worker.returncode == 0
    assert "unavailable: no such table" in first_line, "a database without tables is tried again"
    assert relative_niceness == niceness, "long work gives way to the calls"
    assert (tmp_path / "queue").stat().st_mode & 0o077 == 0


@pytest.fixture
def signals(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the signals that this process sends to itself."""
    sent: list[int] = []
    monkeypatch.setattr(os, "kill", lambda pid, number: sent.append(number) if pid == os.getpid() else None)
    monkeypatch.setattr(celery, "shutdown", CancellationToken())
    return sent


def test_worker_stops_without_its_supervisor(signals: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    stop_if_abandoned(None)
    assert signals == []
    monkeypatch.setattr(celery, "PARENT_PID", os.getppid() + 1)
    stop_if_abandoned(None)
    assert signals == [signal.SIGTERM]
    celery.shutdown.cancel()
    stop_if_abandoned(None)
    assert signals == [signal.SIGTERM], "a second signal would end it at once"


def test_worker_stops_without_its_beat_process(signals: list[int]) -> None:
    stop_if_abandoned(Mock(**{"is_alive.return_value": True}))
    assert signals == []
    stop_if_abandoned(Mock(**{"is_alive.return_value": False}))
    assert signals == [signal.SIGTERM], "the supervisor starts both again"


@pytest.fixture
def _consuming(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[None]:
    """Serve the queues of the parameter."""
    monkeypatch.setattr(celery, "_list_consumed_queues", lambda: list(request.param))
    yield
    heartbeat_sent.disconnect(dispatch_uid="stop_if_abandoned")


@pytest.mark.usefixtures("_consuming", "signals")
@pytest.mark.parametrize(
    ("_consuming", "triggered"),
    [(["celery", "mails"], ["mail.send"]), (["jobs"], ["jobs.run"]), (["celery"], [])],
    indirect=["_consuming"],
)
def test_worker_begins_with_pending_work(triggered: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[str] = []
    monkeypatch.setattr(celery, "trigger_task", woken.append)
    worker_ready.send(sender=Mock())
    assert woken == triggered


def test_emails_leave_threads_to_other_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    running: list[int] = []

    def send() -> int:
        running.append(len(running))
        mail_tasks.send_mails()  # by another thread
        return 1

    monkeypatch.setattr(mail_tasks, "send_due_mails", send)
    for _ in range(2):
        assert mail_tasks.send_mails() == 1
    assert len(running) == 2 * mail_tasks.MAX_SENDERS
    embedded = worker_command.EMBEDDED_OPTIONS
    assert int(embedded[embedded.index("--concurrency") + 1]) == mail_tasks.MAX_SENDERS + 2


def test_worker_touches_heartbeat_file(tmp_path: Path, settings: Settings) -> None:
    heartbeat_sent.send(sender=None)
    settings.HEARTBEAT_FILE = str(tmp_path / "alive")
    assert not (tmp_path / "alive").exists()
    heartbeat_sent.send(sender=None)
    assert (tmp_path / "alive").exists()


@pytest.fixture
def reported(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """List the recorded heartbeats, in a cache of this test."""
    in_files = {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache", "LOCATION": str(tmp_path / "beats")}
    settings.CACHES = {**settings.CACHES, "heartbeats": in_files}
    monkeypatch.setattr(heartbeats, "_last_recorded", {})
    return lambda: [each for each in heartbeats.BACKGROUND_PROCESSES if caches["heartbeats"].get(f"heartbeat:{each}")]


@pytest.mark.usefixtures("_consuming")
@pytest.mark.parametrize(
    ("_consuming", "processes"),
    [
        (["celery"], ["worker"]),
        (["celery", "jobs"], ["worker", "jobs"]),
        (["celery", "mails"], ["worker", "mails"]),
        (["mails"], ["mails"]),
        (["jobs"], ["jobs"]),
    ],
    indirect=["_consuming"],
)
def test_celery_worker_records_heartbeats_of_its_queues(
    processes: list[str], reported: Callable[[], list[str]]
) -> None:
    heartbeat_sent.send(sender=None)
    assert reported() == processes


@pytest.mark.parametrize("start_signal", [beat_init, beat_embedded_init], ids=["alone", "in a worker"])
def test_beat_records_heartbeat_when_it_publishes(start_signal: Signal, reported: Callable[[], list[str]]) -> None:
    after_task_publish.send(sender="mail.send")
    assert reported() == [], "a web server that wakes a worker is no clock"
    start_signal.send(sender=None)
    try:
        after_task_publish.send(sender="mail.send")
        assert reported() == ["beat"]
    finally:
        after_task_publish.disconnect(record_beat_heartbeat)


PRINT_REGISTRIES_SCRIPT = """
import django
django.setup()
from portal_backend.config.celery import app
from portal_backend.notifications.mail_templates import MAIL_TEMPLATES
from portal_backend.workflow.process import PROCESSES
app.loader.import_default_modules()
print(*sorted(PROCESSES), *sorted(MAIL_TEMPLATES))
"""


def test_worker_registers_all_processes_and_email_templates(tmp_path: Path) -> None:
    """In a new process, which imports nothing else."""
    environment = {
        "PATH": os.environ["PATH"],
        "PORTAL_DATA_DIR": str(tmp_path),
        "DATABASE_URL": "",
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "portal_backend.config.settings",
    }
    result = subprocess.run(
        [sys.executable, "-c", PRINT_REGISTRIES_SCRIPT],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(result.stdout.split()) == {*PROCESSES, *MAIL_TEMPLATES}
    assert {"REPAIR", "feedback", "moved"} <= set(result.stdout.split())


@pytest.mark.django_db
def test_every_task_is_repeatable() -> None:
    for name in set().union(*get_tasks_by_queue().values()):
        app.tasks[name]()
        app.tasks[name]()


@pytest.mark.django_db
def test_purges_only_expired_sessions_and_keys() -> None:
    user = factories.person("ana", Role.ADMIN).user
    Token.objects.all().delete()
    for days in (-1, 29, 31):
        Token.objects.create(digest=str(days), user=user, expires_at=timezone.now() - timedelta(days=days))
        key = IdempotencyKey.objects.create(user=user, key=str(days))
        IdempotencyKey.objects.filter(pk=key.pk).update(created_at=timezone.now() - timedelta(days=days))
    assert purge_expired() == 2
    assert set(Token.objects.values_list("digest", flat=True)) == {"-1", "29"}
    assert set(IdempotencyKey.objects.values_list("key", flat=True)) == {"-1", "29"}
