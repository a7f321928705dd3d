"""Worker that runs pending jobs, each claimed by one worker at a time.

A job whose worker died is claimed again, at most MAX_ATTEMPTS times. A worker process has two threads. It runs at most
one long job, so that short jobs do not wait for the end of a long one, and at most one short job of each user, since
an estimate can be wrong.
"""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import Count, F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone, translation

from portal_backend.core.cancellation import Canceled, shutdown
from portal_backend.core.errors import ApiError, forbidden, is_disk_full
from portal_backend.core.replica import record_write_position
from portal_backend.jobs.context import JobCanceled, JobContext, JobInterrupted, LeaseLost, load_actor
from portal_backend.jobs.models import UNFINISHED_STATES, Job, JobState
from portal_backend.jobs.registry import JOB_TYPES

log = logging.getLogger("portal.jobs")
LEASE_TIMEOUT = timedelta(minutes=1)
MAX_ATTEMPTS = 3
# estimate above which a job is long: an export of about 50,000 rows
MAX_SHORT_JOB_SECONDS = 5.0
# held by the thread of this process that runs a long job
_long_job_slot = threading.Lock()
# users whose short jobs this process runs
_short_job_owners: set[int] = set()
# held while a thread of this process claims a job
_claiming = threading.Lock()


def run_pending_jobs() -> int:
    """Run pending jobs until none is left or the worker shuts down.

    Returns the number of claimed jobs.
    """
    claimed = 0
    while not shutdown.is_canceled():
        with _claim_within_slots() as job:
            if job is None:
                break
            claimed += 1
            if job.cancelled_at is not None:
                _finish_job(job, JobState.CANCELLED)
            elif job.attempts - job.interruptions > MAX_ATTEMPTS:
                log.error("job %s %s: too many attempts ended with their worker", job.pk, job.kind)
                _mark_failed(job, "JOB_LOST")
            else:
                _execute_job(job)
    return claimed


@contextmanager
def _claim_within_slots() -> Iterator[Job | None]:
    """Claim the next job.

    Only a short one while another thread of this process runs a long one, and none of a user whose short job it runs.
    The slots are free again after the block. Their thread then claims the next job itself, so none is forgotten when
    other threads found none.
    """
    with _claiming:
        job = _claim_next_job(only_short=_long_job_slot.locked())
        is_long = job is not None and job.estimated_seconds > MAX_SHORT_JOB_SECONDS
        if is_long:
            _long_job_slot.acquire()
        elif job is not None:
            _short_job_owners.add(job.owner_id)
    try:
        yield job
    finally:
        if is_long:
            _long_job_slot.release()
        elif job is not None:
            _short_job_owners.discard(job.owner_id)


def _claim_next_job(*, only_short: bool = False) -> Job | None:
    """Claim the next job that is waiting or whose heartbeat is overdue.

    Jobs of the user with the fewest running jobs come first, and among them the one with the earliest `due_at`.
    """
    moment = timezone.now()
    abandoned = Q(state=JobState.RUNNING, heartbeat_at__lte=moment - LEASE_TIMEOUT)
    claimable = Job.objects.filter(Q(state=JobState.WAITING) | abandoned, state__in=UNFINISHED_STATES)
    claimable = claimable.exclude(owner__in=tuple(_short_job_owners))
    if only_short:
        claimable = claimable.filter(estimated_seconds__lte=MAX_SHORT_JOB_SECONDS)
    if not claimable.exists():  # outside of a transaction, which on SQLite would block writers
        return None
    can_skip_locked = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        running = Job.objects.filter(
            owner=OuterRef("owner"), state=JobState.RUNNING, heartbeat_at__gt=moment - LEASE_TIMEOUT
        )
        running_count = running.order_by().values("owner").annotate(number=Count("pk")).values("number")
        fair_order = claimable.annotate(running=Coalesce(Subquery(running_count), 0)).order_by(
            "running", "due_at", "pk"
        )
        job = fair_order.select_for_update(skip_locked=can_skip_locked).first()
        if job is not None:
            job.state, job.heartbeat_at = JobState.RUNNING, moment
            job.attempts += 1
            job.save(update_fields=["state", "heartbeat_at", "attempts"])
    return job


def _execute_job(job: Job) -> None:
    try:
        with translation.override(job.language):
            result = _run_handler(job)
    except JobCanceled:
        _finish_job(job, JobState.CANCELLED)
    except JobInterrupted:
        _release_job(job)
    except LeaseLost:
        log.warning("job %s %s: claimed by another worker", job.pk, job.kind)
    except ApiError as error:
        _mark_failed(job, error.code)
    except (OperationalError, InterfaceError):  # the database is unavailable; a later attempt may succeed
        raise
    except Exception as error:
        if is_disk_full(error):
            log.error("job %s %s: disk full: %s", job.pk, job.kind, error)  # noqa: TRY400 - not a programming error
            _mark_failed(job, "UNAVAILABLE")
            return
        log.exception("job %s %s: error in the handler", job.pk, job.kind)
        _mark_failed(job, "SERVER_ERROR")
    else:
        _finish_job(job, JobState.DONE, result=result or {})


def _run_handler(job: Job) -> dict[str, Any] | None:
    owner = load_actor(job.owner_id)
    if owner is None:
        raise forbidden()
    context = JobContext(job, owner)
    context.record_heartbeat()
    try:
        context.report_progress(0, 0)
        with context.run_heartbeat_thread(), context.cancellation_token.activate():
            return JOB_TYPES[job.kind].handler(context)
    except Canceled:  # by the owner or by a shutdown
        raise context.end_reason or JobInterrupted from None


def _release_job(job: Job) -> None:
    """Return a job to the queue at a shutdown, without counting a failed attempt."""
    claimed = Job.objects.filter(pk=job.pk, state=JobState.RUNNING, attempts=job.attempts)
    claimed.update(state=JobState.WAITING, heartbeat_at=None, interruptions=F("interruptions") + 1)
    log.info("job %s %s: returned to the queue at a shutdown", job.pk, job.kind)


def _mark_failed(job: Job, code: str) -> None:
    _finish_job(job, JobState.FAILED, error=code)


def _finish_job(job: Job, state: JobState, *, result: dict[str, Any] | None = None, error: str = "") -> None:
    """Record the end of a job, unless another worker has claimed it since."""
    claimed = Job.objects.filter(pk=job.pk, state=JobState.RUNNING, attempts=job.attempts)
    job.state, job.error = state, error
    with transaction.atomic():
        is_claimed = claimed.update(state=state, result=result, error=error, finished_at=timezone.now())
        if is_claimed and (job_type := JOB_TYPES.get(job.kind)):
            job_type.run_end_hook(job)
    record_write_position(job.owner_id)
    log.info("job %s %s: %s %s", job.pk, job.kind, state.value, error)


def purge_old_jobs() -> int:
    """Delete jobs that ended before the retention period, with their data.

    Returns the number of deleted jobs. One whose cleanup fails is logged and tried again at the next run.
    """
    before = timezone.now() - timedelta(hours=settings.JOB_RETENTION_HOURS)
    removed = 0
    for job in Job.objects.filter(finished_at__lt=before):
        job_type = JOB_TYPES.get(job.kind)
        if job_type and job_type.cleanup:
            try:
                job_type.cleanup(job)
            except (OperationalError, InterfaceError):
                raise
            except Exception:  # must not stop the purge of other jobs; tried again at the next run
                log.exception("job %s %s: error in its cleanup", job.pk, job.kind)
                continue
        job.delete()
        removed += 1
    return removed
