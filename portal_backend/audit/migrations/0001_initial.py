"""Activity log."""

from django.db import migrations, models

import portal_backend.audit.models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("created_at", models.DateTimeField()),
                ("event", models.CharField(choices=portal_backend.audit.models.get_event_choices, max_length=32)),
                ("username", models.CharField(blank=True, max_length=255)),
                ("role", models.CharField(blank=True, max_length=32)),
                ("ip_address", models.CharField(blank=True, max_length=64)),
                ("object_repr", models.CharField(blank=True, max_length=255)),
                ("details", models.JSONField(default=dict)),
                ("request_id", models.CharField(blank=True, max_length=32)),
                ("actor_id", models.BigIntegerField(null=True)),
                ("object_type", models.CharField(blank=True, db_default="", default="", max_length=32)),
                ("object_id", models.BigIntegerField(null=True)),
                ("search_text", models.TextField(blank=True, db_default="", default="")),
            ],
            options={
                "indexes": [
                    models.Index(fields=["-created_at", "-id"], name="entry_by_time"),
                    models.Index(fields=["event", "-created_at", "-id"], name="entry_by_event"),
                ],
            },
        ),
    ]
