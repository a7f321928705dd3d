"""Add the ids of object and actor, and the search text, to audit entries."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial")]

    operations = [
        migrations.AddField("entry", "actor_id", models.BigIntegerField(null=True)),
        migrations.AddField("entry", "object_id", models.BigIntegerField(null=True)),
        migrations.AddField(
            "entry", "object_type", models.CharField(blank=True, db_default="", default="", max_length=32)
        ),
        migrations.AddField("entry", "search_text", models.TextField(blank=True, db_default="", default="")),
    ]
