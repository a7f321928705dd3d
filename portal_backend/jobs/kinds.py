"""Registry of job handlers by kind."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import InterfaceError, OperationalError, transaction

from portal_backend.jobs.models import Job, JobState
from portal_backend.jobs.running import Running

log = logging.getLogger("portal.jobs")
Run = Callable[[Running], dict[str, Any] | None]


@dataclass(frozen=True)
class Kind:
    """Handler and callbacks of one kind of job."""

    #: runs a job and returns its result
    run: Run
    #: removes data stored outside of the job's row before the row is purged
    forget: Callable[[Job], None] | None
    #: called for a job that was canceled or has failed
    ended: Callable[[Job], None] | None

    def tell_end(self, job: Job) -> None:
        """Call the `on_end` callback for a job that was canceled or has failed.

        An exception in the callback is logged: it would otherwise leave the job unfinished, to be claimed before all
        others again and again. Database errors are raised, since a later attempt may succeed.
        """
        if self.ended is None or job.state not in (JobState.CANCELLED, JobState.FAILED):
            return
        try:
            with transaction.atomic():
                self.ended(job)
        except (OperationalError, InterfaceError):  # the database is unavailable; a later attempt may succeed
            raise
        except Exception:
            log.exception("job %s %s: error in the callback for its end", job.pk, job.kind)


KINDS: dict[str, Kind] = {}


def handles(
    kind: str, *, forget: Callable[[Job], None] | None = None, ended: Callable[[Job], None] | None = None
) -> Callable[[Run], Run]:
    """Register a function as the handler of a kind of job, returning its result.

    A worker may die at any point and another one start over, so a handler must be idempotent. `cleanup` removes data
    stored outside of the job's row (a file) before the row is purged, and must be idempotent, too. `on_end` is called
    in the transaction that records that a job was canceled or has failed, even if its handler was never called. Raises
    ValueError if the kind already has a handler.
    """

    def register(run: Run) -> Run:
        if kind in KINDS:
            raise ValueError(f"duplicate handler for {kind}")
        KINDS[kind] = Kind(run, forget, ended)
        return run

    return register
