"""Job queue: enqueue, look up and cancel long-running jobs.

A job is a row that is written in the caller's transaction; a worker claims it after the commit.

@register_job_handler("export")
def export(context: JobContext) -> dict[str, Any]:
    for number, row in enumerate(rows):
        context.report_progress(number, total)

job = enqueue_job("export", {"sheet": "users"}, actor=actor)
"""

import logging
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Max
from django.utils import timezone

from portal_backend.base.actor import Actor
from portal_backend.base.errors import Refusal, not_found
from portal_backend.base.words import current_language
from portal_backend.jobs.kinds import KINDS, handles
from portal_backend.jobs.models import OPEN, Job, JobState
from portal_backend.jobs.owners import standing_of
from portal_backend.jobs.running import Cancelled, Running
from portal_backend.jobs.tasks import wake_worker

__all__ = ["Cancelled", "Job", "JobState", "Running", "cancel", "handles", "job_of", "start"]
log = logging.getLogger("portal.jobs")
SECONDS_TO_WAIT = 60
# limits how long a job waits for shorter ones that were enqueued after it
MAX_DELAY = timedelta(minutes=10)


@transaction.atomic
def start(kind: str, arguments: dict[str, Any], *, actor: Actor, seconds: float = 0.0) -> Job:
    """Enqueue a job for the actor, to run in the current language after the commit.

    `arguments` are plain JSON. `estimated_seconds` decides the order: short jobs come before long ones, and users with
    little queued work come before users with much. Raises 429 when the actor has too many unfinished jobs, and KeyError
    for a kind without a handler.
    """
    if kind not in KINDS:
        raise KeyError(kind)
    own = Job.objects.filter(owner_id=actor.user_id, state__in=OPEN).aggregate(open=Count("pk"), due=Max("due_at"))
    if own["open"] >= settings.JOBS_AT_ONCE:
        raise Refusal(429, "TOO_MANY_REQUESTS", retry_after=SECONDS_TO_WAIT)
    moment = timezone.now()
    job = Job.objects.create(
        kind=kind,
        owner_id=actor.user_id,
        standing=standing_of(actor),
        language=current_language(),
        arguments=arguments,
        created_at=moment,
        due_at=max(own["due"] or moment, moment) + min(timedelta(seconds=seconds), MAX_DELAY),
    )
    transaction.on_commit(wake_worker)
    log.info("job %s %s user=%s", job.pk, kind, actor.username)
    return job


def job_of(job_id: str, kind: str, *, actor: Actor) -> Job:
    """Return one of the actor's own jobs.

    Raises 404, also if the role or scope of the actor has changed since the job was enqueued.
    """
    own = Job.objects.filter(pk=job_id, kind=kind, owner_id=actor.user_id, standing=standing_of(actor))
    if (job := own.first()) is None:
        raise not_found()
    return job


@transaction.atomic
def cancel(job_id: str, kind: str, *, actor: Actor) -> Job:
    """Cancel a job at once, or while it runs at its next progress report.

    A finished job is returned unchanged. Raises 404 as `get_job` does.
    """
    job_of(job_id, kind, actor=actor)
    job = Job.objects.select_for_update().get(pk=job_id)
    if job.state in OPEN and job.cancelled_at is None:
        job.cancelled_at = timezone.now()
        if job.state == JobState.WAITING:
            job.state, job.finished_at = JobState.CANCELLED, job.cancelled_at
        job.save(update_fields=["cancelled_at", "state", "finished_at"])
        KINDS[kind].tell_end(job)
        log.info("job %s %s cancelled user=%s", job.pk, job.kind, actor.username)
    return job
