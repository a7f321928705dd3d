"""Lists read their pages and count their rows in indexes alone; PostgreSQL keeps the map that this needs fresh."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def vacuum_often(apps, schema_editor):
    # an index alone answers for pages that were vacuumed since they changed; a fifth of the table is too late
    if schema_editor.connection.vendor == "postgresql":
        for when in ("vacuum", "vacuum_insert", "analyze"):
            schema_editor.execute(f"ALTER TABLE workflow_request SET (autovacuum_{when}_scale_factor = 0.02)")


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_clients_by_name"),
        ("workflow", "0008_reminded"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="request",
            name="request_by_creation",
        ),
        migrations.RemoveIndex(
            model_name="request",
            name="request_by_client",
        ),
        migrations.RemoveIndex(
            model_name="request",
            name="request_by_service",
        ),
        migrations.RemoveIndex(
            model_name="request",
            name="request_waiting",
        ),
        migrations.RemoveIndex(
            model_name="request",
            name="open_by_creation",
        ),
        migrations.RemoveIndex(
            model_name="request",
            name="open_by_change",
        ),
        migrations.RemoveIndex(
            model_name="request",
            name="open_by_place",
        ),
        migrations.RemoveIndex(
            model_name="request",
            name="ended_by_creation",
        ),
        migrations.RemoveIndex(
            model_name="request",
            name="ended_by_end",
        ),
        migrations.RemoveIndex(
            model_name="request",
            name="ended_by_place",
        ),
        migrations.AlterField(
            model_name="request",
            name="client",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="requests",
                to="accounts.client",
            ),
        ),
        migrations.AlterField(
            model_name="request",
            name="service",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="requests",
                to="accounts.service",
            ),
        ),
        migrations.AlterField(
            model_name="request",
            name="updated_by",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="request",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True)),
                fields=["kind", "created_at", "id", "client", "service", "status", "completed_at"],
                name="live_by_creation",
            ),
        ),
        migrations.AddIndex(
            model_name="request",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True)),
                fields=["kind", "updated_at", "id", "client", "service"],
                name="live_by_change",
            ),
        ),
        migrations.AddIndex(
            model_name="request",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True)),
                fields=["kind", "place", "id", "client", "service", "completed_at"],
                name="live_by_place",
            ),
        ),
        migrations.AddIndex(
            model_name="request",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True)),
                fields=["kind", "number", "id", "client", "service", "completed_at"],
                name="live_by_number",
            ),
        ),
        migrations.AddIndex(
            model_name="request",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True)),
                fields=["client", "kind", "created_at", "id", "service", "completed_at"],
                name="live_of_client",
            ),
        ),
        migrations.AddIndex(
            model_name="request",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True)),
                fields=["service", "kind", "created_at", "id", "completed_at"],
                name="live_of_service",
            ),
        ),
        migrations.AddIndex(
            model_name="request",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("completed_at__isnull", False)),
                fields=["kind", "completed_at", "id", "client", "service", "status"],
                name="ended_by_end",
            ),
        ),
        migrations.AddIndex(
            model_name="request",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("completed_at__isnull", True)),
                fields=["kind", "updated_at", "id", "client", "service"],
                name="open_by_change",
            ),
        ),
        migrations.AddIndex(
            model_name="request",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("completed_at__isnull", True)),
                fields=["kind", "place", "id", "client", "service"],
                name="open_by_place",
            ),
        ),
        migrations.AddIndex(
            model_name="request",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("completed_at__isnull", True)),
                fields=["kind", "created_at", "id", "client", "service", "status", "waits_for", "number"],
                name="open_by_creation",
            ),
        ),
        migrations.AddIndex(
            model_name="request",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("waits_for__isnull", False)),
                fields=["waits_for", "created_at", "id", "kind", "client", "service", "place", "updated_at", "number"],
                name="waiting_by_creation",
            ),
        ),
        migrations.RunPython(vacuum_often, migrations.RunPython.noop),
    ]
