"""Open requests in the order of their stays, and those that nobody has foreseen yet."""

from django.db import migrations, models

from portal_backend.base.upgrading import AddIndexBeside

OPEN = models.Q(deleted_at__isnull=True) & models.Q(completed_at__isnull=True)
WAITING = models.Q(deleted_at__isnull=True) & models.Q(waits_for__isnull=False)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("workflow", "0011_expected")]
    operations = [
        AddIndexBeside(
            model_name="request",
            index=models.Index(
                fields=["kind", "entered_at", "id", "client", "service", "expected_on"],
                name="open_by_stay",
                condition=OPEN,
            ),
        ),
        AddIndexBeside(
            model_name="request",
            index=models.Index(
                fields=["kind", "status", "id"],
                name="open_unforeseen",
                condition=OPEN & models.Q(late_after__isnull=True),
            ),
        ),
        AddIndexBeside(
            model_name="request",
            index=models.Index(
                fields=["waits_for", "entered_at", "id", "kind", "client", "service", "expected_on"],
                name="waiting_by_stay",
                condition=WAITING,
            ),
        ),
    ]
