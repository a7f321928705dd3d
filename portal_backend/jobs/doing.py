"""Does the jobs that wait, each by one worker at a time; one whose worker died is done again, three times at most."""

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
    """Do whatever waits, until nothing does or the worker is to end; how many were taken."""
    taken = 0
    while not shutdown.is_canceled() and (job := _claim()) is not None:
        taken += 1
        if job.cancelled_at is not None:
            _finish(job, JobState.CANCELLED)
        elif job.attempts - job.interruptions > ATTEMPTS:
            log.error("job %s %s: every worker dies of it", job.pk, job.kind)
            _fail(job, "JOB_LOST")
        else:
            _carry_out(job)
    return taken


def _claim() -> Job | None:
    """The next job that waits, or whose worker fell silent: ours as long as it beats.

    The next one is of the user who has the fewest at work, and of those the one that is due first.
    """
    moment = timezone.now()
    silent = Q(state=JobState.RUNNING, beat_at__lte=moment - SILENCE)
    free = Job.objects.filter(Q(state=JobState.WAITING) | silent, state__in=OPEN)
    if not free.exists():  # without a transaction: on SQLite that would keep writers waiting
        return None
    skipping = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        at_work = Job.objects.filter(owner=OuterRef("owner"), state=JobState.RUNNING, beat_at__gt=moment - SILENCE)
        of_owner = at_work.order_by().values("owner").annotate(number=Count("pk")).values("number")
        fairly = free.annotate(running=Coalesce(Subquery(of_owner), 0)).order_by("running", "due_at", "pk")
        job = fairly.select_for_update(skip_locked=skipping).first()
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
        log.warning("job %s %s: another worker has it", job.pk, job.kind)
    except Refusal as refusal:
        _fail(job, refusal.code)
    except (OperationalError, InterfaceError):  # the database is away: nothing could be noted, a later try may be
        raise
    except Exception as fault:
        if no_room(fault):
            log.error("job %s %s: disk full: %s", job.pk, job.kind, fault)  # noqa: TRY400 - no fault of ours
            _fail(job, "UNAVAILABLE")
            return
        log.exception("job %s %s: fault", job.pk, job.kind)
        _fail(job, "SERVER_ERROR")
    else:
        _finish(job, JobState.DONE, result=result or {})


def _run(job: Job) -> dict[str, Any] | None:
    owner = actor_now(job.owner_id)
    if owner is None:
        raise forbidden()
    running = Running(job, owner)
    running.beat()
    try:
        running.progress(0, 0)
        with running.beating(), running.token.in_force():
            return KINDS[job.kind].run(running)
    except Canceled:  # by its owner, or with the worker
        raise running.ending or Interrupted from None


def _give_back(job: Job) -> None:
    """Leave a job to whichever worker looks next; that this one had to end counts for no failed attempt."""
    ours = Job.objects.filter(pk=job.pk, state=JobState.RUNNING, attempts=job.attempts)
    ours.update(state=JobState.WAITING, beat_at=None, interruptions=F("interruptions") + 1)
    log.info("job %s %s: given back, as its worker ends", job.pk, job.kind)


def _fail(job: Job, code: str) -> None:
    _finish(job, JobState.FAILED, error=code)


def _finish(job: Job, state: JobState, *, result: dict[str, Any] | None = None, error: str = "") -> None:
    """Note the end, unless another worker has it by now."""
    ours = Job.objects.filter(pk=job.pk, state=JobState.RUNNING, attempts=job.attempts)
    job.state, job.error = state, error
    with transaction.atomic():
        is_ours = ours.update(state=state, result=result, error=error, finished_at=timezone.now())
        if is_ours and (kind := KINDS.get(job.kind)):
            kind.tell_end(job)
    wrote(job.owner_id)
    log.info("job %s %s: %s %s", job.pk, job.kind, state.value, error)


def forget_old_jobs() -> int:
    """Remove what ended long enough ago, with all that its kind keeps of it; how many they were."""
    before = timezone.now() - timedelta(hours=settings.JOB_HOURS)
    removed = 0
    for job in Job.objects.filter(finished_at__lt=before):
        kind = KINDS.get(job.kind)
        if kind and kind.forget:
            try:
                kind.forget(job)
            except (OperationalError, InterfaceError):
                raise
            except Exception:  # the others are forgotten all the same, and this one is tried again
                log.exception("job %s %s: fault while it was forgotten", job.pk, job.kind)
                continue
        job.delete()
        removed += 1
    return removed
