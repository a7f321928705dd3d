"""Jobs: execution, progress, cancellation, failures and permissions."""

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


def test_runs_for_its_owner_in_the_language_of_the_request(ana: Actor) -> None:
    def handler(context: Running) -> dict[str, Any]:
        return {"of": context.arguments["of"], "by": context.owner.username, "in": current_language()}

    with translation.override("es"):
        job = begin(handler, ana, of="parts")
    assert (job.state, job.percent) == (JobState.WAITING, None)
    assert do_waiting_jobs() == 1
    assert ended(job) == (JobState.DONE, "")
    assert (job.result, job.percent) == ({"of": "parts", "by": "ana", "in": "es"}, 100)
    assert do_waiting_jobs() == 0


def test_rolled_back_job_is_not_run(ana: Actor) -> None:
    with transaction.atomic():
        begin(nothing, ana)
        transaction.set_rollback(True)
    assert do_waiting_jobs() == 0


def test_wakes_a_worker_after_the_commit(ana: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_heartbeat_stores_progress(ana: Actor) -> None:
    seen: list[int | None] = []

    def handler(context: Running) -> None:
        for done in (0, 333, 1000):
            context.progress(done, 1000)
            context.beat()
            seen.append(Job.objects.get().percent)

    begin(handler, ana)
    do_waiting_jobs()
    assert seen == [0, 33, 100]


def test_progress_between_heartbeats_makes_no_queries(ana: Actor, django_assert_num_queries: Any) -> None:
    def handler(context: Running) -> None:
        with django_assert_num_queries(0):
            for done in range(1000):
                context.progress(done, 1000)

    job = begin(handler, ana)
    do_waiting_jobs()
    assert ended(job) == (JobState.DONE, "")


def test_waiting_job_is_canceled_at_once(ana: Actor) -> None:
    job = begin(nothing, ana)
    assert cancel(job.pk, "made up", actor=ana).state == JobState.CANCELLED
    assert do_waiting_jobs() == 0


def test_running_job_is_canceled_at_its_next_progress_report(ana: Actor) -> None:
    steps: list[int] = []

    def handler(context: Running) -> None:
        for done in range(10):
            context.progress(done, 10)
            steps.append(done)
            if done == 3:
                assert cancel(job.pk, "made up", actor=ana).state == JobState.RUNNING
                context.beat()

    job = begin(handler, ana)
    do_waiting_jobs()
    assert ended(job) == (JobState.CANCELLED, "")
    assert steps == [0, 1, 2, 3]


def test_job_that_finishes_before_the_cancellation_is_done(ana: Actor) -> None:
    def handler(context: Running) -> dict[str, Any]:
        cancel(job.pk, "made up", actor=ana)
        return {"rows": 7}

    job = begin(handler, ana)
    do_waiting_jobs()
    assert ended(job) == (JobState.DONE, "")
    assert cancel(job.pk, "made up", actor=ana).state == JobState.DONE


def test_stores_error_code_and_logs_unexpected_errors(ana: Actor, caplog: pytest.LogCaptureFixture) -> None:
    def raise_api_error(context: Running) -> None:
        raise Refusal(409, "IN_USE")

    refused = begin(raise_api_error, ana)
    do_waiting_jobs()
    assert ended(refused) == (JobState.FAILED, "IN_USE")
    assert refused.finished_at is not None
    kinds.KINDS.pop("made up")

    failing = begin(lambda context: {"half": 1 // 0}, ana)
    do_waiting_jobs()
    assert ended(failing) == (JobState.FAILED, "SERVER_ERROR")
    assert "ZeroDivisionError" in caplog.text


def test_full_disk_fails_as_unavailable(ana: Actor) -> None:
    def handler(context: Running) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    job = begin(handler, ana)
    do_waiting_jobs()
    assert ended(job) == (JobState.FAILED, "UNAVAILABLE")


def test_job_without_a_handler_fails(ana: Actor) -> None:
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
def test_job_fails_if_the_owners_permissions_change(change: Callable[[Actor], None], when: str, ana: Actor) -> None:
    def handler(context: Running) -> dict[str, Any]:
        change(ana)
        context.beat()
        context.progress(1, 2)
        return {"secret": 1}

    job = begin(handler, ana)
    if when == "before":
        change(ana)
    do_waiting_jobs()
    assert ended(job) == (JobState.FAILED, "FORBIDDEN")
    assert job.result is None


def test_rejects_second_handler_of_a_kind(ana: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "KINDS", {})
    handles("made up")(nothing)
    with pytest.raises(ValueError, match="duplicate handler for made up"):
        handles("made up")(len)  # type: ignore[arg-type]
    assert kinds.KINDS["made up"].run is nothing


def test_job_of_another_user_is_not_found(ana: Actor) -> None:
    job = begin(nothing, ana)
    eva = factories.person("eva", Role.ADMIN).actor
    for function in (job_of, cancel):
        for unknown in ((job.pk, "made up", eva), ("unknown", "made up", ana), (job.pk, "other", ana)):
            with pytest.raises(Refusal) as refused:
                function(*unknown[:2], actor=unknown[2])
            assert refused.value.code == "NOT_FOUND"
    assert job_of(job.pk, "made up", actor=ana) == job
    change_client(ana)
    with pytest.raises(Refusal):
        job_of(job.pk, "made up", actor=actor_for(factories.User.objects.get(pk=ana.user_id)))


@override_settings(JOBS_AT_ONCE=2)
def test_limit_of_unfinished_jobs_per_user(ana: Actor) -> None:
    begin(nothing, ana)
    start("made up", {}, actor=ana)
    with pytest.raises(Refusal) as refused:
        start("made up", {}, actor=ana)
    assert refused.value.status == 429
    start("made up", {}, actor=factories.person("eva", Role.ADMIN).actor)
    do_waiting_jobs()
    start("made up", {}, actor=ana)


def test_waiting_job_is_canceled_despite_an_error_in_its_callback(ana: Actor) -> None:
    def on_end(job: Job) -> None:
        raise RuntimeError("no such import")

    handles("made up", ended=on_end)(nothing)
    job = start("made up", {}, actor=ana)
    cancel(job.pk, "made up", actor=ana)
    assert ended(job) == (JobState.CANCELLED, "")
