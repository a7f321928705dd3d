import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("files", "0003_digests"),
        ("repairs", "0006_packed_units"),
    ]

    operations = [
        migrations.AddField(
            model_name="repair",
            name="ticked_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.CreateModel(
            name="Arrival",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "found",
                    models.CharField(
                        choices=[
                            ("THERE", "There"),
                            ("MISSING", "Missing"),
                            ("DAMAGED", "Damaged"),
                            ("UNANNOUNCED", "Unannounced"),
                        ],
                        max_length=16,
                    ),
                ),
                ("serial_number", models.CharField(blank=True, max_length=255)),
                ("parcel", models.PositiveSmallIntegerField(null=True)),
                ("note", models.CharField(blank=True, max_length=1024)),
                ("at", models.DateTimeField()),
                ("photos", models.ManyToManyField(related_name="+", to="files.storedfile")),
                (
                    "repair",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="arrivals", to="repairs.repair"
                    ),
                ),
                (
                    "unit",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="repairs.repairpart",
                    ),
                ),
            ],
        ),
    ]
