"""Outbox, inbox and mail rules."""

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
            name="MailEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("category", models.CharField(max_length=32)),
                ("key", models.CharField(max_length=64)),
                ("template", models.CharField(max_length=32)),
                ("number", models.CharField(max_length=32)),
                ("client_id", models.BigIntegerField()),
                ("service_id", models.BigIntegerField()),
                ("former_service_id", models.BigIntegerField(null=True)),
                ("actor_id", models.BigIntegerField(null=True)),
                ("responsible_role", models.CharField(blank=True, max_length=32)),
                ("pages", models.JSONField()),
                ("values", models.JSONField()),
                ("instructions", models.JSONField()),
                ("created_at", models.DateTimeField()),
                ("due_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Feedback",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("title", models.CharField(max_length=64)),
                ("content", models.CharField(max_length=640)),
                ("page_name", models.CharField(blank=True, max_length=255)),
                ("page_path", models.CharField(blank=True, max_length=255)),
                ("created_at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="MailRule",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("category", models.CharField(max_length=32)),
                ("key", models.CharField(max_length=64)),
                ("client", models.BooleanField()),
                ("service", models.BooleanField()),
                ("supervisor", models.BooleanField()),
                ("administrator", models.BooleanField()),
                ("sustainability_manager", models.BooleanField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("category", "key"), name="mail_rule_once")],
            },
        ),
        migrations.CreateModel(
            name="Mail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("to", models.CharField(max_length=255)),
                ("extra_addresses", models.JSONField(default=list)),
                ("language", models.CharField(max_length=2)),
                ("template", models.CharField(max_length=32)),
                ("values", models.JSONField(default=dict)),
                ("path", models.CharField(blank=True, max_length=255)),
                ("category", models.CharField(max_length=32)),
                ("reference", models.CharField(blank=True, max_length=64)),
                ("created_at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("WAITING", "Waiting"),
                            ("SENDING", "Sending"),
                            ("SENT", "Sent"),
                            ("FAILED", "Failed"),
                        ],
                        default="WAITING",
                        max_length=8,
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("next_attempt_at", models.DateTimeField()),
                ("sent_at", models.DateTimeField(null=True)),
                ("read_at", models.DateTimeField(null=True)),
                ("error", models.CharField(blank=True, max_length=255)),
                ("dedupe", models.CharField(max_length=128, null=True, unique=True)),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mails",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state__in", ["WAITING", "SENDING"])),
                        fields=["next_attempt_at", "id"],
                        name="mail_due",
                    ),
                    models.Index(fields=["-created_at", "-id"], name="mail_by_creation"),
                    models.Index(fields=["user", "-id"], name="mail_of_user"),
                    models.Index(
                        condition=models.Q(("read_at__isnull", True), ("user__isnull", False)),
                        fields=["user"],
                        name="mail_unseen",
                    ),
                ],
            },
        ),
    ]
