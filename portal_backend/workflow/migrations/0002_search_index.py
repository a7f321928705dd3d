"""PostgreSQL: trigram indexes, so that a search term inside a text is found without reading every row."""

from django.db import migrations


def create(apps, schema_editor):
    if schema_editor.connection.vendor != "postgresql":
        return
    schema_editor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
    for column in ("search_text", "party_text"):
        schema_editor.execute(f"CREATE INDEX request_{column} ON workflow_request USING gin ({column} gin_trgm_ops)")


def drop(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for column in ("search_text", "party_text"):
            schema_editor.execute(f"DROP INDEX request_{column}")


class Migration(migrations.Migration):
    dependencies = [("workflow", "0001_initial")]
    operations = [migrations.RunPython(create, drop)]
