"""Death of a worker: its job is run again, a limited number of times."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import OperationalError, connection, connections
from django.utils import timezone

from portal_backend.core.actor import Actor, Role
from portal_backend.jobs.models import Job, JobState
from portal_backend.jobs.queue import JobContext, cancel, enqueue_job, register_job_handler
from portal_backend.jobs.worker import LEASE_TIMEOUT, MAX_ATTEMPTS, run_pending_jobs
from tests import factories
from tests.jobs.sample_jobs import do_nothing, enqueue_sample_job, get_outcome

pytestmark = pytest.mark.django_db


def test_job_is_retried_after_a_database_error(ana: Actor) -> None:
    attempts: list[int] = []

    def handler(context: JobContext) -> None:
        attempts.append(1)
        if len(attempts) == 1:
            raise OperationalError("server closed the connection")

    job = enqueue_sample_job(handler, ana)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        with pytest.raises(OperationalError):
            run_pending_jobs()
        assert run_pending_jobs() == 0, "its worker may still be at it"
        clock.shift(LEASE_TIMEOUT)
        assert run_pending_jobs() == 1
    assert get_outcome(job) == (JobState.DONE, "")
    assert len(attempts) == 2


def test_job_fails_after_the_maximum_number_of_attempts(ana: Actor) -> None:
    job = enqueue_sample_job(do_nothing, ana)
    Job.objects.update(state=JobState.RUNNING, attempts=MAX_ATTEMPTS, heartbeat_at=timezone.now() - LEASE_TIMEOUT)
    run_pending_jobs()
    assert get_outcome(job) == (JobState.FAILED, "JOB_LOST")


def test_canceled_job_of_a_dead_worker_is_not_retried(ana: Actor) -> None:
    job = enqueue_sample_job(do_nothing, ana)
    Job.objects.update(state=JobState.RUNNING, attempts=1, heartbeat_at=timezone.now() - LEASE_TIMEOUT)
    cancel(job.pk, "made up", actor=ana)
    run_pending_jobs()
    assert get_outcome(job) == (JobState.CANCELLED, "")


def test_error_in_the_end_callback_delays_no_job(ana: Actor, caplog: pytest.LogCaptureFixture) -> None:
    def on_end(job: Job) -> None:
        Job.objects.filter(pk=job.pk).update(arguments={"noted": "half"})
        raise RuntimeError("no such import")

    register_job_handler("troubled", do_nothing, on_end=on_end)
    failing = enqueue_job("troubled", {}, actor=ana)
    Job.objects.update(state=JobState.RUNNING, attempts=MAX_ATTEMPTS, heartbeat_at=timezone.now() - LEASE_TIMEOUT)
    other = enqueue_sample_job(do_nothing, ana)
    run_pending_jobs()
    assert get_outcome(failing) == (JobState.FAILED, "JOB_LOST")
    assert failing.arguments == {}
    assert get_outcome(other) == (JobState.DONE, "")
    assert "no such import" in caplog.text


def test_end_of_a_job_is_retried_after_a_database_error(ana: Actor) -> None:
    pending_errors = [OperationalError("server closed the connection")]

    def on_end(job: Job) -> None:
        if pending_errors:
            raise pending_errors.pop()

    register_job_handler("troubled", do_nothing, on_end=on_end)
    job = enqueue_job("troubled", {}, actor=ana)
    Job.objects.update(state=JobState.RUNNING, attempts=MAX_ATTEMPTS, heartbeat_at=timezone.now() - LEASE_TIMEOUT)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        with pytest.raises(OperationalError):
            run_pending_jobs()
        clock.shift(LEASE_TIMEOUT)
        run_pending_jobs()
    assert get_outcome(job) == (JobState.FAILED, "JOB_LOST")


def test_worker_that_lost_its_lease_changes_nothing(ana: Actor) -> None:
    def handler(context: JobContext) -> dict[str, Any]:
        Job.objects.update(attempts=2)  # as if claimed by another worker
        context.record_heartbeat()
        context.report_progress(1, 2)
        return {}

    job = enqueue_sample_job(handler, ana)
    run_pending_jobs()
    assert get_outcome(job) == (JobState.RUNNING, "")
    assert (job.result, job.finished_at) == (None, None)


@pytest.mark.django_db(transaction=True)
def test_concurrent_workers_run_each_job_once() -> None:
    done: list[str] = []
    register_job_handler("made up", lambda context: done.append(context.arguments["number"]))
    users = [factories.person(f"p{number}", Role.ADMIN).actor for number in range(4)]
    for number in range(20):
        enqueue_job("made up", {"number": number}, actor=users[number % 4])

    def work(_: int) -> int:
        try:
            return run_pending_jobs()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(work, range(4))) == 20
    assert sorted(done) == list(range(20))


@pytest.mark.django_db(transaction=True)
def test_job_of_a_killed_worker_is_retried() -> None:
    reached, write_end = os.pipe()
    first = os.getpid()

    def handler(context: JobContext) -> dict[str, Any]:
        context.report_progress(1, 2)
        if os.getpid() != first:
            context.record_heartbeat()
            os.write(write_end, b"half")
            signal.pause()
        return {"whole": True}

    job = enqueue_sample_job(handler, factories.person("ana", Role.ADMIN).actor)
    connections.close_all()
    if (worker := os.fork()) == 0:
        try:
            run_pending_jobs()
        finally:
            os._exit(0)
    assert os.read(reached, 4) == b"half"
    os.kill(worker, signal.SIGKILL)
    os.waitpid(worker, 0)
    assert get_outcome(job) == (JobState.RUNNING, "")
    assert job.percent == 50
    assert run_pending_jobs() == 0, "it may be slow only"
    with time_machine.travel(timezone.now() + LEASE_TIMEOUT, tick=False):
        assert run_pending_jobs() == 1
    assert get_outcome(job) == (JobState.DONE, "")
    assert (job.attempts, job.result) == (2, {"whole": True})


@pytest.mark.django_db(transaction=True)
def test_heartbeat_thread_runs_during_a_long_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("portal_backend.jobs.context.JOB_HEARTBEAT_INTERVAL", 0.01)
    ana = factories.person("ana", Role.ADMIN).actor

    def handler(context: JobContext) -> None:
        cancel(job.pk, "made up", actor=ana)
        deadline = timezone.now() + timedelta(seconds=30)
        while timezone.now() < deadline:
            context.report_progress(1, 2)

    job = enqueue_sample_job(handler, ana)
    run_pending_jobs()
    assert get_outcome(job) == (JobState.CANCELLED, "")
