"""Shipments, packages and courier legs."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("workflow", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Package",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveSmallIntegerField(default=0)),
                ("dimensions", models.CharField(max_length=16)),
                ("weight", models.DecimalField(decimal_places=2, max_digits=9)),
                (
                    "request",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="packages",
                        to="workflow.servicerequest",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Shipment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("company_name", models.CharField(blank=True, max_length=255)),
                ("country", models.CharField(blank=True, max_length=2)),
                ("province", models.CharField(blank=True, max_length=255)),
                ("city", models.CharField(blank=True, max_length=255)),
                ("postal_code", models.CharField(blank=True, max_length=255)),
                ("street", models.CharField(blank=True, max_length=255)),
                ("building", models.CharField(blank=True, max_length=255)),
                ("first_name", models.CharField(max_length=255)),
                ("last_name", models.CharField(max_length=255)),
                ("phone", models.CharField(max_length=64)),
                ("email", models.CharField(max_length=255)),
                (
                    "request",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="shipment",
                        to="workflow.servicerequest",
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="ShipmentEmail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("value", models.CharField(max_length=255)),
                (
                    "shipment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="backup_emails",
                        to="shipping.shipment",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="CourierLeg",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("direction", models.CharField(choices=[("THERE", "THERE"), ("BACK", "BACK")], max_length=8)),
                ("courier_name", models.CharField(blank=True, max_length=255)),
                ("pick_up_date", models.DateField(null=True)),
                ("estimate_delivery_date", models.DateField(null=True)),
                ("tracking_number", models.CharField(blank=True, max_length=255)),
                ("note", models.CharField(blank=True, max_length=1024)),
                (
                    "request",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="legs", to="workflow.servicerequest"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("request", "direction"), name="courier_leg_once")],
            },
        ),
    ]
