"""Registry of job handlers by kind."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import InterfaceError, OperationalError, transaction

from portal_backend.jobs.context import JobContext
from portal_backend.jobs.models import Job, JobState

log = logging.getLogger("portal.jobs")
JobHandler = Callable[[JobContext], dict[str, Any] | None]


@dataclass(frozen=True)
class JobType:
    """Handler and callbacks of one kind of job."""

    #: runs a job and returns its result
    handler: JobHandler
    #: removes data stored outside of the job's row before the row is purged
    cleanup: Callable[[Job], None] | None
    #: called for a job that was canceled or has failed
    on_end: Callable[[Job], None] | None

    def run_end_hook(self, job: Job) -> None:
        """Call the `on_end` callback for a job that was canceled or has failed.

        An exception in the callback is logged: it would otherwise leave the job unfinished, to be claimed before all
        others again and again. Database errors are raised, since a later attempt may succeed.
        """
        if self.on_end is None or job.state not in (JobState.CANCELLED, JobState.FAILED):
            return
        try:
            with transaction.atomic():
                self.on_end(job)
        except (OperationalError, InterfaceError):  # the database is unavailable; a later attempt may succeed
            raise
        except Exception:
            log.exception("job %s %s: error in the callback for its end", job.pk, job.kind)


JOB_TYPES: dict[str, JobType] = {}


def register_job_handler(
    kind: str,
    handler: JobHandler,
    *,
    cleanup: Callable[[Job], None] | None = None,
    on_end: Callable[[Job], None] | None = None,
) -> None:
    """Register a function as the handler of a kind of job.

    A worker may die at any point and another one start over, so a handler must be idempotent. `cleanup` removes data
    stored outside of the job's row (a file) before the row is purged, and must be idempotent, too. `on_end` is called
    in the transaction that records that a job was canceled or has failed, even if its handler was never called. Raises
    ValueError if the kind already has a handler.
    """
    if kind in JOB_TYPES:
        raise ValueError(f"duplicate handler for {kind}")
    JOB_TYPES[kind] = JobType(handler, cleanup, on_end)
