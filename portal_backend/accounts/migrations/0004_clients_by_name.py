"""Add indexes of Clients by name in each language (PostgreSQL).

Lists of requests are sorted by client name, one page at a time.
"""

from django.db import migrations

LANGUAGES = ("en", "es")


def create(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for language in LANGUAGES:
            columns = f'(name COLLATE "{language}-x-icu"), id'
            schema_editor.execute(f"CREATE INDEX client_by_name_{language} ON accounts_client ({columns})")


def drop(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for language in LANGUAGES:
            schema_editor.execute(f"DROP INDEX client_by_name_{language}")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_keys_of_bodies")]
    operations = [migrations.RunPython(create, drop)]
