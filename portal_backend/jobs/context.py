"""Context of a running job: heartbeat, progress and cancellation."""

import hashlib
import json
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import Error, connection
from django.utils import timezone

from portal_backend.accounts.grants import ACTOR_COLUMNS, build_actor_from_rows
from portal_backend.accounts.models import User
from portal_backend.core.actor import Actor
from portal_backend.core.cancellation import CancellationToken, raise_if_canceled
from portal_backend.core.errors import forbidden
from portal_backend.jobs.models import Job, JobState


def compute_permissions_digest(actor: Actor) -> str:
    """Return a digest of the role and scope of an actor.

    A job stores the digest when it is enqueued and ends when the digest of its owner differs.
    """
    ids = [None if scope_ids is None else sorted(scope_ids) for scope_ids in (actor.client_ids, actor.service_ids)]
    return hashlib.sha256(json.dumps([actor.role, *ids]).encode()).hexdigest()


def load_actor(user_id: int) -> Actor | None:
    """Return a user as an actor with current permissions, None if locked or gone."""
    rows = list(User.objects.filter(pk=user_id, locked=False).values_list(*ACTOR_COLUMNS))
    return build_actor_from_rows(rows) if rows else None


log = logging.getLogger("portal.jobs")
JOB_HEARTBEAT_INTERVAL = 1.0


class JobCanceled(Exception):
    """Cancellation of the job by its owner."""


class LeaseLost(Exception):
    """Takeover of the job by another worker after a missed heartbeat."""


class JobInterrupted(Exception):
    """Shutdown of the worker before the end of the job."""


class JobContext:
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
        self._progress_done = self._progress_total = 0
        self.end_reason: Exception | None = None
        self.cancellation_token = CancellationToken()

    def report_progress(self, done: int, total: int) -> None:
        """Record progress for the next heartbeat; call it as often as convenient.

        Raises JobCanceled, LeaseLost, 403 or (at a shutdown) Canceled if the job has to end; handlers should not catch
        them.
        """
        self._progress_done, self._progress_total = done, total
        if self.end_reason is not None:
            raise self.end_reason
        raise_if_canceled()

    def record_heartbeat(self) -> None:
        """Record heartbeat and progress, and check whether the job has to end.

        It ends if another worker has claimed it, the owner has canceled it, or the owner's role or scope has changed.
        """
        claimed = Job.objects.filter(pk=self.id, state=JobState.RUNNING, attempts=self._job.attempts)
        if not claimed.update(
            progress_done=self._progress_done, progress_total=self._progress_total, heartbeat_at=timezone.now()
        ):
            self._request_end(LeaseLost())
        elif claimed.filter(cancelled_at__isnull=False).exists():
            self._request_end(JobCanceled())
        elif (owner := load_actor(self.owner.user_id)) is None or compute_permissions_digest(
            owner
        ) != self._job.permissions_digest:
            self._request_end(forbidden())

    def _request_end(self, reason: Exception) -> None:
        self.end_reason = reason
        self.cancellation_token.cancel()

    @contextmanager
    def run_heartbeat_thread(self) -> Iterator[None]:
        """Record heartbeats in a thread while the body of the with statement runs."""
        stop_event = threading.Event()
        thread = threading.Thread(
            target=self._record_heartbeats_until, args=(stop_event,), daemon=True, name=f"beat of {self.id}"
        )
        thread.start()
        try:
            yield
        finally:
            stop_event.set()
            thread.join()

    def _record_heartbeats_until(self, stop_event: threading.Event) -> None:
        try:
            while not stop_event.wait(JOB_HEARTBEAT_INTERVAL):
                try:
                    self.record_heartbeat()
                except Error as error:  # the database is unavailable; the next heartbeat tries again
                    log.warning("job %s: heartbeat failed: %s", self.id, error)
                    connection.close()
        finally:
            connection.close()
