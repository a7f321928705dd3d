"""Whose requests a service holds, asked once a Client."""

from django.db import migrations, models

from portal_backend.base.upgrading import AddIndexBeside

LIVE = models.Q(deleted_at__isnull=True)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("workflow", "0014_origin")]
    operations = [
        AddIndexBeside(
            model_name="request",
            index=models.Index(fields=["service", "client"], name="live_of_both", condition=LIVE),
        ),
    ]
