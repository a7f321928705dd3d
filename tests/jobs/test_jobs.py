"""Jobs: execution, progress, cancellation, failures and permissions."""

import errno
import os
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import override_settings
from django.utils import translation

from portal_backend.accounts.grants import build_actor, set_followed_clients
from portal_backend.config.celery import app
from portal_backend.core.actor import Actor, Role
from portal_backend.core.errors import ApiError
from portal_backend.core.translations import get_current_language
from portal_backend.jobs import registry, tasks
from portal_backend.jobs.models import Job, JobState
from portal_backend.jobs.queue import JobContext, cancel, enqueue_job, get_job, register_job_handler
from portal_backend.jobs.worker import run_pending_jobs
from tests import factories
from tests.jobs.sample_jobs import do_nothing, enqueue_sample_job, get_outcome

pytestmark = pytest.mark.django_db


def test_runs_for_its_owner_in_the_language_of_the_request(ana: Actor) -> None:
    def handler(context: JobContext) -> dict[str, Any]:
        return {"of": context.arguments["of"], "by": context.owner.username, "in": get_current_language()}

    with translation.override("es"):
        job = enqueue_sample_job(handler, ana, of="parts")
    assert (job.state, job.percent) == (JobState.WAITING, None)
    assert run_pending_jobs() == 1
    assert get_outcome(job) == (JobState.DONE, "")
    assert (job.result, job.percent) == ({"of": "parts", "by": "ana", "in": "es"}, 100)
    assert run_pending_jobs() == 0


def test_rolled_back_job_is_not_run(ana: Actor) -> None:
    with transaction.atomic():
        enqueue_sample_job(do_nothing, ana)
        transaction.set_rollback(True)
    assert run_pending_jobs() == 0


def test_wakes_a_worker_after_the_commit(ana: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[str] = []
    monkeypatch.setattr(tasks, "trigger_task", woken.append)
    connection.run_on_commit.clear()
    enqueue_sample_job(do_nothing, ana)
    assert woken == []
    [(_, wake, _)] = connection.run_on_commit
    wake()
    assert woken == ["jobs.run"]


def test_jobs_have_a_queue_of_their_own() -> None:
    route = app.amqp.router.route
    assert route({}, "jobs.run")["queue"].name == "jobs"
    assert route({}, "mail.send")["queue"].name == "mails"


def test_heartbeat_stores_progress(ana: Actor) -> None:
    seen: list[int | None] = []

    def handler(context: JobContext) -> None:
        for done in (0, 333, 1000):
            context.report_progress(done, 1000)
            context.record_heartbeat()
            seen.append(Job.objects.get().percent)

    enqueue_sample_job(handler, ana)
    run_pending_jobs()
    assert seen == [0, 33, 100]


def test_progress_between_heartbeats_makes_no_queries(ana: Actor, django_assert_num_queries: Any) -> None:
    def handler(context: JobContext) -> None:
        with django_assert_num_queries(0):
            for done in range(1000):
                context.report_progress(done, 1000)

    job = enqueue_sample_job(handler, ana)
    run_pending_jobs()
    assert get_outcome(job) == (JobState.DONE, "")


def test_waiting_job_is_canceled_at_once(ana: Actor) -> None:
    job = enqueue_sample_job(do_nothing, ana)
    assert cancel(job.pk, "made up", actor=ana).state == JobState.CANCELLED
    assert run_pending_jobs() == 0


def test_running_job_is_canceled_at_its_next_progress_report(ana: Actor) -> None:
    steps: list[int] = []

    def handler(context: JobContext) -> None:
        for done in range(10):
            context.report_progress(done, 10)
            steps.append(done)
            if done == 3:
                assert cancel(job.pk, "made up", actor=ana).state == JobState.RUNNING
                context.record_heartbeat()

    job = enqueue_sample_job(handler, ana)
    run_pending_jobs()
    assert get_outcome(job) == (JobState.CANCELLED, "")
    assert steps == [0, 1, 2, 3]


def test_job_that_finishes_before_the_cancellation_is_done(ana: Actor) -> None:
    def handler(context: JobContext) -> dict[str, Any]:
        cancel(job.pk, "made up", actor=ana)
        return {"rows": 7}

    job = enqueue_sample_job(handler, ana)
    run_pending_jobs()
    assert get_outcome(job) == (JobState.DONE, "")
    assert cancel(job.pk, "made up", actor=ana).state == JobState.DONE


def test_stores_error_code_and_logs_unexpected_errors(ana: Actor, caplog: pytest.LogCaptureFixture) -> None:
    def raise_api_error(context: JobContext) -> None:
        raise ApiError(409, "IN_USE")

    refused = enqueue_sample_job(raise_api_error, ana)
    run_pending_jobs()
    assert get_outcome(refused) == (JobState.FAILED, "IN_USE")
    assert refused.finished_at is not None
    registry.JOB_TYPES.pop("made up")

    failing = enqueue_sample_job(lambda context: {"half": 1 // 0}, ana)
    run_pending_jobs()
    assert get_outcome(failing) == (JobState.FAILED, "SERVER_ERROR")
    assert "ZeroDivisionError" in caplog.text


def test_full_disk_fails_as_unavailable(ana: Actor) -> None:
    def handler(context: JobContext) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    job = enqueue_sample_job(handler, ana)
    run_pending_jobs()
    assert get_outcome(job) == (JobState.FAILED, "UNAVAILABLE")


def test_job_without_a_handler_fails(ana: Actor) -> None:
    job = enqueue_sample_job(do_nothing, ana)
    registry.JOB_TYPES.pop("made up")
    run_pending_jobs()
    assert get_outcome(job) == (JobState.FAILED, "SERVER_ERROR")
    with pytest.raises(KeyError):
        enqueue_job("made up", {}, actor=ana)


def lock(actor: Actor) -> None:
    factories.User.objects.filter(pk=actor.user_id).update(locked=True)


def change_role(actor: Actor) -> None:
    factories.User.objects.filter(pk=actor.user_id).update(role=Role.SUPERVISOR)


def change_client(actor: Actor) -> None:
    set_followed_clients(factories.User.objects.get(pk=actor.user_id), [])


@pytest.mark.parametrize("change", [lock, change_role, change_client])
@pytest.mark.parametrize("when", ["before", "meanwhile"])
def test_job_fails_if_the_owners_permissions_change(change: Callable[[Actor], None], when: str, ana: Actor) -> None:
    def handler(context: JobContext) -> dict[str, Any]:
        change(ana)
        context.record_heartbeat()
        context.report_progress(1, 2)
        return {"secret": 1}

    job = enqueue_sample_job(handler, ana)
    if when == "before":
        change(ana)
    run_pending_jobs()
    assert get_outcome(job) == (JobState.FAILED, "FORBIDDEN")
    assert job.result is None


def test_rejects_second_handler_of_a_kind(ana: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "JOB_TYPES", {})
    register_job_handler("made up", do_nothing)
    with pytest.raises(ValueError, match="duplicate handler for made up"):
        register_job_handler("made up", len)  # type: ignore[arg-type]
    assert registry.JOB_TYPES["made up"].handler is do_nothing


def test_job_of_another_user_is_not_found(ana: Actor) -> None:
    job = enqueue_sample_job(do_nothing, ana)
    eva = factories.person("eva", Role.ADMIN).actor
    for function in (get_job, cancel):
        for unknown in ((job.pk, "made up", eva), ("unknown", "made up", ana), (job.pk, "other", ana)):
            with pytest.raises(ApiError) as refused:
                function(*unknown[:2], actor=unknown[2])
            assert refused.value.code == "NOT_FOUND"
    assert get_job(job.pk, "made up", actor=ana) == job
    change_client(ana)
    with pytest.raises(ApiError):
        get_job(job.pk, "made up", actor=build_actor(factories.User.objects.get(pk=ana.user_id)))


@override_settings(MAX_OPEN_JOBS=2)
def test_limit_of_unfinished_jobs_per_user(ana: Actor) -> None:
    enqueue_sample_job(do_nothing, ana)
    enqueue_job("made up", {}, actor=ana)
    with pytest.raises(ApiError) as refused:
        enqueue_job("made up", {}, actor=ana)
    assert refused.value.status == 429
    enqueue_job("made up", {}, actor=factories.person("eva", Role.ADMIN).actor)
    run_pending_jobs()
    enqueue_job("made up", {}, actor=ana)


def test_waiting_job_is_canceled_despite_an_error_in_its_callback(ana: Actor) -> None:
    def on_end(job: Job) -> None:
        raise RuntimeError("no such import")

    register_job_handler("made up", do_nothing, on_end=on_end)
    job = enqueue_job("made up", {}, actor=ana)
    cancel(job.pk, "made up", actor=ana)
    assert get_outcome(job) == (JobState.CANCELLED, "")
