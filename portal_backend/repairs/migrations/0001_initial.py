"""Repairs, their units, instruments, packing and goods receipt."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def create_search_indexes(apps, schema_editor):
    """Create trigram indexes of serial numbers and service tags (PostgreSQL)."""
    if schema_editor.connection.vendor != "postgresql":
        return
    schema_editor.execute("CREATE INDEX instrument_search ON repairs_instrument USING gin (serial_key gin_trgm_ops)")
    for column in ("serial_number", "service_tag"):
        schema_editor.execute(
            f"CREATE INDEX unit_{column}_normalized ON repairs_repairunit"
            f" USING gin (portal_normalized({column}) gin_trgm_ops)"
        )


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0001_initial"),
        ("catalogue", "0001_initial"),
        ("files", "0001_initial"),
        ("shipping", "0001_initial"),
        ("workflow", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Repair",
            fields=[
                (
                    "request",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="repair",
                        serialize=False,
                        to="workflow.servicerequest",
                    ),
                ),
                ("courier_arriving_time", models.DateTimeField(null=True)),
                ("transit_note", models.CharField(blank=True, max_length=1024)),
                ("diagnostic_start_date", models.DateField(null=True)),
                ("receipt_checked_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="RepairUnit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("changed_version", models.PositiveIntegerField(db_default=0, default=0)),
                ("serial_number", models.CharField(max_length=255)),
                ("service_tag", models.CharField(blank=True, max_length=255)),
                ("problem_description", models.CharField(blank=True, max_length=4000)),
                ("added_in_diagnostics", models.BooleanField(default=False)),
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
                    "repair_approval",
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
                    "diagnostic_status",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("IT_IS_WORKING", "It Is Working"),
                            ("FOR_REPAIR", "For Repair"),
                            ("NON_REPAIRABLE", "Non Repairable"),
                        ],
                        max_length=16,
                    ),
                ),
                ("diagnostic_comment", models.CharField(blank=True, max_length=1024)),
                ("with_predefined_types", models.BooleanField(default=False)),
                ("diagnostic_price", models.DecimalField(decimal_places=2, max_digits=9, null=True)),
                ("repair_price", models.DecimalField(decimal_places=2, max_digits=9, null=True)),
                ("parts_price", models.DecimalField(decimal_places=2, max_digits=9, null=True)),
                (
                    "repair_status",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("IN_PROGRESS", "In Progress"),
                            ("REPLACED", "Replaced"),
                            ("REPAIRED", "Repaired"),
                            ("NON_REPAIRABLE", "Non Repairable"),
                            ("REJECTED", "Rejected"),
                        ],
                        max_length=16,
                    ),
                ),
                ("repair_comment", models.CharField(blank=True, max_length=1024)),
                ("replacement_serial", models.CharField(blank=True, db_default="", default="", max_length=255)),
                ("replacement_key", models.CharField(blank=True, db_default="", default="", max_length=255)),
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
                ("files", models.ManyToManyField(related_name="+", to="files.storedfile")),
            ],
        ),
        migrations.CreateModel(
            name="Instrument",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("serial_number", models.CharField(max_length=255)),
                ("serial_key", models.CharField(max_length=255)),
                ("last_sent_at", models.DateTimeField(null=True)),
                (
                    "client",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.client",
                    ),
                ),
                (
                    "part",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="catalogue.part"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="UnitPacking",
            fields=[
                ("customs_value", models.DecimalField(decimal_places=2, max_digits=9, null=True)),
                ("hs_code", models.CharField(blank=True, max_length=16)),
                ("origin", models.CharField(blank=True, max_length=2)),
                (
                    "unit",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="packing",
                        serialize=False,
                        to="repairs.repairunit",
                    ),
                ),
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
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.AddField(
            model_name="repairunit",
            name="instrument",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="units",
                to="repairs.instrument",
            ),
        ),
        migrations.AddField(
            model_name="repairunit",
            name="part",
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="catalogue.part"),
        ),
        migrations.AddField(
            model_name="repairunit",
            name="repair",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="units", to="repairs.repair"
            ),
        ),
        migrations.CreateModel(
            name="ReceiptLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("changed_version", models.PositiveIntegerField(db_default=0, default=0)),
                (
                    "condition",
                    models.CharField(
                        choices=[
                            ("THERE", "Received"),
                            ("MISSING", "Missing"),
                            ("DAMAGED", "Damaged"),
                            ("UNANNOUNCED", "Unexpected"),
                        ],
                        max_length=16,
                    ),
                ),
                ("serial_number", models.CharField(blank=True, max_length=255)),
                ("package_number", models.PositiveSmallIntegerField(null=True)),
                ("note", models.CharField(blank=True, max_length=1024)),
                ("recorded_at", models.DateTimeField()),
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
                ("photos", models.ManyToManyField(related_name="+", to="files.storedfile")),
                (
                    "repair",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="receipt_lines", to="repairs.repair"
                    ),
                ),
                (
                    "unit",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="receipt_line",
                        to="repairs.repairunit",
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="SelectedService",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("value", models.DecimalField(decimal_places=2, max_digits=9)),
                (
                    "service",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="catalogue.predefinedservice"
                    ),
                ),
                (
                    "unit",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="selected_services",
                        to="repairs.repairunit",
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="instrument",
            index=models.Index(
                condition=models.Q(("last_sent_at__isnull", False)),
                fields=["last_sent_at", "id", "client"],
                name="instruments_by_time",
            ),
        ),
        migrations.AddIndex(
            model_name="instrument",
            index=models.Index(
                condition=models.Q(("last_sent_at__isnull", False)),
                fields=["client", "last_sent_at", "id"],
                name="instruments_of_client",
            ),
        ),
        migrations.AddIndex(
            model_name="instrument",
            index=models.Index(
                condition=models.Q(("last_sent_at__isnull", False)),
                fields=["serial_key", "id", "client"],
                name="instruments_by_serial",
            ),
        ),
        migrations.AddConstraint(
            model_name="instrument",
            constraint=models.UniqueConstraint(fields=("client", "part", "serial_key"), name="instrument_once"),
        ),
        migrations.AddField(
            model_name="unitpacking",
            name="package",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="shipping.package"
            ),
        ),
        migrations.AddIndex(
            model_name="repairunit",
            index=models.Index(fields=["instrument"], name="units_of_instrument"),
        ),
        migrations.AddIndex(
            model_name="repairunit",
            index=models.Index(
                condition=models.Q(("replacement_key", ""), _negated=True),
                fields=["replacement_key"],
                name="units_by_replacement",
            ),
        ),
        migrations.AddIndex(
            model_name="repairunit",
            index=models.Index(
                condition=models.Q(
                    ("with_predefined_types", True),
                    ("diagnostic_price__isnull", False),
                    ("repair_price__isnull", False),
                    ("parts_price__isnull", False),
                    _connector="OR",
                ),
                fields=["part", "id"],
                name="priced_units_of_part",
            ),
        ),
        migrations.AddConstraint(
            model_name="selectedservice",
            constraint=models.UniqueConstraint(fields=("unit", "service"), name="chosen_type_once"),
        ),
        migrations.RunPython(create_search_indexes, migrations.RunPython.noop),
    ]
