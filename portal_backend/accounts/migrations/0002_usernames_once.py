"""Make usernames unique, ignoring case."""

from collections import defaultdict

import django.db.models.functions.text
from django.db import migrations, models


def refuse_alike(apps, schema_editor):
    """List the conflicting usernames for the administrator.

    Without it the migration would fail with the database's error message only.
    """
    alike = defaultdict(list)
    for username in apps.get_model("accounts", "User").objects.order_by("pk").values_list("username", flat=True):
        alike[username.lower()].append(username)
    if twice := [", ".join(names) for names in alike.values() if len(names) > 1]:
        raise ValueError(f"usernames that differ in case alone; rename all but one of each: {'; '.join(twice)}")


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.RunPython(refuse_alike, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower("username"), name="username_once"),
        ),
    ]
