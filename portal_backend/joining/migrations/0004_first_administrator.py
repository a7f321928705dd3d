"""The row that closes the first-run page; no row in a portal that has users, which close it as well."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("joining", "0003_reasons")]

    operations = [
        migrations.CreateModel(
            "FirstAdministrator", fields=[("id", models.SmallIntegerField(primary_key=True, serialize=False))]
        ),
    ]
