"""The embedded worker does what beat would start, each task in its time, and lives through a database that is away."""

import importlib
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
from portal_backend.accounts.tasks import forget_what_is_over
from portal_backend.base import heartbeats
from portal_backend.base.actor import Role
from portal_backend.celery import app, report_clock
from portal_backend.notifications.letters import LETTERS
from portal_backend.worker import BEHIND_THE_CALLS, Worker, schedule_of
from portal_backend.workflow.process import PROCESSES
from tests import factories

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.django_db
def test_each_task_comes_in_its_time(caplog: pytest.LogCaptureFixture) -> None:
    done: list[str] = []
    clock = [0.0]

    def fail() -> None:
        done.append("away")
        raise OperationalError("no such host")

    worker = Worker({"often": (lambda: done.append("often"), 1.0), "away": (fail, 3.0)}, clock=lambda: clock[0])
    for moment in range(5):
        clock[0] = float(moment)
        worker.turn()
    assert done == ["often", "away", "often", "often", "often", "away", "often"]
    assert "no such host" in caplog.text


def test_what_beat_starts_is_known() -> None:
    schedule = schedule_of(app)
    assert {"remind of overdue deliveries", "purge unused uploads"} <= schedule.keys()
    assert all(callable(task) and seconds > 0 for task, seconds in schedule.values())
    assert "do jobs" not in schedule, "long work has a process of its own"
    assert schedule_of(app, "jobs").keys() == {"do jobs"}
    assert schedule_of(app, "mails").keys() == {"send mails"}, "no clean-up waits for a slow mail server"


@pytest.mark.dealt
@pytest.mark.parametrize(("queue", "behind"), [([], 0), (["jobs"], BEHIND_THE_CALLS)], ids=["short", "long"])
def test_ends_when_it_is_told_to(queue: list[str], behind: int, tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "PORTAL_DATA_DIR": str(tmp_path), "DATABASE_URL": "", "REDIS_URL": ""}
    with subprocess.Popen(
        [sys.executable, "-m", "portal_backend.worker", *queue],
        cwd=ROOT,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
    ) as worker:
        assert worker.stderr is not None
        told = worker.stderr.readline()
        behind_us = os.getpriority(os.PRIO_PROCESS, worker.pid) - os.getpriority(os.PRIO_PROCESS, os.getpid())
        worker.send_signal(signal.SIGTERM)
        give_up = time.monotonic() + 30
        while worker.poll() is None and time.monotonic() < give_up:
            time.sleep(0.05)
    assert worker.returncode == 0
    assert "unavailable" in told, "a database without tables is tried again"
    assert behind_us == behind, "long work gives way to the calls"


def test_a_worker_shows_that_it_lives_where_it_is_told_to(tmp_path: Path, settings: Settings) -> None:
    heartbeat_sent.send(sender=None)
    settings.SIGN_OF_LIFE = str(tmp_path / "alive")
    assert not (tmp_path / "alive").exists()
    heartbeat_sent.send(sender=None)
    assert (tmp_path / "alive").exists()


@pytest.fixture
def reported(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """What is silent, in a place of this test's own where nothing has reported yet."""
    in_files = {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache", "LOCATION": str(tmp_path / "beats")}
    settings.CACHES = {**settings.CACHES, "heartbeats": in_files}
    monkeypatch.setattr(heartbeats, "_last", {})
    return lambda: [each for each in heartbeats.PROCESSES if caches["heartbeats"].get(f"heartbeat:{each}")]


@pytest.mark.parametrize(
    ("queues", "process"),
    [({"celery"}, "worker"), ({"celery", "jobs"}, "worker"), ({"mails"}, "mails"), ({"jobs"}, "jobs")],
)
def test_a_worker_of_celery_reports_for_its_queue(
    queues: set[str], process: str, reported: Callable[[], list[str]]
) -> None:
    heartbeat_sent.send(sender=Mock(**{"eventer.app.amqp.queues.consume_from": dict.fromkeys(queues)}))
    assert reported() == [process]


@pytest.mark.parametrize("begun", [beat_init, beat_embedded_init], ids=["alone", "in a worker"])
def test_the_clock_reports_when_it_sends_what_is_due(begun: Signal, reported: Callable[[], list[str]]) -> None:
    after_task_publish.send(sender="mail.send")
    assert reported() == [], "a web server that wakes a worker is no clock"
    begun.send(sender=None)
    try:
        after_task_publish.send(sender="mail.send")
        assert reported() == ["beat"]
    finally:
        after_task_publish.disconnect(report_clock)


def test_the_embedded_worker_reports_while_a_task_takes_long(reported: Callable[[], list[str]]) -> None:
    stopping = threading.Event()
    thread = heartbeats.keep_reporting(("worker", "beat"), stopping)
    stopping.set()
    thread.join()
    assert reported() == ["worker", "beat"]


KNOWN = """
import django
django.setup()
from portal_backend.celery import app
from portal_backend.worker import schedule_of
from portal_backend.notifications.letters import LETTERS
from portal_backend.workflow.process import PROCESSES
schedule_of(app)
print(*sorted(PROCESSES), *sorted(LETTERS))
"""


@pytest.mark.dealt
def test_a_worker_knows_every_process_and_every_kind_of_mail(tmp_path: Path) -> None:
    """In a process that nobody asks for a page: there nothing else imports them."""
    environment = {
        "PATH": os.environ["PATH"],
        "PORTAL_DATA_DIR": str(tmp_path),
        "DATABASE_URL": "",
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "portal_backend.settings",
    }
    importlib.import_module("portal_backend.api")
    told = subprocess.run(
        [sys.executable, "-c", KNOWN], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert set(told.stdout.split()) == {*PROCESSES, *LETTERS}
    assert {"REPAIR", "feedback", "moved"} <= set(told.stdout.split())


@pytest.mark.django_db
def test_every_task_may_run_twice() -> None:
    for task, _ in schedule_of(app).values():
        task()
        task()


@pytest.mark.django_db
def test_what_ended_long_ago_is_forgotten_and_nothing_else() -> None:
    user = factories.person("ana", Role.ADMIN).user
    Token.objects.all().delete()
    for days in (-1, 29, 31):
        Token.objects.create(digest=str(days), user=user, expires_at=timezone.now() - timedelta(days=days))
        key = IdempotencyKey.objects.create(user=user, key=str(days))
        IdempotencyKey.objects.filter(pk=key.pk).update(created_at=timezone.now() - timedelta(days=days))
    assert forget_what_is_over() == 2
    assert set(Token.objects.values_list("digest", flat=True)) == {"-1", "29"}
    assert set(IdempotencyKey.objects.values_list("key", flat=True)) == {"-1", "29"}
