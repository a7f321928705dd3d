"""Shutdown of a worker: it returns its current job to the queue.

The attempt does not count as failed.
"""

import signal
from collections.abc import Iterator

import pytest
from celery.signals import worker_shutting_down

from portal_backend.core.actor import Actor
from portal_backend.core.cancellation import CancellationToken, raise_if_canceled
from portal_backend.exports.export_files import delete_export_files
from portal_backend.jobs.models import JobState
from portal_backend.jobs.queue import JobCanceled, JobContext, cancel, enqueue_job
from portal_backend.jobs.worker import MAX_ATTEMPTS, run_pending_jobs
from tests.jobs.sample_jobs import enqueue_sample_job, get_outcome

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def shutdown_token(monkeypatch: pytest.MonkeyPatch) -> Iterator[CancellationToken]:
    """Return the shutdown token of this test."""
    token = CancellationToken()
    for module in ("core.cancellation", "jobs.worker", "config.celery"):
        monkeypatch.setattr(f"portal_backend.{module}.shutdown", token)
    return token


@pytest.fixture(autouse=True)
def _signals() -> Iterator[None]:
    """Restore the signal handlers that a shutdown replaces."""
    before = {each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGINT)}
    yield
    for each, handler in before.items():
        signal.signal(each, handler)


@pytest.mark.parametrize("check", ["progress", "raise_if_canceled"])
def test_shutdown_returns_the_current_job_to_the_queue(
    check: str, ana: Actor, shutdown_token: CancellationToken
) -> None:
    finished: list[str] = []

    def handler(context: JobContext) -> None:
        if context.arguments["name"] == "first" and context.attempt == 1:
            worker_shutting_down.send(sender=None)
        if check == "progress":
            context.report_progress(1, 2)
        else:
            raise_if_canceled()
        finished.append(context.arguments["name"])

    job = enqueue_sample_job(handler, ana, name="first")
    enqueue_job("made up", {"name": "second"}, actor=ana)
    assert run_pending_jobs() == 1, "nothing new is begun"
    assert get_outcome(job) == (JobState.WAITING, "")
    assert (finished, job.attempts, job.interruptions, job.heartbeat_at) == ([], 1, 1, None)
    shutdown_token._canceled.clear()
    assert run_pending_jobs() == 2
    assert get_outcome(job) == (JobState.DONE, "")
    assert finished == ["first", "second"]


def test_shutdown_does_not_count_as_a_failed_attempt(ana: Actor, shutdown_token: CancellationToken) -> None:
    def handler(context: JobContext) -> None:
        if context.attempt <= 2 * MAX_ATTEMPTS:
            shutdown_token.cancel()
        context.report_progress(1, 2)

    job = enqueue_sample_job(handler, ana)
    for _ in range(2 * MAX_ATTEMPTS):
        run_pending_jobs()
        assert get_outcome(job) == (JobState.WAITING, "")
        shutdown_token._canceled.clear()
    run_pending_jobs()
    assert get_outcome(job) == (JobState.DONE, "")
    removed: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("portal_backend.exports.export_files.default_storage.delete", removed.append, raising=False)
        delete_export_files(job)
    assert len(removed) == job.attempts == 2 * MAX_ATTEMPTS + 1, "the file of each attempt goes"


def test_second_signal_ends_the_worker_at_once(shutdown_token: CancellationToken) -> None:
    worker_shutting_down.send(sender=None)
    assert shutdown_token.is_canceled()
    for each in (signal.SIGTERM, signal.SIGINT):
        assert signal.getsignal(each) == signal.SIG_DFL


def test_cancellation_interrupts_nested_code(ana: Actor) -> None:
    """Code that only calls `raise_if_canceled` is interrupted, too."""

    def handler(context: JobContext) -> None:
        cancel(context.id, "made up", actor=ana)
        context.record_heartbeat()
        try:
            raise_if_canceled()
        except JobCanceled:
            pytest.fail("the exception that passes everything comes first")

    job = enqueue_sample_job(handler, ana)
    run_pending_jobs()
    assert get_outcome(job) == (JobState.CANCELLED, "")


def test_sender_stops_at_a_shutdown(shutdown_token: CancellationToken, monkeypatch: pytest.MonkeyPatch) -> None:
    from portal_backend.notifications import mail_sender

    monkeypatch.setattr(mail_sender, "shutdown", shutdown_token)
    monkeypatch.setattr(mail_sender, "_claim_next_mail", lambda: pytest.fail("another mail was begun"))
    shutdown_token.cancel()
    assert mail_sender.send_due_mails() == 0
