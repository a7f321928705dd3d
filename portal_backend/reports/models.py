"""The facts that reports count (docs/decisions/0007)."""

from django.db import models

from portal_backend.workflow.models import Request


class Stay(models.Model):
    """A request in one status: a row for each that it has entered, whatever the number of times.

    Both times are of the last one; without `left_at` the request stands there now. `seconds` are those of all stays
    that have ended, null where none has.
    """

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="stays", db_index=False)
    status = models.CharField(max_length=32)
    entered_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)
    seconds = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["request", "status"], name="stay_once")]


class Pace(models.Model):
    """What the newest completed requests of a kind took from a status on (docs/decisions/0025).

    `cases` are pairs of seconds: how long one stayed in the status, and how long it took from entering it to the end.
    Nine in ten had left it after `late_after` seconds.
    """

    kind = models.CharField(max_length=16)
    status = models.CharField(max_length=32)
    cases = models.JSONField()
    late_after = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "status"], name="pace_once")]
