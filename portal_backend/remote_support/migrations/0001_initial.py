"""Remote support requests, sessions and checks."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("catalogue", "0001_initial"),
        ("files", "0001_initial"),
        ("workflow", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="RemoteSupport",
            fields=[
                (
                    "request",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="remote_support",
                        serialize=False,
                        to="workflow.servicerequest",
                    ),
                ),
                ("serial_number", models.CharField(blank=True, db_default="", default="", max_length=255)),
                ("title", models.CharField(max_length=255)),
                ("description", models.CharField(max_length=4000)),
                ("special_support", models.BooleanField()),
                ("preferred_at", models.DateTimeField()),
                ("contact_methods", models.JSONField(default=list)),
                ("first_name", models.CharField(max_length=255)),
                ("last_name", models.CharField(max_length=255)),
                ("phone", models.CharField(max_length=64)),
                ("email", models.CharField(max_length=255)),
                (
                    "initial_approval",
                    models.CharField(
                        choices=[
                            ("WAITING_APPROVAL", "Waiting Approval"),
                            ("APPROVED", "Approved"),
                            ("REJECTED", "Rejected"),
                        ],
                        default="WAITING_APPROVAL",
                        max_length=16,
                    ),
                ),
                ("files", models.ManyToManyField(related_name="+", to="files.storedfile")),
                (
                    "part",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="catalogue.part",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SupportCheck",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text_en", models.CharField(max_length=255)),
                ("text_es", models.CharField(max_length=255)),
                ("checked_at", models.DateTimeField()),
                (
                    "checked_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "point",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="checks", to="catalogue.checkpoint"
                    ),
                ),
                (
                    "support",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="checks",
                        to="remote_support.remotesupport",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SupportEmail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("value", models.CharField(max_length=255)),
                (
                    "support",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="backup_emails",
                        to="remote_support.remotesupport",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SupportSession",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("changed_version", models.PositiveIntegerField(db_default=0, default=0)),
                ("duration_in_hours", models.DecimalField(decimal_places=2, max_digits=5)),
                ("completion_date", models.DateField()),
                ("summary", models.CharField(blank=True, max_length=4000)),
                ("price_per_hour", models.DecimalField(decimal_places=2, max_digits=9)),
                (
                    "changed_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "support",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sessions",
                        to="remote_support.remotesupport",
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.AddIndex(
            model_name="remotesupport",
            index=models.Index(fields=["part"], name="support_by_part"),
        ),
        migrations.AddConstraint(
            model_name="supportcheck",
            constraint=models.UniqueConstraint(fields=("support", "point"), name="check_once"),
        ),
    ]
