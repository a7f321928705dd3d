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

from portal_backend.base.actor import Actor, Role
from portal_backend.jobs.doing import ATTEMPTS, SILENCE, do_waiting_jobs
from portal_backend.jobs.models import Job, JobState
from portal_backend.jobs.work import Running, cancel, handles, start
from tests import factories
from tests.jobs.made_up import begin, ended, nothing

pytestmark = pytest.mark.django_db


def test_job_is_retried_after_a_database_error(ana: Actor) -> None:
    attempts: list[int] = []

    def handler(context: Running) -> None:
        attempts.append(1)
        if len(attempts) == 1:
            raise OperationalError("server closed the connection")

    job = begin(handler, ana)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        with pytest.raises(OperationalError):
            do_waiting_jobs()
        assert do_waiting_jobs() == 0, "its worker may still be at it"
        clock.shift(SILENCE)
        assert do_waiting_jobs() == 1
    assert ended(job) == (JobState.DONE, "")
    assert len(attempts) == 2


def test_job_fails_after_the_maximum_number_of_attempts(ana: Actor) -> None:
    job = begin(nothing, ana)
    Job.objects.update(state=JobState.RUNNING, attempts=ATTEMPTS, beat_at=timezone.now() - SILENCE)
    do_waiting_jobs()
    assert ended(job) == (JobState.FAILED, "JOB_LOST")


def test_canceled_job_of_a_dead_worker_is_not_retried(ana: Actor) -> None:
    job = begin(nothing, ana)
    Job.objects.update(state=JobState.RUNNING, attempts=1, beat_at=timezone.now() - SILENCE)
    cancel(job.pk, "made up", actor=ana)
    do_waiting_jobs()
    assert ended(job) == (JobState.CANCELLED, "")


def test_error_in_the_end_callback_delays_no_job(ana: Actor, caplog: pytest.LogCaptureFixture) -> None:
    def on_end(job: Job) -> None:
        Job.objects.filter(pk=job.pk).update(arguments={"noted": "half"})
        raise RuntimeError("no such import")

    handles("troubled", ended=on_end)(nothing)
    failing = start("troubled", {}, actor=ana)
    Job.objects.update(state=JobState.RUNNING, attempts=ATTEMPTS, beat_at=timezone.now() - SILENCE)
    other = begin(nothing, ana)
    do_waiting_jobs()
    assert ended(failing) == (JobState.FAILED, "JOB_LOST")
    assert failing.arguments == {}
    assert ended(other) == (JobState.DONE, "")
    assert "no such import" in caplog.text


def test_end_of_a_job_is_retried_after_a_database_error(ana: Actor) -> None:
    pending_errors = [OperationalError("server closed the connection")]

    def on_end(job: Job) -> None:
        if pending_errors:
            raise pending_errors.pop()

    handles("troubled", ended=on_end)(nothing)
    job = start("troubled", {}, actor=ana)
    Job.objects.update(state=JobState.RUNNING, attempts=ATTEMPTS, beat_at=timezone.now() - SILENCE)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        with pytest.raises(OperationalError):
            do_waiting_jobs()
        clock.shift(SILENCE)
        do_waiting_jobs()
    assert ended(job) == (JobState.FAILED, "JOB_LOST")


def test_worker_that_lost_its_lease_changes_nothing(ana: Actor) -> None:
    def handler(context: Running) -> dict[str, Any]:
        Job.objects.update(attempts=2)  # as if claimed by another worker
        context.beat()
        context.progress(1, 2)
        return {}

    job = begin(handler, ana)
    do_waiting_jobs()
    assert ended(job) == (JobState.RUNNING, "")
    assert (job.result, job.finished_at) == (None, None)


@pytest.mark.django_db(transaction=True)
def test_concurrent_workers_run_each_job_once() -> None:
    done: list[str] = []
    handles("made up")(lambda context: done.append(context.arguments["number"]))
    users = [factories.person(f"p{number}", Role.ADMIN).actor for number in range(4)]
    for number in range(20):
        start("made up", {"number": number}, actor=users[number % 4])

    def work(_: int) -> int:
        try:
            return do_waiting_jobs()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(work, range(4))) == 20
    assert sorted(done) == list(range(20))


@pytest.mark.django_db(transaction=True)
def test_job_of_a_killed_worker_is_retried() -> None:
    reached, write_end = os.pipe()
    first = os.getpid()

    def handler(context: Running) -> dict[str, Any]:
        context.progress(1, 2)
        if os.getpid() != first:
            context.beat()
            os.write(write_end, b"half")
            signal.pause()
        return {"whole": True}

    job = begin(handler, factories.person("ana", Role.ADMIN).actor)
    connections.close_all()
    if (worker := os.fork()) == 0:
        try:
            do_waiting_jobs()
        finally:
            os._exit(0)
    assert os.read(reached, 4) == b"half"
    os.kill(worker, signal.SIGKILL)
    os.waitpid(worker, 0)
    assert ended(job) == (JobState.RUNNING, "")
    assert job.percent == 50
    assert do_waiting_jobs() == 0, "it may be slow only"
    with time_machine.travel(timezone.now() + SILENCE, tick=False):
        assert do_waiting_jobs() == 1
    assert ended(job) == (JobState.DONE, "")
    assert (job.attempts, job.result) == (2, {"whole": True})


@pytest.mark.django_db(transaction=True)
def test_heartbeat_thread_runs_during_a_long_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("portal_backend.jobs.running.SECONDS_BETWEEN_BEATS", 0.01)
    ana = factories.person("ana", Role.ADMIN).actor

    def handler(context: Running) -> None:
        cancel(job.pk, "made up", actor=ana)
        deadline = timezone.now() + timedelta(seconds=30)
        while timezone.now() < deadline:
            context.progress(1, 2)

    job = begin(handler, ana)
    do_waiting_jobs()
    assert ended(job) == (JobState.CANCELLED, "")
