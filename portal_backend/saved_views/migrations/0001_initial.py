"""Saved views and defaults."""

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SavedView",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("resource", models.CharField(max_length=64)),
                ("name", models.CharField(max_length=80)),
                ("state", models.JSONField()),
                ("shared", models.BooleanField(default=False)),
                ("role", models.CharField(blank=True, max_length=32)),
                (
                    "client",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.client"
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="saved_views",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "service",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.service"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="DefaultView",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("resource", models.CharField(max_length=64)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "view",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="defaults", to="saved_views.savedview"
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="savedview",
            index=models.Index(
                condition=models.Q(("shared", True)), fields=["resource", "role"], name="saved_view_shared"
            ),
        ),
        migrations.AddConstraint(
            model_name="savedview",
            constraint=models.UniqueConstraint(
                models.F("owner"),
                models.F("resource"),
                django.db.models.functions.text.Lower("name"),
                name="saved_view_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="defaultview",
            constraint=models.UniqueConstraint(fields=("user", "resource"), name="default_view_once"),
        ),
    ]
