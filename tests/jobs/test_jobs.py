"""Long work: done once for its owner, told how far it is, ended when asked to, begun again when its worker dies."""

import errno
import os
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import override_settings
from django.utils import translation

from portal_backend.accounts.grants import actor_for
from portal_backend.base.actor import Actor, Role
from portal_backend.base.errors import Refusal
from portal_backend.base.words import current_language
from portal_backend.celery import app
from portal_backend.jobs import kinds, tasks
from portal_backend.jobs.doing import do_waiting_jobs
from portal_backend.jobs.models import Job, JobState
from portal_backend.jobs.work import Running, cancel, handles, job_of, start
from tests import factories
from tests.jobs.made_up import begin, ended, nothing

pytestmark = pytest.mark.django_db


def test_it_is_done_for_its_owner_in_its_language(ana: Actor) -> None:
    def do(running: Running) -> dict[str, Any]:
        return {"of": running.arguments["of"], "by": running.owner.username, "in": current_language()}

    with translation.override("es"):
        job = begin(do, ana, of="parts")
    assert (job.state, job.percent) == (JobState.WAITING, None)
    assert do_waiting_jobs() == 1
    assert ended(job) == (JobState.DONE, "")
    assert (job.result, job.percent) == ({"of": "parts", "by": "ana", "in": "es"}, 100)
    assert do_waiting_jobs() == 0


def test_what_is_rolled_back_is_not_begun(ana: Actor) -> None:
    with transaction.atomic():
        begin(nothing, ana)
        transaction.set_rollback(True)
    assert do_waiting_jobs() == 0


def test_a_worker_is_woken_once_it_is_committed(ana: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[str] = []
    monkeypatch.setattr(tasks, "wake", woken.append)
    connection.run_on_commit.clear()
    begin(nothing, ana)
    assert woken == []
    [(_, wake, _)] = connection.run_on_commit
    wake()
    assert woken == ["jobs.work"]


def test_jobs_have_a_queue_of_their_own() -> None:
    route = app.amqp.router.route
    assert route({}, "jobs.work")["queue"].name == "jobs"
    assert route({}, "mail.send")["queue"].name == "mails"


def test_it_tells_how_far_it_is(ana: Actor) -> None:
    seen: list[int | None] = []

    def do(running: Running) -> None:
        for done in (0, 333, 1000):
            running.progress(done, 1000)
            running.beat()
            seen.append(Job.objects.get().percent)

    begin(do, ana)
    do_waiting_jobs()
    assert seen == [0, 33, 100]


def test_steps_between_two_beats_ask_the_database_nothing(ana: Actor, django_assert_num_queries: Any) -> None:
    def do(running: Running) -> None:
        with django_assert_num_queries(0):
            for done in range(1000):
                running.progress(done, 1000)

    job = begin(do, ana)
    do_waiting_jobs()
    assert ended(job) == (JobState.DONE, "")


def test_one_that_waits_is_cancelled_at_once(ana: Actor) -> None:
    job = begin(nothing, ana)
    assert cancel(job.pk, "made up", actor=ana).state == JobState.CANCELLED
    assert do_waiting_jobs() == 0


def test_one_that_is_under_way_ends_at_its_next_step(ana: Actor) -> None:
    steps: list[int] = []

    def do(running: Running) -> None:
        for done in range(10):
            running.progress(done, 10)
            steps.append(done)
            if done == 3:
                assert cancel(job.pk, "made up", actor=ana).state == JobState.RUNNING
                running.beat()

    job = begin(do, ana)
    do_waiting_jobs()
    assert ended(job) == (JobState.CANCELLED, "")
    assert steps == [0, 1, 2, 3]


def test_what_was_done_before_the_cancel_came_counts(ana: Actor) -> None:
    def do(running: Running) -> dict[str, Any]:
        cancel(job.pk, "made up", actor=ana)
        return {"rows": 7}

    job = begin(do, ana)
    do_waiting_jobs()
    assert ended(job) == (JobState.DONE, "")
    assert cancel(job.pk, "made up", actor=ana).state == JobState.DONE


def test_a_refusal_is_told_by_its_code_and_a_fault_is_logged(ana: Actor, caplog: pytest.LogCaptureFixture) -> None:
    def refuse(running: Running) -> None:
        raise Refusal(409, "IN_USE")

    refused = begin(refuse, ana)
    do_waiting_jobs()
    assert ended(refused) == (JobState.FAILED, "IN_USE")
    assert refused.finished_at is not None
    kinds.KINDS.pop("made up")

    faulty = begin(lambda running: {"half": 1 // 0}, ana)
    do_waiting_jobs()
    assert ended(faulty) == (JobState.FAILED, "SERVER_ERROR")
    assert "ZeroDivisionError" in caplog.text


def test_a_full_disk_is_told_as_such(ana: Actor) -> None:
    def do(running: Running) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    job = begin(do, ana)
    do_waiting_jobs()
    assert ended(job) == (JobState.FAILED, "UNAVAILABLE")


def test_one_of_a_kind_that_is_gone_fails(ana: Actor) -> None:
    job = begin(nothing, ana)
    kinds.KINDS.pop("made up")
    do_waiting_jobs()
    assert ended(job) == (JobState.FAILED, "SERVER_ERROR")
    with pytest.raises(KeyError):
        start("made up", {}, actor=ana)


def lock(actor: Actor) -> None:
    factories.User.objects.filter(pk=actor.user_id).update(locked=True)


def change_role(actor: Actor) -> None:
    factories.User.objects.filter(pk=actor.user_id).update(role=Role.SUPERVISOR)


def change_client(actor: Actor) -> None:
    factories.follow_clients(factories.User.objects.get(pk=actor.user_id), [])


@pytest.mark.parametrize("change", [lock, change_role, change_client])
@pytest.mark.parametrize("when", ["before", "meanwhile"])
def test_an_owner_who_may_not_any_more_gets_nothing(change: Callable[[Actor], None], when: str, ana: Actor) -> None:
    def do(running: Running) -> dict[str, Any]:
        change(ana)
        running.beat()
        running.progress(1, 2)
        return {"secret": 1}

    job = begin(do, ana)
    if when == "before":
        change(ana)
    do_waiting_jobs()
    assert ended(job) == (JobState.FAILED, "FORBIDDEN")
    assert job.result is None


def test_a_kind_is_done_by_one(ana: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "KINDS", {})
    handles("made up")(nothing)
    with pytest.raises(ValueError, match="two do made up"):
        handles("made up")(len)  # type: ignore[arg-type]
    assert kinds.KINDS["made up"].run is nothing


def test_nobody_else_knows_it(ana: Actor) -> None:
    job = begin(nothing, ana)
    eva = factories.person("eva", Role.ADMIN).actor
    for ask in (job_of, cancel):
        for wrong in ((job.pk, "made up", eva), ("unknown", "made up", ana), (job.pk, "other", ana)):
            with pytest.raises(Refusal) as refused:
                ask(*wrong[:2], actor=wrong[2])
            assert refused.value.code == "NOT_FOUND"
    assert job_of(job.pk, "made up", actor=ana) == job
    change_client(ana)
    with pytest.raises(Refusal):
        job_of(job.pk, "made up", actor=actor_for(factories.User.objects.get(pk=ana.user_id)))


@override_settings(JOBS_AT_ONCE=2)
def test_one_user_has_only_so_many_at_once(ana: Actor) -> None:
    begin(nothing, ana)
    start("made up", {}, actor=ana)
    with pytest.raises(Refusal) as refused:
        start("made up", {}, actor=ana)
    assert refused.value.status == 429
    start("made up", {}, actor=factories.person("eva", Role.ADMIN).actor)
    do_waiting_jobs()
    start("made up", {}, actor=ana)


def test_one_that_waits_is_cancelled_though_its_kind_cannot_note_it(ana: Actor) -> None:
    def note(job: Job) -> None:
        raise RuntimeError("no such import")

    handles("made up", ended=note)(nothing)
    job = start("made up", {}, actor=ana)
    cancel(job.pk, "made up", actor=ana)
    assert ended(job) == (JobState.CANCELLED, "")
