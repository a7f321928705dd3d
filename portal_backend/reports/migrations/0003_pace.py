"""Duration statistics; the worker fills them within a minute of its start."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reports", "0002_from_history")]
    operations = [
        migrations.CreateModel(
            name="Pace",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=16)),
                ("status", models.CharField(max_length=32)),
                ("cases", models.JSONField()),
                ("late_after", models.PositiveIntegerField()),
            ],
            options={"constraints": [models.UniqueConstraint(fields=["kind", "status"], name="pace_once")]},
        ),
    ]
