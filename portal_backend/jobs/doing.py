"""Worker that runs pending jobs, each claimed by one worker at a time.

A job whose worker died is claimed again, at most MAX_ATTEMPTS times.
"""

import logging
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import Count, F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone, translation

from portal_backend.base.cancellation import Canceled, shutdown
from portal_backend.base.errors import Refusal, forbidden, no_room
from portal_backend.base.replica import wrote
from portal_backend.jobs.kinds import KINDS
from portal_backend.jobs.models import OPEN, Job, JobState
from portal_backend.jobs.owners import actor_now
from portal_backend.jobs.running import Cancelled, Interrupted, Lost, Running

log = logging.getLogger("portal.jobs")
SILENCE = timedelta(minutes=1)
ATTEMPTS = 3


def do_waiting_jobs() -> int:
    """Run pending jobs until none is left or the worker shuts down.

    Returns the number of claimed jobs.
    """
    claimed = 0
    while not shutdown.is_canceled() and (job := _claim()) is not None:
        claimed += 1
        if job.cancelled_at is not None:
            _finish(job, JobState.CANCELLED)
        elif job.attempts - job.interruptions > ATTEMPTS:
            log.error("job %s %s: too many attempts ended with their worker", job.pk, job.kind)
            _fail(job, "JOB_LOST")
        else:
            _carry_out(job)
    return claimed


def _claim() -> Job | None:
    """Claim the next job that is waiting or whose heartbeat is overdue.

    Jobs of the user with the fewest running jobs come first, and among them the one with the earliest `due_at`.
    """
    moment = timezone.now()
    abandoned = Q(state=JobState.RUNNING, beat_at__lte=moment - SILENCE)
    claimable = Job.objects.filter(Q(state=JobState.WAITING) | abandoned, state__in=OPEN)
    if not claimable.exists():  # outside of a transaction, which on SQLite would block writers
        return None
    can_skip_locked = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        running = Job.objects.filter(owner=OuterRef("owner"), state=JobState.RUNNING, beat_at__gt=moment - SILENCE)
        running_count = running.order_by().values("owner").annotate(number=Count("pk")).values("number")
        fair_order = claimable.annotate(running=Coalesce(Subquery(running_count), 0)).order_by(
            "running", "due_at", "pk"
        )
        job = fair_order.select_for_update(skip_locked=can_skip_locked).first()
        if job is not None:
            job.state, job.beat_at = JobState.RUNNING, moment
            job.attempts += 1
            job.save(update_fields=["state", "beat_at", "attempts"])
    return job


def _carry_out(job: Job) -> None:
    try:
        with translation.override(job.language):
            result = _run(job)
    except Cancelled:
        _finish(job, JobState.CANCELLED)
    except Interrupted:
        _give_back(job)
    except Lost:
        log.warning("job %s %s: claimed by another worker", job.pk, job.kind)
    except Refusal as error:
        _fail(job, error.code)
    except (OperationalError, InterfaceError):  # the database is unavailable; a later attempt may succeed
        raise
    except Exception as error:
        if no_room(error):
            log.error("job %s %s: disk full: %s", job.pk, job.kind, error)  # noqa: TRY400 - not a programming error
            _fail(job, "UNAVAILABLE")
            return
        log.exception("job %s %s: error in the handler", job.pk, job.kind)
        _fail(job, "SERVER_ERROR")
    else:
        _finish(job, JobState.DONE, result=result or {})


def _run(job: Job) -> dict[str, Any] | None:
    owner = actor_now(job.owner_id)
    if owner is None:
        raise forbidden()
    context = Running(job, owner)
    context.beat()
    try:
        context.progress(0, 0)
        with context.beating(), context.token.in_force():
            return KINDS[job.kind].run(context)
    except Canceled:  # by the owner or by a shutdown
        raise context.ending or Interrupted from None


def _give_back(job: Job) -> None:
    """Return a job to the queue at a shutdown, without counting a failed attempt."""
    claimed = Job.objects.filter(pk=job.pk, state=JobState.RUNNING, attempts=job.attempts)
    claimed.update(state=JobState.WAITING, beat_at=None, interruptions=F("interruptions") + 1)
    log.info("job %s %s: returned to the queue at a shutdown", job.pk, job.kind)


def _fail(job: Job, code: str) -> None:
    _finish(job, JobState.FAILED, error=code)


def _finish(job: Job, state: JobState, *, result: dict[str, Any] | None = None, error: str = "") -> None:
    """Record the end of a job, unless another worker has claimed it since."""
    claimed = Job.objects.filter(pk=job.pk, state=JobState.RUNNING, attempts=job.attempts)
    job.state, job.error = state, error
    with transaction.atomic():
        is_claimed = claimed.update(state=state, result=result, error=error, finished_at=timezone.now())
        if is_claimed and (job_type := KINDS.get(job.kind)):
            job_type.tell_end(job)
    wrote(job.owner_id)
    log.info("job %s %s: %s %s", job.pk, job.kind, state.value, error)


def forget_old_jobs() -> int:
    """Delete jobs that ended before the retention period, with their data.

    Returns the number of deleted jobs. One whose cleanup fails is logged and tried again at the next run.
    """
    before = timezone.now() - timedelta(hours=settings.JOB_HOURS)
    removed = 0
    for job in Job.objects.filter(finished_at__lt=before):
        job_type = KINDS.get(job.kind)
        if job_type and job_type.forget:
            try:
                job_type.forget(job)
            except (OperationalError, InterfaceError):
                raise
            except Exception:  # must not stop the purge of other jobs; tried again at the next run
                log.exception("job %s %s: error in its cleanup", job.pk, job.kind)
                continue
        job.delete()
        removed += 1
    return removed
