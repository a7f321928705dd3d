"""A job while it is done: its beat, how far it is, and whether it is to go on."""

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
    """The job's owner does not want it any more."""


class Lost(Exception):
    """The job is another worker's by now: this one was silent for too long."""


class Interrupted(Exception):
    """The worker is to end before the job does."""


class Running:
    """What a handler is given. The beat has a thread and a database connection of its own.

    So a job stays its worker's through a query that takes minutes, and says how far it is from inside a transaction.
    (On SQLite a transaction that writes keeps the beat waiting as well as everybody else, so nobody takes the job.)
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
        """Say how far it is, as often as is handy. Raises what ends it: Cancelled, or that its owner may not any more.

        Whoever catches nothing does right.
        """
        self._done, self._total = done, total
        if self.ending is not None:
            raise self.ending
        raise_if_canceled()

    def beat(self) -> None:
        """Note how far it is, and learn whether it is to go on."""
        kept = Job.objects.filter(pk=self.id, state=JobState.RUNNING, attempts=self._job.attempts)
        if not kept.update(done=self._done, total=self._total, beat_at=timezone.now()):
            self._end(Lost())
        elif kept.filter(cancelled_at__isnull=False).exists():
            self._end(Cancelled())
        elif (owner := actor_now(self.owner.user_id)) is None or standing_of(owner) != self._job.standing:
            self._end(forbidden())

    def _end(self, reason: Exception) -> None:
        self.ending = reason
        self.token.cancel()

    @contextmanager
    def beating(self) -> Iterator[None]:
        """Beat while what is inside is done."""
        ended = threading.Event()
        heart = threading.Thread(target=self._beat_until, args=(ended,), daemon=True, name=f"beat of {self.id}")
        heart.start()
        try:
            yield
        finally:
            ended.set()
            heart.join()

    def _beat_until(self, ended: threading.Event) -> None:
        try:
            while not ended.wait(SECONDS_BETWEEN_BEATS):
                try:
                    self.beat()
                except Error as error:  # out of reach for a moment; the next beat tells
                    log.warning("job %s could not say how far it is: %s", self.id, error)
                    connection.close()
        finally:
            connection.close()
