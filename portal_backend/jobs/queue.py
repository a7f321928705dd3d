"""Job queue: enqueue, look up and cancel long-running jobs.

A job is a row that is written in the caller's transaction; a worker claims it after the commit.

def export(context: JobContext) -> dict[str, Any]:
    for number, row in enumerate(rows):
        context.report_progress(number, total)

register_job_handler("export", export)  # in wiring.py
job = enqueue_job("export", {"sheet": "users"}, actor=actor)
"""

import logging
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Max
from django.utils import timezone

from portal_backend.core.actor import Actor
from portal_backend.core.errors import ApiError, get_or_404
from portal_backend.core.translations import get_current_language
from portal_backend.jobs.context import JobCanceled, JobContext, compute_permissions_digest
from portal_backend.jobs.models import UNFINISHED_STATES, Job, JobState
from portal_backend.jobs.registry import JOB_TYPES, register_job_handler
from portal_backend.jobs.tasks import wake_worker

__all__ = ["Job", "JobCanceled", "JobContext", "JobState", "cancel", "enqueue_job", "get_job", "register_job_handler"]
log = logging.getLogger("portal.jobs")
QUEUE_FULL_RETRY_AFTER = 60
# limits how long a job waits for shorter ones that were enqueued after it
MAX_QUEUE_DELAY = timedelta(minutes=10)


@transaction.atomic
def enqueue_job(kind: str, arguments: dict[str, Any], *, actor: Actor, estimated_seconds: float = 0.0) -> Job:
    """Enqueue a job for the actor, to run in the current language after the commit.

    `arguments` are plain JSON. `estimated_seconds` decides the order: short jobs come before long ones, and users with
    little queued work come before users with much. A short job does not wait for the end of a long one. Raises 429
    when the actor has too many unfinished jobs, and KeyError for a kind without a handler.
    """
    if kind not in JOB_TYPES:
        raise KeyError(kind)
    own = Job.objects.filter(owner_id=actor.user_id, state__in=UNFINISHED_STATES).aggregate(
        open=Count("pk"), due=Max("due_at")
    )
    if own["open"] >= settings.MAX_OPEN_JOBS:
        raise ApiError(429, "TOO_MANY_REQUESTS", retry_after=QUEUE_FULL_RETRY_AFTER)
    moment = timezone.now()
    job = Job.objects.create(
        kind=kind,
        owner_id=actor.user_id,
        permissions_digest=compute_permissions_digest(actor),
        language=get_current_language(),
        arguments=arguments,
        created_at=moment,
        estimated_seconds=estimated_seconds,
        due_at=max(own["due"] or moment, moment) + min(timedelta(seconds=estimated_seconds), MAX_QUEUE_DELAY),
    )
    transaction.on_commit(wake_worker)
    log.info("job %s %s user=%s", job.pk, kind, actor.username)
    return job


def get_job(job_id: str, kind: str, *, actor: Actor) -> Job:
    """Return one of the actor's own jobs.

    Raises 404, also if the role or scope of the actor has changed since the job was enqueued.
    """
    digest = compute_permissions_digest(actor)
    return get_or_404(Job.objects, pk=job_id, kind=kind, owner_id=actor.user_id, permissions_digest=digest)


@transaction.atomic
def cancel(job_id: str, kind: str, *, actor: Actor) -> Job:
    """Cancel a job at once, or while it runs at its next progress report.

    A finished job is returned unchanged. Raises 404 as `get_job` does.
    """
    get_job(job_id, kind, actor=actor)
    job = Job.objects.select_for_update().get(pk=job_id)
    if job.state in UNFINISHED_STATES and job.cancelled_at is None:
        job.cancelled_at = timezone.now()
        if job.state == JobState.WAITING:
            job.state, job.finished_at = JobState.CANCELLED, job.cancelled_at
        job.save(update_fields=["cancelled_at", "state", "finished_at"])
        JOB_TYPES[kind].run_end_hook(job)
        log.info("job %s %s cancelled user=%s", job.pk, job.kind, actor.username)
    return job
