"""Search texts in the form of normalize_key, and the function by which PostgreSQL computes it."""

from django.db import migrations, transaction

from portal_backend.base.normalization import normalize_key, postgresql_function

BATCH = 2000


def create_function(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(postgresql_function().replace("%", "%%"), ())


def drop_function(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION IF EXISTS portal_normalized(text)")


def normalize(apps, schema_editor):
    rows = apps.get_model("workflow", "Request").objects.order_by("pk")
    last = 0
    while batch := list(rows.filter(pk__gt=last).values_list("pk", "search_lines", "search_text")[:BATCH]):
        last = batch[-1][0]
        changed = [
            (new, pk, old)
            for pk, lines, old in batch
            if (new := "\n".join(map(normalize_key, lines.split("\n")))) != old
        ]
        # a request that somebody saves meanwhile has a text of its own already
        with transaction.atomic(using=schema_editor.connection.alias), schema_editor.connection.cursor() as cursor:
            cursor.executemany(
                "UPDATE workflow_request SET search_text = %s WHERE id = %s AND search_text = %s", changed
            )


class Migration(migrations.Migration):
    atomic = False
    # that one adds to the texts in their former form
    dependencies = [("workflow", "0015_of_both"), ("repairs", "0009_replacements_are_instruments")]
    operations = [
        migrations.RunPython(create_function, drop_function),
        migrations.RunPython(normalize, migrations.RunPython.noop),
    ]
