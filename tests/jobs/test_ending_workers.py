"""Shutdown of a worker: it returns its current job to the queue.

The attempt does not count as failed.
"""

import signal
from collections.abc import Iterator

import pytest

from portal_backend.base.actor import Actor
from portal_backend.base.cancellation import CancellationToken, raise_if_canceled
from portal_backend.exports.making import forget_file
from portal_backend.jobs.doing import ATTEMPTS, do_waiting_jobs
from portal_backend.jobs.models import JobState
from portal_backend.jobs.work import Cancelled, Running, cancel, start
from portal_backend.worker import Worker, end
from tests.jobs.made_up import begin, ended

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def shutdown_token(monkeypatch: pytest.MonkeyPatch) -> Iterator[CancellationToken]:
    """Return the shutdown token of this test."""
    token = CancellationToken()
    for module in ("base.cancellation", "jobs.doing", "worker"):
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

    def handler(context: Running) -> None:
        if context.arguments["name"] == "first" and context.attempt == 1:
            end([], signal.SIGTERM)
        if check == "progress":
            context.progress(1, 2)
        else:
            raise_if_canceled()
        finished.append(context.arguments["name"])

    job = begin(handler, ana, name="first")
    start("made up", {"name": "second"}, actor=ana)
    assert do_waiting_jobs() == 1, "nothing new is begun"
    assert ended(job) == (JobState.WAITING, "")
    assert (finished, job.attempts, job.interruptions, job.beat_at) == ([], 1, 1, None)
    shutdown_token._canceled.clear()
    assert do_waiting_jobs() == 2
    assert ended(job) == (JobState.DONE, "")
    assert finished == ["first", "second"]


def test_shutdown_does_not_count_as_a_failed_attempt(ana: Actor, shutdown_token: CancellationToken) -> None:
    def handler(context: Running) -> None:
        if context.attempt <= 2 * ATTEMPTS:
            shutdown_token.cancel()
        context.progress(1, 2)

    job = begin(handler, ana)
    for _ in range(2 * ATTEMPTS):
        do_waiting_jobs()
        assert ended(job) == (JobState.WAITING, "")
        shutdown_token._canceled.clear()
    do_waiting_jobs()
    assert ended(job) == (JobState.DONE, "")
    removed: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("portal_backend.exports.making.default_storage.delete", removed.append, raising=False)
        forget_file(job)
    assert len(removed) == job.attempts == 2 * ATTEMPTS + 1, "the file of each attempt goes"


def test_worker_starts_nothing_after_a_shutdown_signal(shutdown_token: CancellationToken) -> None:
    done: list[str] = []

    def stop() -> None:
        end([worker], signal.SIGTERM)

    worker = Worker({"first": (stop, 1.0), "second": (lambda: done.append("second"), 1.0)})
    worker.run()
    assert done == []
    assert shutdown_token.is_canceled()
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL, "a second signal ends it at once"


def test_cancellation_interrupts_nested_code(ana: Actor) -> None:
    """Code that only calls `raise_if_canceled` is interrupted, too."""

    def handler(context: Running) -> None:
        cancel(context.id, "made up", actor=ana)
        context.beat()
        try:
            raise_if_canceled()
        except Cancelled:
            pytest.fail("the exception that passes everything comes first")

    job = begin(handler, ana)
    do_waiting_jobs()
    assert ended(job) == (JobState.CANCELLED, "")


def test_celery_shutdown_signal_cancels_the_token(
    shutdown_token: CancellationToken, monkeypatch: pytest.MonkeyPatch
) -> None:
    from celery.signals import worker_shutting_down

    monkeypatch.setattr("portal_backend.celery.shutdown", shutdown_token)
    worker_shutting_down.send(sender=None)
    assert shutdown_token.is_canceled()


def test_sender_stops_at_a_shutdown(shutdown_token: CancellationToken, monkeypatch: pytest.MonkeyPatch) -> None:
    from portal_backend.notifications import sending

    monkeypatch.setattr(sending, "shutdown", shutdown_token)
    monkeypatch.setattr(sending, "_next", lambda: pytest.fail("another mail was begun"))
    shutdown_token.cancel()
    assert sending.send_due_mails() == 0
