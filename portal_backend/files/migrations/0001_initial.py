"""Stored files."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import portal_backend.files.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("workflow", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="StoredFile",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=portal_backend.files.models.generate_file_id,
                        max_length=32,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("name", models.CharField(max_length=255)),
                ("type", models.CharField(max_length=127)),
                ("size", models.PositiveBigIntegerField()),
                ("content", models.FileField(max_length=255, upload_to=portal_backend.files.models.build_upload_path)),
                ("digest", models.CharField(db_default="", default="", max_length=64)),
                ("has_preview", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("claimed_at", models.DateTimeField(null=True)),
                (
                    "request",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="files",
                        to="workflow.servicerequest",
                    ),
                ),
                (
                    "uploaded_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("claimed_at__isnull", True)), fields=["created_at"], name="unused_upload"
                    ),
                    models.Index(fields=["uploaded_by", "created_at"], name="uploads_of_a_user"),
                ],
            },
        ),
    ]
