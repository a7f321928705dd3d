"""Whose job is next: users come by turns, short jobs before long ones, and no long one waits for ever."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.utils import timezone
from time_machine import Traveller

from portal_backend.base.actor import Actor, Role
from portal_backend.jobs.doing import SILENCE, do_waiting_jobs
from portal_backend.jobs.models import Job, JobState
from portal_backend.jobs.work import MAX_DELAY, Running, handles, start
from tests import factories

pytestmark = pytest.mark.django_db
LONG = 150.0


@pytest.fixture
def eva() -> Actor:
    """Another user."""
    return factories.person("eva", Role.ADMIN).actor


@pytest.fixture
def done() -> list[str]:
    """What was done, in this order."""
    names: list[str] = []

    def do(running: Running) -> None:
        names.append(running.arguments["name"])

    handles("made up")(do)
    return names


@pytest.fixture
def clock() -> Iterator[Traveller]:
    """Time goes on when it is told to."""
    with time_machine.travel(datetime.fromisoformat("2026-03-01T12:00:00Z"), tick=False) as moment:
        yield moment


def ask(name: str, actor: Actor, seconds: float = 1.0) -> Job:
    return start("made up", {"name": name}, actor=actor, seconds=seconds)


def test_another_user_does_not_wait_for_all_that_one_has_asked_for(ana: Actor, eva: Actor, done: list[str]) -> None:
    for number in range(4):
        ask(f"ana {number}", ana, LONG)
    ask("eva", eva)
    do_waiting_jobs()
    assert done == ["eva", "ana 0", "ana 1", "ana 2", "ana 3"]


def test_users_with_the_same_to_do_take_turns(ana: Actor, eva: Actor, done: list[str], clock: Traveller) -> None:
    for number in range(2):
        ask(f"ana {number}", ana, LONG)
    clock.shift(1)
    for number in range(2):
        ask(f"eva {number}", eva, LONG)
    do_waiting_jobs()
    assert done == ["ana 0", "eva 0", "ana 1", "eva 1"]


def test_short_jobs_come_before_long_ones(ana: Actor, eva: Actor, done: list[str]) -> None:
    ask("long", ana, LONG)
    ask("short", eva)
    do_waiting_jobs()
    assert done == ["short", "long"]


def test_a_long_job_is_not_overtaken_for_ever(ana: Actor, eva: Actor, done: list[str], clock: Traveller) -> None:
    ask("long", ana, 1_000_000.0)
    clock.shift(MAX_DELAY + timedelta(seconds=1))
    ask("short", eva)
    do_waiting_jobs()
    assert done == ["long", "short"]


def test_one_user_has_one_job_at_work_while_others_wait(ana: Actor, eva: Actor, done: list[str]) -> None:
    """Whatever waits longest."""
    ask("ana 0", ana)
    ask("ana 1", ana)
    ask("eva", eva, LONG)
    Job.objects.filter(arguments__name="ana 0").update(state=JobState.RUNNING, attempts=1, beat_at=timezone.now())
    do_waiting_jobs()
    assert done == ["eva", "ana 1"], "and a second one once nobody else waits"


def test_a_job_whose_worker_died_does_not_count_as_at_work(ana: Actor, eva: Actor, done: list[str]) -> None:
    ask("ana 0", ana)
    ask("ana 1", ana)
    ask("eva", eva, LONG)
    silent = timezone.now() - SILENCE
    Job.objects.filter(arguments__name="ana 0").update(state=JobState.RUNNING, attempts=1, beat_at=silent)
    do_waiting_jobs()
    assert done == ["ana 0", "ana 1", "eva"]


def test_a_row_of_an_older_version_takes_its_turn(ana: Actor, done: list[str]) -> None:
    """It knows nothing of turns, and still writes while this version migrates."""
    job = ask("old", ana)
    columns = "id, kind, owner_id, standing, language, arguments, state, done, total, attempts, error, created_at"
    with connection.cursor() as cursor:
        table = connection.ops.quote_name(Job._meta.db_table)
        cursor.execute(f"CREATE TEMPORARY TABLE kept AS SELECT {columns} FROM {table}")  # noqa: S608
        job.delete()
        cursor.execute(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM kept")  # noqa: S608
    do_waiting_jobs()
    assert done == ["old"]
