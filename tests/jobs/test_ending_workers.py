"""A worker that is asked to end gives back what it is at, at once; another does it, however often that happens."""

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
def ending(monkeypatch: pytest.MonkeyPatch) -> Iterator[CancellationToken]:
    """What is canceled when the worker is to end, in this test alone."""
    token = CancellationToken()
    for module in ("base.cancellation", "jobs.doing", "worker"):
        monkeypatch.setattr(f"portal_backend.{module}.shutdown", token)
    return token


@pytest.fixture(autouse=True)
def _signals() -> Iterator[None]:
    """A worker that was asked to end leaves the next signal to the system."""
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize("asks", ["progress", "raise_if_canceled"])
def test_gives_back_the_job_that_is_at_work(asks: str, ana: Actor, ending: CancellationToken) -> None:
    went_on: list[str] = []

    def do(running: Running) -> None:
        if running.arguments["name"] == "first" and running.attempt == 1:
            end([], signal.SIGTERM)
        if asks == "progress":
            running.progress(1, 2)
        else:
            raise_if_canceled()
        went_on.append(running.arguments["name"])

    job = begin(do, ana, name="first")
    start("made up", {"name": "second"}, actor=ana)
    assert do_waiting_jobs() == 1, "nothing new is begun"
    assert ended(job) == (JobState.WAITING, "")
    assert (went_on, job.attempts, job.interruptions, job.beat_at) == ([], 1, 1, None)
    ending._canceled.clear()
    assert do_waiting_jobs() == 2
    assert ended(job) == (JobState.DONE, "")
    assert went_on == ["first", "second"]


def test_does_not_count_as_a_failed_attempt(ana: Actor, ending: CancellationToken) -> None:
    def do(running: Running) -> None:
        if running.attempt <= 2 * ATTEMPTS:
            ending.cancel()
        running.progress(1, 2)

    job = begin(do, ana)
    for _ in range(2 * ATTEMPTS):
        do_waiting_jobs()
        assert ended(job) == (JobState.WAITING, "")
        ending._canceled.clear()
    do_waiting_jobs()
    assert ended(job) == (JobState.DONE, "")
    removed: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("portal_backend.exports.making.default_storage.delete", removed.append, raising=False)
        forget_file(job)
    assert len(removed) == job.attempts == 2 * ATTEMPTS + 1, "the file of each attempt goes"


def test_a_worker_does_nothing_after_it_was_asked_to_end(ending: CancellationToken) -> None:
    done: list[str] = []

    def stop() -> None:
        end([worker], signal.SIGTERM)

    worker = Worker({"first": (stop, 1.0), "second": (lambda: done.append("second"), 1.0)})
    worker.run()
    assert done == []
    assert ending.is_canceled()
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL, "a second signal ends it at once"


def test_work_deep_inside_of_a_job_hears_that_its_owner_cancelled_it(ana: Actor) -> None:
    """Also where only `raise_if_canceled` is called."""

    def do(running: Running) -> None:
        cancel(running.id, "made up", actor=ana)
        running.beat()
        try:
            raise_if_canceled()
        except Cancelled:
            pytest.fail("the exception that passes everything comes first")

    job = begin(do, ana)
    do_waiting_jobs()
    assert ended(job) == (JobState.CANCELLED, "")


def test_a_worker_of_celerys_hears_it_too(ending: CancellationToken, monkeypatch: pytest.MonkeyPatch) -> None:
    from celery.signals import worker_shutting_down

    monkeypatch.setattr("portal_backend.celery.shutdown", ending)
    worker_shutting_down.send(sender=None)
    assert ending.is_canceled()


def test_mails_wait_for_the_next_sender(ending: CancellationToken, monkeypatch: pytest.MonkeyPatch) -> None:
    from portal_backend.notifications import sending

    monkeypatch.setattr(sending, "shutdown", ending)
    monkeypatch.setattr(sending, "_next", lambda: pytest.fail("another mail was begun"))
    ending.cancel()
    assert sending.send_due_mails() == 0
