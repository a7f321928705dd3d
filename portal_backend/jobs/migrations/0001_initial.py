"""Job queue."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import portal_backend.jobs.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Job",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=portal_backend.jobs.models.random_id, max_length=32, primary_key=True, serialize=False
                    ),
                ),
                ("kind", models.CharField(max_length=32)),
                ("permissions_digest", models.CharField(max_length=64)),
                ("language", models.CharField(max_length=2)),
                ("arguments", models.JSONField(default=dict)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("WAITING", "Waiting"),
                            ("RUNNING", "Running"),
                            ("DONE", "Done"),
                            ("FAILED", "Failed"),
                            ("CANCELLED", "Cancelled"),
                        ],
                        default="WAITING",
                        max_length=9,
                    ),
                ),
                ("progress_done", models.PositiveIntegerField(default=0)),
                ("progress_total", models.PositiveIntegerField(default=0)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("interruptions", models.PositiveSmallIntegerField(db_default=0)),
                ("result", models.JSONField(null=True)),
                ("error", models.CharField(blank=True, max_length=64)),
                ("created_at", models.DateTimeField()),
                ("due_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("heartbeat_at", models.DateTimeField(null=True)),
                ("cancelled_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state__in", ["WAITING", "RUNNING"])),
                        fields=["created_at", "id"],
                        name="job_open",
                    ),
                    models.Index(
                        condition=models.Q(("finished_at__isnull", False)), fields=["finished_at"], name="job_finished"
                    ),
                    models.Index(fields=["owner", "created_at"], name="job_of_owner"),
                ],
            },
        ),
    ]
