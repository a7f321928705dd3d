"""Columns that reports counted until 0010; nothing is filled into them any more."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workflow", "0002_search_index"), ("repairs", "0001_initial")]
    operations = [
        migrations.AddField("request", "month", models.PositiveIntegerField(default=0)),
        migrations.AddField("request", "serials", models.TextField(blank=True, default=""), preserve_default=False),
        migrations.AddField("request", "tags", models.TextField(blank=True, default=""), preserve_default=False),
        migrations.AddField("request", "part_models", models.TextField(blank=True, default=""), preserve_default=False),
        migrations.AddField("request", "paces", models.TextField(blank=True, default=""), preserve_default=False),
    ]
