"""A column that reports counted until 0007; nothing is filled into it any more."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workflow", "0003_kept_for_reports"), ("catalogue", "0001_initial")]
    operations = [
        migrations.AddField("request", "categories", models.TextField(blank=True, default=""), preserve_default=False),
    ]
