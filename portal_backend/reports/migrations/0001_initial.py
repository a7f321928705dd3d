import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = [("workflow", "0007_units_tell_of_themselves")]
    operations = [
        migrations.CreateModel(
            name="Stay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("status", models.CharField(max_length=32)),
                ("entered_at", models.DateTimeField()),
                ("left_at", models.DateTimeField(null=True)),
                ("seconds", models.PositiveIntegerField(null=True)),
                (
                    "request",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stays",
                        to="workflow.request",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("request", "status"), name="stay_once")],
            },
        ),
    ]
