import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("part_requests", "0002_found_by_part"),
        ("shipping", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="PackedItem",
            fields=[
                ("customs_value", models.DecimalField(decimal_places=2, max_digits=9, null=True)),
                ("hs_code", models.CharField(blank=True, max_length=16)),
                ("origin", models.CharField(blank=True, max_length=2)),
                (
                    "item",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="packed",
                        serialize=False,
                        to="part_requests.requestedpart",
                    ),
                ),
                (
                    "package",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="shipping.package"
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
    ]
