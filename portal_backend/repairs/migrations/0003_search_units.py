"""PostgreSQL: trigram indexes, so that the report finds a serial number or a service tag without reading every unit."""

from django.db import migrations

COLUMNS = ("serial_number", "service_tag")


def create(apps, schema_editor):
    for column in COLUMNS if schema_editor.connection.vendor == "postgresql" else ():
        schema_editor.execute(
            f"CREATE INDEX unit_{column} ON repairs_repairpart USING gin (LOWER({column}) gin_trgm_ops)"
        )


def drop(apps, schema_editor):
    for column in COLUMNS if schema_editor.connection.vendor == "postgresql" else ():
        schema_editor.execute(f"DROP INDEX unit_{column}")


class Migration(migrations.Migration):
    dependencies = [("repairs", "0002_found_by_part"), ("workflow", "0002_search_index")]
    operations = [migrations.RunPython(create, drop)]
