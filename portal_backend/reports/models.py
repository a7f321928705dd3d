"""Stored facts that reports are computed from (docs/decisions/0007, 0025)."""

from django.db import models

from portal_backend.workflow.models import ServiceRequest


class StatusPeriod(models.Model):
    """Time of a request in one status; one row per status that it has entered.

    `entered_at` and `left_at` describe the latest period in the status.
    """

    request = models.ForeignKey(ServiceRequest, on_delete=models.CASCADE, related_name="status_periods", db_index=False)
    status = models.CharField(max_length=32)
    entered_at = models.DateTimeField()
    #: null while the request is in the status
    left_at = models.DateTimeField(null=True)
    #: total of all ended periods in the status; null if none has ended
    seconds = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["request", "status"], name="stay_once")]


class DurationStatistics(models.Model):
    """Durations of the newest completed requests, per status (docs/decisions/0025)."""

    kind = models.CharField(max_length=16)
    status = models.CharField(max_length=32)
    #: pairs of seconds: time in the status, time from entering it to the end
    samples = models.JSONField()
    #: seconds after which 90 percent have left the status
    p90_seconds = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "status"], name="pace_once")]
