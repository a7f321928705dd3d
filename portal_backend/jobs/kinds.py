"""The kinds of job, each named by who does it."""

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
    """How jobs of a kind are done, and what goes with them when they are forgotten."""

    run: Run
    forget: Callable[[Job], None] | None
    ended: Callable[[Job], None] | None

    def tell_end(self, job: Job) -> None:
        """Let the kind note that a job of it was cancelled or failed.

        A fault in that keeps no job open: it would be taken before all others, again and again.
        """
        if self.ended is None or job.state not in (JobState.CANCELLED, JobState.FAILED):
            return
        try:
            with transaction.atomic():
                self.ended(job)
        except (OperationalError, InterfaceError):  # nothing can be noted now, a later try may be
            raise
        except Exception:
            log.exception("job %s %s: fault while its end was noted", job.pk, job.kind)


KINDS: dict[str, Kind] = {}


def handles(
    kind: str, *, forget: Callable[[Job], None] | None = None, ended: Callable[[Job], None] | None = None
) -> Callable[[Run], Run]:
    """Register a function as what does the jobs of a kind; what it answers is the job's result.

    A worker may die at any point and another begin again, so doing it twice must do no harm. `forget` removes what
    the kind keeps of a job elsewhere (a file), whatever became of it; it, too, may be called twice. `ended` is called
    in the transaction that notes that a job was cancelled or has failed, also where its function was never called, or
    died with its worker; a fault in it is logged, and the job ended all the same.
    """

    def register(run: Run) -> Run:
        if kind in KINDS:
            raise ValueError(f"two do {kind}")
        KINDS[kind] = Kind(run, forget, ended)
        return run

    return register
