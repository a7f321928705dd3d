"""Embedded worker and heartbeats: schedule, retries, shutdown, purging."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from unittest.mock import Mock

import pytest
from celery.signals import after_task_publish, beat_embedded_init, beat_init, heartbeat_sent
from celery.utils.dispatch import Signal
from django.core.cache import caches
from django.db import OperationalError
from django.utils import timezone
from pytest_django import Settings

from portal_backend.accounts.models import IdempotencyKey, Token
from portal_backend.accounts.tasks import purge_expired
from portal_backend.config.celery import app, record_beat_heartbeat
from portal_backend.config.worker import NICENESS, Worker, get_schedule
from portal_backend.core import heartbeats
from portal_backend.core.actor import Role
from portal_backend.notifications.mail_templates import MAIL_TEMPLATES
from portal_backend.workflow.process import PROCESSES
from tests import factories

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.django_db
def test_runs_each_task_at_its_interval(caplog: pytest.LogCaptureFixture) -> None:
    runs: list[str] = []
    clock = [0.0]

    def fail() -> None:
        runs.append("away")
        raise OperationalError("no such host")

    worker = Worker({"often": (lambda: runs.append("often"), 1.0), "away": (fail, 3.0)}, clock=lambda: clock[0])
    for second in range(5):
        clock[0] = float(second)
        worker.run_due_tasks()
    assert runs == ["often", "away", "often", "often", "often", "away", "often"]
    assert "no such host" in caplog.text


def test_schedule_by_queue() -> None:
    schedule = get_schedule(app)
    assert {"send overdue delivery reminders", "purge unused uploads"} <= schedule.keys()
    assert all(callable(task) and seconds > 0 for task, seconds in schedule.values())
    assert "run jobs" not in schedule, "long work has a process of its own"
    assert get_schedule(app, "jobs").keys() == {"run jobs"}
    assert get_schedule(app, "mails").keys() == {"send mails"}, "no clean-up waits for a slow mail server"


@pytest.mark.split
@pytest.mark.parametrize(("queue", "niceness"), [([], 0), (["jobs"], NICENESS)], ids=["short", "long"])
def test_stops_on_sigterm(queue: list[str], niceness: int, tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "PORTAL_DATA_DIR": str(tmp_path), "DATABASE_URL": "", "REDIS_URL": ""}
    with subprocess.Popen(
        [sys.executable, "-m", "portal_backend.config.worker", *queue],
        cwd=ROOT,
        env=environment,
        stderr=subprocess.PIPE,
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
    assert "unavailable" in first_line, "a database without tables is tried again"
    assert relative_niceness == niceness, "long work gives way to the calls"


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


@pytest.mark.parametrize(
    ("queues", "process"),
    [({"celery"}, "worker"), ({"celery", "jobs"}, "worker"), ({"mails"}, "mails"), ({"jobs"}, "jobs")],
)
def test_celery_worker_records_heartbeat_of_its_queue(
    queues: set[str], process: str, reported: Callable[[], list[str]]
) -> None:
    heartbeat_sent.send(sender=Mock(**{"eventer.app.amqp.queues.consume_from": dict.fromkeys(queues)}))
    assert reported() == [process]


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


def test_embedded_worker_records_heartbeats_in_a_thread(reported: Callable[[], list[str]]) -> None:
    stopping = threading.Event()
    thread = heartbeats.start_heartbeat_thread(("worker", "beat"), stopping)
    stopping.set()
    thread.join()
    assert reported() == ["worker", "beat"]


PRINT_REGISTRIES_SCRIPT = """
import django
django.setup()
from portal_backend.config.celery import app
from portal_backend.config.worker import get_schedule
from portal_backend.notifications.mail_templates import MAIL_TEMPLATES
from portal_backend.workflow.process import PROCESSES
get_schedule(app)
print(*sorted(PROCESSES), *sorted(MAIL_TEMPLATES))
"""


@pytest.mark.split
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
    for task, _ in get_schedule(app).values():
        task()
        task()


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
