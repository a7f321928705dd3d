import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("repairs", "0005_known_again"),
        ("shipping", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="PackedUnit",
            fields=[
                (
                    "unit",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="packed",
                        serialize=False,
                        to="repairs.repairpart",
                    ),
                ),
                ("customs_value", models.DecimalField(decimal_places=2, max_digits=9, null=True)),
                ("hs_code", models.CharField(blank=True, max_length=16)),
                ("origin", models.CharField(blank=True, max_length=2)),
                (
                    "battery",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("NONE", "None"),
                            ("LITHIUM_ION", "Lithium Ion"),
                            ("LITHIUM_METAL", "Lithium Metal"),
                            ("OTHER", "Other"),
                        ],
                        max_length=16,
                    ),
                ),
                (
                    "check_source",
                    models.CharField(blank=True, choices=[("NONE", "None"), ("INSIDE", "Inside")], max_length=16),
                ),
                (
                    "package",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="shipping.package"
                    ),
                ),
            ],
        ),
    ]
