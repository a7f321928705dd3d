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
