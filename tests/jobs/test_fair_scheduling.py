"""Fair scheduling of jobs: users alternate, and short jobs come before long ones.

The delay of a long job is limited.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
import time_machine
from django.db import OperationalError, connection
from django.utils import timezone
from time_machine import Traveller

from portal_backend.core.actor import Actor, Role
from portal_backend.jobs.models import Job, JobState
from portal_backend.jobs.queue import MAX_QUEUE_DELAY, JobContext, enqueue_job, register_job_handler
from portal_backend.jobs.worker import LEASE_TIMEOUT, run_pending_jobs
from tests import factories

pytestmark = pytest.mark.django_db
LONG = 150.0


@pytest.fixture
def eva() -> Actor:
    """Return another user."""
    return factories.person("eva", Role.ADMIN).actor


@pytest.fixture
def done() -> list[str]:
    """Return the names of finished jobs in order."""
    names: list[str] = []

    def handler(context: JobContext) -> None:
        names.append(context.arguments["name"])

    register_job_handler("made up", handler)
    return names


@pytest.fixture
def clock() -> Iterator[Traveller]:
    """Freeze the time; the test moves it."""
    with time_machine.travel(datetime.fromisoformat("2026-03-01T12:00:00Z"), tick=False) as moment:
        yield moment


def enqueue(name: str, actor: Actor, seconds: float = 1.0) -> Job:
    return enqueue_job("made up", {"name": name}, actor=actor, estimated_seconds=seconds)


def test_users_do_not_wait_for_all_jobs_of_another_user(ana: Actor, eva: Actor, done: list[str]) -> None:
    for number in range(4):
        enqueue(f"ana {number}", ana, LONG)
    enqueue("eva", eva)
    run_pending_jobs()
    assert done == ["eva", "ana 0", "ana 1", "ana 2", "ana 3"]


def test_users_with_equal_work_alternate(ana: Actor, eva: Actor, done: list[str], clock: Traveller) -> None:
    for number in range(2):
        enqueue(f"ana {number}", ana, LONG)
    clock.shift(1)
    for number in range(2):
        enqueue(f"eva {number}", eva, LONG)
    run_pending_jobs()
    assert done == ["ana 0", "eva 0", "ana 1", "eva 1"]


def test_short_jobs_come_before_long_ones(ana: Actor, eva: Actor, done: list[str]) -> None:
    enqueue("long", ana, LONG)
    enqueue("short", eva)
    run_pending_jobs()
    assert done == ["short", "long"]


def test_delay_of_a_long_job_is_limited(ana: Actor, eva: Actor, done: list[str], clock: Traveller) -> None:
    enqueue("long", ana, 1_000_000.0)
    clock.shift(MAX_QUEUE_DELAY + timedelta(seconds=1))
    enqueue("short", eva)
    run_pending_jobs()
    assert done == ["long", "short"]


def test_user_with_a_running_job_waits_for_others(ana: Actor, eva: Actor, done: list[str]) -> None:
    """A user without running jobs comes first, even with a longer job."""
    enqueue("ana 0", ana)
    enqueue("ana 1", ana)
    enqueue("eva", eva, LONG)
    Job.objects.filter(arguments__name="ana 0").update(state=JobState.RUNNING, attempts=1, heartbeat_at=timezone.now())
    run_pending_jobs()
    assert done == ["eva", "ana 1"], "and a second one once no other user waits"


def test_job_without_heartbeat_does_not_count_as_running(ana: Actor, eva: Actor, done: list[str]) -> None:
    enqueue("ana 0", ana)
    enqueue("ana 1", ana)
    enqueue("eva", eva, LONG)
    silent = timezone.now() - LEASE_TIMEOUT
    Job.objects.filter(arguments__name="ana 0").update(state=JobState.RUNNING, attempts=1, heartbeat_at=silent)
    run_pending_jobs()
    assert done == ["ana 0", "ana 1", "eva"]


def test_short_job_does_not_wait_for_a_long_one_that_runs(ana: Actor, eva: Actor, done: list[str]) -> None:
    """The second thread of a worker takes short jobs only."""

    def handler(context: JobContext) -> None:
        enqueue("short", eva)
        enqueue("another long one", eva, LONG)
        run_pending_jobs()  # by the other thread
        done.append("long")

    register_job_handler("long", handler)
    enqueue_job("long", {}, actor=ana, estimated_seconds=LONG)
    run_pending_jobs()
    assert done == ["short", "long", "another long one"]


def test_short_jobs_of_a_user_have_one_thread_of_a_worker(ana: Actor, eva: Actor, done: list[str]) -> None:
    """Jobs that take longer than estimated leave the second thread to other users."""

    def handler(context: JobContext) -> None:
        enqueue("ana 1", ana)
        enqueue("eva", eva)
        run_pending_jobs()  # by the other thread
        done.append("ana 0")

    register_job_handler("underestimated", handler)
    enqueue_job("underestimated", {}, actor=ana)
    run_pending_jobs()
    assert done == ["eva", "ana 0", "ana 1"]


def test_short_job_does_not_wait_for_a_long_one_of_the_same_user(ana: Actor, done: list[str]) -> None:
    def handler(context: JobContext) -> None:
        enqueue("short", ana)
        run_pending_jobs()  # by the other thread
        done.append("long")

    register_job_handler("long", handler)
    enqueue_job("long", {}, actor=ana, estimated_seconds=LONG)
    run_pending_jobs()
    assert done == ["short", "long"]


def test_worker_takes_the_next_long_job_after_an_error(ana: Actor, done: list[str]) -> None:
    def handler(context: JobContext) -> None:
        raise OperationalError("the database is unavailable")

    register_job_handler("long", handler)
    enqueue_job("long", {}, actor=ana, estimated_seconds=LONG)
    with pytest.raises(OperationalError):
        run_pending_jobs()
    enqueue("next", ana, LONG)
    run_pending_jobs()
    assert done == ["next"]


def test_job_of_an_older_version_is_run(ana: Actor, done: list[str]) -> None:
    """The previous version writes rows without `due_at` during an upgrade."""
    job = enqueue("old", ana)
    columns = (
        "id, kind, owner_id, permissions_digest, language, arguments, state,"
        " progress_done, progress_total, attempts, error, created_at"
    )
    with connection.cursor() as cursor:
        table = connection.ops.quote_name(Job._meta.db_table)
        cursor.execute(f"CREATE TEMPORARY TABLE kept AS SELECT {columns} FROM {table}")  # noqa: S608
        job.delete()
        cursor.execute(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM kept")  # noqa: S608
    run_pending_jobs()
    assert done == ["old"]
