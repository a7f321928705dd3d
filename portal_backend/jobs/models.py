"""Model of long-running jobs."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models.functions import Now


def random_id() -> str:
    """Return an id that cannot be guessed."""
    return secrets.token_urlsafe(16)


class JobState(models.TextChoices):
    """State of a job."""

    WAITING = "WAITING"
    RUNNING = "RUNNING"
    DONE = "DONE"
    FAILED = "FAILED"
    CANCELLED = "CANCELLED"


UNFINISHED_STATES = (JobState.WAITING, JobState.RUNNING)


class Job(models.Model):
    """One long-running job of one user.

    `queue` creates and cancels jobs; only `worker` changes them otherwise. Data that a handler stores outside of this
    row is removed together with the row.
    """

    id = models.CharField(primary_key=True, max_length=32, default=random_id)
    kind = models.CharField(max_length=32)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    #: digest of the owner's role and scope at the start; the job ends if it changes
    permissions_digest = models.CharField(max_length=64)
    #: language of the result and of messages
    language = models.CharField(max_length=2)
    arguments = models.JSONField(default=dict)
    state = models.CharField(max_length=9, choices=JobState.choices, default=JobState.WAITING)
    #: units of work done, as last reported by the handler
    progress_done = models.PositiveIntegerField(default=0)
    #: units of work in all, 0 while unknown
    progress_total = models.PositiveIntegerField(default=0)
    #: number of times that a worker claimed the job
    attempts = models.PositiveSmallIntegerField(default=0)
    #: attempts that ended with a shutdown of the worker; they do not count as failed
    interruptions = models.PositiveSmallIntegerField(db_default=0)
    result = models.JSONField(null=True)
    #: code of an ApiError, the message key `errors.{error}`
    error = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField()
    #: estimated duration; each worker keeps a thread free for short jobs
    estimated_seconds = models.FloatField(db_default=0)
    #: expected end if each user had a worker of their own; the earliest is claimed first
    due_at = models.DateTimeField(db_default=Now())
    #: last heartbeat; a RUNNING job without a recent one is claimed by another worker
    heartbeat_at = models.DateTimeField(null=True)
    #: time of the owner's request to cancel the job
    cancelled_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["created_at", "id"], name="job_open", condition=models.Q(state__in=["WAITING", "RUNNING"])
            ),
            models.Index(fields=["finished_at"], name="job_finished", condition=models.Q(finished_at__isnull=False)),
            models.Index(fields=["owner", "created_at"], name="job_of_owner"),
        ]

    @property
    def percent(self) -> int | None:
        """Progress in percent, None if unknown."""
        if self.state == JobState.DONE:
            return 100
        return min(100, self.progress_done * 100 // self.progress_total) if self.progress_total else None
