"""Migration of the upgrade drill, copied into the new version's workflow app.

It does what decision 0023 allows under a running version: a column with a database default, an index that is built
without blocking writes, and rows written in batches.
"""

from django.db import migrations, models, transaction

from portal_backend.core.migration_operations import AddIndexOnline

BATCH_SIZE = 2000


def write_batches(apps, schema_editor):
    """Write the new column of all rows, some at a time."""
    rows = apps.get_model("workflow", "ServiceRequest").objects.order_by("pk")
    last = 0
    while ids := list(rows.filter(pk__gt=last).values_list("pk", flat=True)[:BATCH_SIZE]):
        last = ids[-1]
        with transaction.atomic(using=schema_editor.connection.alias):
            rows.filter(pk__in=ids).update(drill_note="written")


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("workflow", "0001_initial")]
    operations = [
        migrations.AddField("servicerequest", "drill_note", models.CharField(max_length=10, db_default="", default="")),
        AddIndexOnline("servicerequest", models.Index(fields=["drill_note", "id"], name="requests_by_drill_note")),
        migrations.RunPython(write_batches, migrations.RunPython.noop),
    ]
