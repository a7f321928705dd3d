"""Serial numbers of replacements become instruments, and requests are found by them."""

from django.db import migrations, models, transaction
from django.db.models import deletion

BATCH = 500


def publish(apps, schema_editor):
    units = apps.get_model("repairs", "RepairPart").objects
    # a number that was kept of a unit that is not REPLACED any more is not published
    units.exclude(repair_status="REPLACED").exclude(replacement_key="").update(replacement_key="")
    replaced = units.exclude(replacement_key="").select_related("repair__request").order_by("pk")
    last = 0
    while rows := list(replaced.filter(pk__gt=last)[:BATCH]):
        last = rows[-1].pk
        with transaction.atomic(using=schema_editor.connection.alias):
            for unit in rows:
                _publish(apps, unit)


def _publish(apps, unit):
    request = apps.get_model("workflow", "Request").objects.select_for_update(of=("self",)).get(pk=unit.repair_id)
    instrument, _ = apps.get_model("repairs", "Instrument").objects.get_or_create(
        client_id=request.client_id,
        part_id=unit.part_id,
        serial_key=unit.replacement_key,
        defaults={"serial_number": unit.replacement_serial},
    )
    if instrument.last_at is None and request.deleted_at is None:
        instrument.last_at = request.created_at
        instrument.save(update_fields=["last_at"])
    lines = request.search_lines.split("\n")
    if unit.replacement_serial not in lines:
        request.search_lines = "\n".join([*lines, unit.replacement_serial])
        request.search_text = request.search_lines.casefold()
        request.save(update_fields=["search_lines", "search_text"])


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("repairs", "0008_by_serial"), ("workflow", "0015_of_both")]
    operations = [
        migrations.AlterField(
            model_name="arrival",
            name="unit",
            field=models.OneToOneField(
                null=True, on_delete=deletion.CASCADE, related_name="arrival", to="repairs.repairpart"
            ),
        ),
        migrations.RunPython(publish, migrations.RunPython.noop),
    ]
