"""Shutdown of a worker: it returns its current job to the queue.

The attempt does not count as failed.
"""

import signal
from collections.abc import Iterator

import pytest

from portal_backend.config.worker import Worker, stop_workers
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
    for module in ("core.cancellation", "jobs.worker", "config.worker"):
        monkeypatch.setattr(f"portal_backend.{module}.shutdown", token)
    return token


@pytest.fixture(autouse=True)
def _signals() -> Iterator[None]:
    """Restore the signal handler that a shutdown replaces."""
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize("check", ["progress", "raise_if_canceled"])
def test_shutdown_returns_the_current_job_to_the_queue(
    check: str, ana: Actor, shutdown_token: CancellationToken
) -> None:
    finished: list[str] = []

    def handler(context: JobContext) -> None:
        if context.arguments["name"] == "first" and context.attempt == 1:
            stop_workers([], signal.SIGTERM)
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


def test_worker_starts_nothing_after_a_shutdown_signal(shutdown_token: CancellationToken) -> None:
    done: list[str] = []

    def stop() -> None:
        stop_workers([worker], signal.SIGTERM)

    worker = Worker({"first": (stop, 1.0), "second": (lambda: done.append("second"), 1.0)})
    worker.run()
    assert done == []
    assert shutdown_token.is_canceled()
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL, "a second signal ends it at once"


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


def test_celery_shutdown_signal_cancels_the_token(
    shutdown_token: CancellationToken, monkeypatch: pytest.MonkeyPatch
) -> None:
    from celery.signals import worker_shutting_down

    monkeypatch.setattr("portal_backend.config.celery.shutdown", shutdown_token)
    worker_shutting_down.send(sender=None)
    assert shutdown_token.is_canceled()


def test_sender_stops_at_a_shutdown(shutdown_token: CancellationToken, monkeypatch: pytest.MonkeyPatch) -> None:
    from portal_backend.notifications import mail_sender

    monkeypatch.setattr(mail_sender, "shutdown", shutdown_token)
    monkeypatch.setattr(mail_sender, "_claim_next_mail", lambda: pytest.fail("another mail was begun"))
    shutdown_token.cancel()
    assert mail_sender.send_due_mails() == 0
