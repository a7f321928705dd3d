"""A job outlives its worker: begun again by another, given up in the end, and never done by two at once."""

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


def test_a_database_that_goes_away_leaves_it_to_a_later_try(ana: Actor) -> None:
    tries: list[int] = []

    def do(running: Running) -> None:
        tries.append(1)
        if len(tries) == 1:
            raise OperationalError("server closed the connection")

    job = begin(do, ana)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        with pytest.raises(OperationalError):
            do_waiting_jobs()
        assert do_waiting_jobs() == 0, "its worker may still be at it"
        clock.shift(SILENCE)
        assert do_waiting_jobs() == 1
    assert ended(job) == (JobState.DONE, "")
    assert len(tries) == 2


def test_one_that_every_worker_dies_of_is_given_up(ana: Actor) -> None:
    job = begin(nothing, ana)
    Job.objects.update(state=JobState.RUNNING, attempts=ATTEMPTS, beat_at=timezone.now() - SILENCE)
    do_waiting_jobs()
    assert ended(job) == (JobState.FAILED, "JOB_LOST")


def test_a_dead_workers_job_that_was_cancelled_is_not_begun_again(ana: Actor) -> None:
    job = begin(nothing, ana)
    Job.objects.update(state=JobState.RUNNING, attempts=1, beat_at=timezone.now() - SILENCE)
    cancel(job.pk, "made up", actor=ana)
    do_waiting_jobs()
    assert ended(job) == (JobState.CANCELLED, "")


def test_a_kind_that_cannot_note_an_end_keeps_neither_its_job_open_nor_the_others_waiting(
    ana: Actor, caplog: pytest.LogCaptureFixture
) -> None:
    def note(job: Job) -> None:
        Job.objects.filter(pk=job.pk).update(arguments={"noted": "half"})
        raise RuntimeError("no such import")

    handles("troubled", ended=note)(nothing)
    troubled = start("troubled", {}, actor=ana)
    Job.objects.update(state=JobState.RUNNING, attempts=ATTEMPTS, beat_at=timezone.now() - SILENCE)
    other = begin(nothing, ana)
    do_waiting_jobs()
    assert ended(troubled) == (JobState.FAILED, "JOB_LOST")
    assert troubled.arguments == {}
    assert ended(other) == (JobState.DONE, "")
    assert "no such import" in caplog.text


def test_an_end_that_no_database_could_note_is_left_to_a_later_try(ana: Actor) -> None:
    gone = [OperationalError("server closed the connection")]

    def note(job: Job) -> None:
        if gone:
            raise gone.pop()

    handles("troubled", ended=note)(nothing)
    job = start("troubled", {}, actor=ana)
    Job.objects.update(state=JobState.RUNNING, attempts=ATTEMPTS, beat_at=timezone.now() - SILENCE)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        with pytest.raises(OperationalError):
            do_waiting_jobs()
        clock.shift(SILENCE)
        do_waiting_jobs()
    assert ended(job) == (JobState.FAILED, "JOB_LOST")


def test_a_worker_that_was_silent_too_long_changes_nothing_any_more(ana: Actor) -> None:
    def do(running: Running) -> dict[str, Any]:
        Job.objects.update(attempts=2)  # another has it
        running.beat()
        running.progress(1, 2)
        return {}

    job = begin(do, ana)
    do_waiting_jobs()
    assert ended(job) == (JobState.RUNNING, "")
    assert (job.result, job.finished_at) == (None, None)


@pytest.mark.django_db(transaction=True)
def test_many_workers_do_each_once() -> None:
    done: list[str] = []
    handles("made up")(lambda running: done.append(running.arguments["number"]))
    people = [factories.person(f"p{number}", Role.ADMIN).actor for number in range(4)]
    for number in range(20):
        start("made up", {"number": number}, actor=people[number % 4])

    def work(_: int) -> int:
        try:
            return do_waiting_jobs()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(work, range(4))) == 20
    assert sorted(done) == list(range(20))


@pytest.mark.django_db(transaction=True)
def test_a_worker_killed_in_the_middle_is_followed_by_another() -> None:
    reached, tell = os.pipe()
    first = os.getpid()

    def do(running: Running) -> dict[str, Any]:
        running.progress(1, 2)
        if os.getpid() != first:
            running.beat()
            os.write(tell, b"half")
            signal.pause()
        return {"whole": True}

    job = begin(do, factories.person("ana", Role.ADMIN).actor)
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
def test_the_heart_beats_beside_a_long_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("portal_backend.jobs.running.SECONDS_BETWEEN_BEATS", 0.01)
    ana = factories.person("ana", Role.ADMIN).actor

    def do(running: Running) -> None:
        cancel(job.pk, "made up", actor=ana)
        give_up = timezone.now() + timedelta(seconds=30)
        while timezone.now() < give_up:
            running.progress(1, 2)

    job = begin(do, ana)
    do_waiting_jobs()
    assert ended(job) == (JobState.CANCELLED, "")
