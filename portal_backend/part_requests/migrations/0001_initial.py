"""Part requests and their items."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("catalogue", "0001_initial"),
        ("files", "0001_initial"),
        ("shipping", "0001_initial"),
        ("workflow", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PartRequest",
            fields=[
                (
                    "request",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="part_request",
                        serialize=False,
                        to="workflow.servicerequest",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RequestedPart",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("changed_version", models.PositiveIntegerField(db_default=0, default=0)),
                ("suggested_name", models.CharField(blank=True, max_length=255)),
                ("quantity", models.PositiveSmallIntegerField()),
                (
                    "initial_approval",
                    models.CharField(
                        choices=[
                            ("WAITING_APPROVAL", "Waiting Approval"),
                            ("APPROVED", "Approved"),
                            ("REJECTED", "Rejected"),
                        ],
                        default="WAITING_APPROVAL",
                        max_length=16,
                    ),
                ),
                (
                    "changed_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("images", models.ManyToManyField(related_name="+", to="files.storedfile")),
                (
                    "part",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="catalogue.part"
                    ),
                ),
                (
                    "part_request",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="items",
                        to="part_requests.partrequest",
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="ItemPacking",
            fields=[
                ("customs_value", models.DecimalField(decimal_places=2, max_digits=9, null=True)),
                ("hs_code", models.CharField(blank=True, max_length=16)),
                ("origin", models.CharField(blank=True, max_length=2)),
                (
                    "item",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="packing",
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
