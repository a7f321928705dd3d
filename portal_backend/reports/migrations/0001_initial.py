"""Status periods and duration statistics."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("workflow", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="DurationStatistics",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=16)),
                ("status", models.CharField(max_length=32)),
                ("samples", models.JSONField()),
                ("p90_seconds", models.PositiveIntegerField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("kind", "status"), name="pace_once")],
            },
        ),
        migrations.CreateModel(
            name="StatusPeriod",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("status", models.CharField(max_length=32)),
                ("entered_at", models.DateTimeField()),
                ("left_at", models.DateTimeField(null=True)),
                ("seconds", models.PositiveIntegerField(null=True)),
                (
                    "request",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="status_periods",
                        to="workflow.servicerequest",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("request", "status"), name="stay_once")],
            },
        ),
    ]
