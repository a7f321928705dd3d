"""Service requests, their history, comments and links."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from portal_backend.core.normalization import build_postgresql_function


def create_search(apps, schema_editor):
    """Create the normalization function and the trigram index of the keyword search (PostgreSQL)."""
    if schema_editor.connection.vendor != "postgresql":
        return
    schema_editor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
    schema_editor.execute(build_postgresql_function().replace("%", "%%"), ())
    schema_editor.execute("CREATE INDEX request_search ON workflow_servicerequest USING gin (search_text gin_trgm_ops)")


def vacuum_often(apps, schema_editor):
    """Vacuum after 2 % of changes: index-only scans read only pages vacuumed since their last change."""
    if schema_editor.connection.vendor == "postgresql":
        for kind in ("vacuum", "vacuum_insert", "analyze"):
            schema_editor.execute(f"ALTER TABLE workflow_servicerequest SET (autovacuum_{kind}_scale_factor = 0.02)")


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ServiceRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("REPAIR", "REPAIR"), ("PARTS", "PARTS"), ("REMOTE_SUPPORT", "REMOTE_SUPPORT")],
                        max_length=16,
                    ),
                ),
                ("number", models.CharField(max_length=32, unique=True)),
                ("status", models.CharField(max_length=32)),
                ("status_position", models.PositiveSmallIntegerField(default=0)),
                (
                    "responsible_role",
                    models.CharField(
                        choices=[
                            ("CLIENT", "CLIENT"),
                            ("SERVICE", "SERVICE"),
                            ("SUPERVISOR", "SUPERVISOR"),
                            ("ADMIN", "ADMIN"),
                            ("SUSTAINABILITY_MANAGER", "SUSTAINABILITY_MANAGER"),
                        ],
                        max_length=32,
                        null=True,
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
                ("status_since", models.DateTimeField(default=django.utils.timezone.now)),
                ("completed_at", models.DateTimeField(null=True)),
                ("confirm_delivery_by", models.DateField(null=True)),
                ("reminder_sent_for", models.DateField(null=True)),
                ("deleted_at", models.DateTimeField(null=True)),
                ("expected_on", models.DateField(null=True)),
                ("expected_to_leave_by", models.DateField(null=True)),
                ("version", models.PositiveIntegerField(default=1)),
                ("search_text", models.TextField(blank=True)),
                ("search_display", models.TextField(blank=True)),
                (
                    "client",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="requests",
                        to="accounts.client",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "service",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="requests",
                        to="accounts.service",
                    ),
                ),
                (
                    "updated_by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="NumberSequence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("REPAIR", "REPAIR"), ("PARTS", "PARTS"), ("REMOTE_SUPPORT", "REMOTE_SUPPORT")],
                        max_length=16,
                    ),
                ),
                ("year", models.PositiveIntegerField()),
                ("last", models.PositiveIntegerField(default=0)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("kind", "year"), name="sequence_once")],
            },
        ),
        migrations.CreateModel(
            name="Comment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("item", models.PositiveBigIntegerField(default=0)),
                ("step", models.CharField(max_length=32)),
                ("text", models.TextField(blank=True)),
                ("created_at", models.DateTimeField()),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "request",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="comments",
                        to="workflow.servicerequest",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="StatusChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("created_at", models.DateTimeField()),
                (
                    "role",
                    models.CharField(
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
                ("old_status", models.CharField(max_length=32)),
                ("new_status", models.CharField(max_length=32)),
                ("remarks", models.JSONField(null=True)),
                (
                    "request",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="history",
                        to="workflow.servicerequest",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RequestLink",
            fields=[
                (
                    "request",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="origin",
                        serialize=False,
                        to="workflow.servicerequest",
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="derived_links",
                        to="workflow.servicerequest",
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="servicerequest",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True)),
                fields=["kind", "created_at", "id", "client", "service", "status", "completed_at"],
                name="live_by_creation",
            ),
        ),
        migrations.AddIndex(
            model_name="servicerequest",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True)),
                fields=["kind", "updated_at", "id", "client", "service"],
                name="live_by_change",
            ),
        ),
        migrations.AddIndex(
            model_name="servicerequest",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True)),
                fields=["kind", "status_position", "id", "client", "service", "completed_at"],
                name="live_by_place",
            ),
        ),
        migrations.AddIndex(
            model_name="servicerequest",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True)),
                fields=["kind", "number", "id", "client", "service", "completed_at"],
                name="live_by_number",
            ),
        ),
        migrations.AddIndex(
            model_name="servicerequest",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True)),
                fields=["client", "kind", "created_at", "id", "service", "completed_at"],
                name="live_of_client",
            ),
        ),
        migrations.AddIndex(
            model_name="servicerequest",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True)),
                fields=["service", "kind", "created_at", "id", "completed_at"],
                name="live_of_service",
            ),
        ),
        migrations.AddIndex(
            model_name="servicerequest",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True)), fields=["service", "client"], name="live_of_both"
            ),
        ),
        migrations.AddIndex(
            model_name="servicerequest",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("completed_at__isnull", False)),
                fields=["kind", "completed_at", "id", "client", "service", "status"],
                name="ended_by_end",
            ),
        ),
        migrations.AddIndex(
            model_name="servicerequest",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("completed_at__isnull", True)),
                fields=["kind", "updated_at", "id", "client", "service"],
                name="open_by_change",
            ),
        ),
        migrations.AddIndex(
            model_name="servicerequest",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("completed_at__isnull", True)),
                fields=["kind", "status_position", "id", "client", "service"],
                name="open_by_place",
            ),
        ),
        migrations.AddIndex(
            model_name="servicerequest",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("completed_at__isnull", True)),
                fields=["kind", "created_at", "id", "client", "service", "status", "responsible_role", "number"],
                name="open_by_creation",
            ),
        ),
        migrations.AddIndex(
            model_name="servicerequest",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("completed_at__isnull", True)),
                fields=["kind", "status_since", "id", "client", "service", "expected_on"],
                name="open_by_stay",
            ),
        ),
        migrations.AddIndex(
            model_name="servicerequest",
            index=models.Index(
                condition=models.Q(
                    ("deleted_at__isnull", True), ("completed_at__isnull", True), ("expected_to_leave_by__isnull", True)
                ),
                fields=["kind", "status", "id"],
                name="open_without_forecast",
            ),
        ),
        migrations.AddIndex(
            model_name="servicerequest",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("responsible_role__isnull", False)),
                fields=["responsible_role", "status_since", "id", "kind", "client", "service", "expected_on"],
                name="waiting_by_stay",
            ),
        ),
        migrations.AddIndex(
            model_name="servicerequest",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("responsible_role__isnull", False)),
                fields=[
                    "responsible_role",
                    "created_at",
                    "id",
                    "kind",
                    "client",
                    "service",
                    "status_position",
                    "updated_at",
                    "number",
                ],
                name="waiting_by_creation",
            ),
        ),
        migrations.AddIndex(
            model_name="servicerequest",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("responsible_role__isnull", False)),
                fields=["responsible_role", "service", "kind"],
                name="waiting_of_service",
            ),
        ),
        migrations.AddIndex(
            model_name="servicerequest",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("responsible_role__isnull", False)),
                fields=["responsible_role", "client", "kind"],
                name="waiting_of_client",
            ),
        ),
        migrations.AddConstraint(
            model_name="comment",
            constraint=models.UniqueConstraint(fields=("request", "item", "step"), name="comment_once"),
        ),
        migrations.AddIndex(
            model_name="statuschange",
            index=models.Index(fields=["request", "-created_at", "-id"], name="history_of_request"),
        ),
        migrations.RunPython(create_search, migrations.RunPython.noop),
        migrations.RunPython(vacuum_often, migrations.RunPython.noop),
    ]
