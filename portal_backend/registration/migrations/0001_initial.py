"""Account requests and password reset tokens."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="FirstAdministrator",
            fields=[
                ("id", models.SmallIntegerField(primary_key=True, serialize=False)),
            ],
        ),
        migrations.CreateModel(
            name="PasswordResetToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("account_digest", models.CharField(max_length=64)),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="password_reset_token",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="AccountRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("company_name", models.CharField(blank=True, max_length=255)),
                ("country", models.CharField(blank=True, max_length=2)),
                ("province", models.CharField(blank=True, max_length=255)),
                ("city", models.CharField(blank=True, max_length=255)),
                ("postal_code", models.CharField(blank=True, max_length=255)),
                ("street", models.CharField(blank=True, max_length=255)),
                ("building", models.CharField(blank=True, max_length=255)),
                ("username", models.CharField(max_length=64)),
                ("first_name", models.CharField(max_length=255)),
                ("last_name", models.CharField(max_length=255)),
                ("phone", models.CharField(max_length=64)),
                ("email", models.CharField(max_length=255)),
                ("backup_emails", models.JSONField(default=list)),
                ("language", models.CharField(max_length=2)),
                ("submission_digest", models.CharField(max_length=64, null=True, unique=True)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("WAITING_APPROVAL", "Waiting Approval"),
                            ("APPROVAL", "Approval"),
                            ("REJECTED", "Rejected"),
                        ],
                        default="WAITING_APPROVAL",
                        max_length=16,
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("CLIENT", "CLIENT"),
                            ("SERVICE", "SERVICE"),
                            ("SUPERVISOR", "SUPERVISOR"),
                            ("ADMIN", "ADMIN"),
                            ("SUSTAINABILITY_MANAGER", "SUSTAINABILITY_MANAGER"),
                        ],
                        max_length=32,
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(null=True)),
                ("reason", models.CharField(blank=True, db_default="", default="", max_length=1024)),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["status", "-created_at"], name="account_request_by_status")],
            },
        ),
    ]
