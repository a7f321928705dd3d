"""Add the marker that closes the setup page.

A portal that already has users needs no row, because users close the page as well.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("joining", "0003_reasons")]

    operations = [
        migrations.CreateModel(
            "FirstAdministrator", fields=[("id", models.SmallIntegerField(primary_key=True, serialize=False))]
        ),
    ]
