"""Instruments in the order of their serial numbers, and the newest priced units of a part."""

from django.db import migrations, models

from portal_backend.base.upgrading import AddIndexBeside

PRICED = models.Q(
    ("with_predefined_types", True),
    ("diagnostic_price__isnull", False),
    ("repair_price__isnull", False),
    ("parts_price__isnull", False),
    _connector=models.Q.OR,
)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("repairs", "0007_arrivals")]
    operations = [
        AddIndexBeside(
            model_name="instrument",
            index=models.Index(
                fields=["serial_key", "id", "client"],
                name="instruments_by_serial",
                condition=models.Q(last_at__isnull=False),
            ),
        ),
        AddIndexBeside(
            model_name="repairpart",
            index=models.Index(fields=["part", "id"], name="priced_units_of_part", condition=PRICED),
        ),
    ]
