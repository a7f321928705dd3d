"""Context of a running job: heartbeat, progress and cancellation."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import Error, connection
from django.utils import timezone

from portal_backend.base.actor import Actor
from portal_backend.base.cancellation import CancellationToken, raise_if_canceled
from portal_backend.base.errors import forbidden
from portal_backend.jobs.models import Job, JobState
from portal_backend.jobs.owners import actor_now, standing_of

log = logging.getLogger("portal.jobs")
SECONDS_BETWEEN_BEATS = 1.0


class Cancelled(Exception):
    """Cancellation of the job by its owner."""


class Lost(Exception):
    """Takeover of the job by another worker after a missed heartbeat."""


class Interrupted(Exception):
    """Shutdown of the worker before the end of the job."""


class Running:
    """Argument of a job handler, with a heartbeat thread of its own.

    The thread has its own database connection, so that heartbeats are recorded while a query takes minutes and progress
    is visible from inside a transaction. On SQLite a writing transaction blocks the heartbeat and all other workers
    alike, so no other worker can claim the job.
    """

    def __init__(self, job: Job, owner: Actor) -> None:
        self.id: str = job.pk
        self.attempt: int = job.attempts
        self.arguments: dict[str, Any] = job.arguments
        self.owner = owner
        self._job = job
        self._done = self._total = 0
        self.ending: Exception | None = None
        self.token = CancellationToken()

    def progress(self, done: int, total: int) -> None:
        """Record progress for the next heartbeat; call it as often as convenient.

        Raises JobCanceled, LeaseLost, 403 or (at a shutdown) Canceled if the job has to end; handlers should not catch
        them.
        """
        self._done, self._total = done, total
        if self.ending is not None:
            raise self.ending
        raise_if_canceled()

    def beat(self) -> None:
        """Record heartbeat and progress, and check whether the job has to end.

        It ends if another worker has claimed it, the owner has canceled it, or the owner's role or scope has changed.
        """
        claimed = Job.objects.filter(pk=self.id, state=JobState.RUNNING, attempts=self._job.attempts)
        if not claimed.update(done=self._done, total=self._total, beat_at=timezone.now()):
            self._end(Lost())
        elif claimed.filter(cancelled_at__isnull=False).exists():
            self._end(Cancelled())
        elif (owner := actor_now(self.owner.user_id)) is None or standing_of(owner) != self._job.standing:
            self._end(forbidden())

    def _end(self, reason: Exception) -> None:
        self.ending = reason
        self.token.cancel()

    @contextmanager
    def beating(self) -> Iterator[None]:
        """Record heartbeats in a thread while the body of the with statement runs."""
        stop_event = threading.Event()
        thread = threading.Thread(target=self._beat_until, args=(stop_event,), daemon=True, name=f"beat of {self.id}")
        thread.start()
        try:
            yield
        finally:
            stop_event.set()
            thread.join()

    def _beat_until(self, stop_event: threading.Event) -> None:
        try:
            while not stop_event.wait(SECONDS_BETWEEN_BEATS):
                try:
                    self.beat()
                except Error as error:  # the database is unavailable; the next heartbeat tries again
                    log.warning("job %s: heartbeat failed: %s", self.id, error)
                    connection.close()
        finally:
            connection.close()
