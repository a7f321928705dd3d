"""Long work beside the calls: what was asked for, how far it is, and what came of it."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models.functions import Now


def random_id() -> str:
    """An id that cannot be guessed."""
    return secrets.token_urlsafe(16)


class JobState(models.TextChoices):
    """How far a job is."""

    WAITING = "WAITING"
    RUNNING = "RUNNING"
    DONE = "DONE"
    FAILED = "FAILED"
    CANCELLED = "CANCELLED"


OPEN = (JobState.WAITING, JobState.RUNNING)


class Job(models.Model):
    """One piece of long work of one user; jobs.work starts and cancels it, jobs.doing alone does the rest.

    It is done in `language` and with the rights of its owner, whose `standing` must stay what it was at the start.
    A RUNNING one says so again and again (`beat_at`); one that fell silent is taken by another worker. `error` is the
    code of a refusal (the word `errors.{error}`). What its kind keeps of it outside of this row goes with the row.
    `due_at` is when it would be done if each user had a worker of their own: those that are due first are taken first.
    Of its `attempts` those count that ended with their worker, not the `interruptions`, where it was given back.
    """

    id = models.CharField(primary_key=True, max_length=32, default=random_id)
    kind = models.CharField(max_length=32)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    standing = models.CharField(max_length=64)
    language = models.CharField(max_length=2)
    arguments = models.JSONField(default=dict)
    state = models.CharField(max_length=9, choices=JobState.choices, default=JobState.WAITING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    interruptions = models.PositiveSmallIntegerField(db_default=0)
    result = models.JSONField(null=True)
    error = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(db_default=Now())
    beat_at = models.DateTimeField(null=True)
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
        """How much of it is done, where that is known."""
        if self.state == JobState.DONE:
            return 100
        return min(100, self.done * 100 // self.total) if self.total else None
