"""Instruments and units are known by the form of normalize_key; placeholders are no instruments."""

from django.db import migrations, transaction

from portal_backend.base.normalization import is_placeholder_serial, normalize_key

BATCH = 2000
LENGTH = 255
COLUMNS = ("serial_number", "service_tag")


def key_of(serial_number):
    return "" if is_placeholder_serial(serial_number) else normalize_key(serial_number)[:LENGTH]


def rename_instruments(apps, schema_editor):
    instruments = apps.get_model("repairs", "Instrument").objects
    last = 0
    while batch := list(instruments.filter(pk__gt=last).order_by("pk")[:BATCH]):
        last = batch[-1].pk
        for instrument in batch:
            if (key := key_of(instrument.serial_number)) != instrument.serial_key:
                with transaction.atomic(using=schema_editor.connection.alias):
                    rename_instrument(apps, instrument, key)


def rename_instrument(apps, instrument, key):
    units = apps.get_model("repairs", "RepairPart").objects.filter(instrument=instrument)
    same = type(instrument).objects.filter(client=instrument.client_id, part=instrument.part_id, serial_key=key)
    twin = same.exclude(pk=instrument.pk).first() if key else None
    if key and twin is None:
        type(instrument).objects.filter(pk=instrument.pk).update(serial_key=key)
        return
    units.update(instrument=twin)
    if twin is not None and instrument.last_at and (twin.last_at is None or twin.last_at < instrument.last_at):
        same.filter(pk=twin.pk).update(last_at=instrument.last_at, serial_number=instrument.serial_number)
    type(instrument).objects.filter(pk=instrument.pk).delete()


def rename_replacements(apps, schema_editor):
    # a number that was kept of a unit that is not REPLACED any more has no key
    units = apps.get_model("repairs", "RepairPart").objects.filter(repair_status="REPLACED").order_by("pk")
    units = units.exclude(replacement_serial="")
    last = 0
    while batch := list(units.filter(pk__gt=last).values_list("pk", "replacement_serial")[:BATCH]):
        last = batch[-1][0]
        with transaction.atomic(using=schema_editor.connection.alias), schema_editor.connection.cursor() as cursor:
            cursor.executemany(
                "UPDATE repairs_repairpart SET replacement_key = %s WHERE id = %s AND replacement_serial = %s",
                [(key_of(serial), pk, serial) for pk, serial in batch],
            )


def index_units(apps, schema_editor):
    if schema_editor.connection.vendor != "postgresql":
        return
    schema_editor.execute("SET lock_timeout = 0")
    for column in COLUMNS:
        # one that was left half made is not used, and stands in the way of its name
        schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS unit_{column}_normalized")
        schema_editor.execute(
            f"CREATE INDEX CONCURRENTLY unit_{column}_normalized ON repairs_repairpart"
            f" USING gin (portal_normalized({column}) gin_trgm_ops)"
        )
    schema_editor.execute("RESET lock_timeout")


def drop_indexes(apps, schema_editor):
    for column in COLUMNS if schema_editor.connection.vendor == "postgresql" else ():
        schema_editor.execute(f"DROP INDEX IF EXISTS unit_{column}_normalized")


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("repairs", "0010_rows_changed"), ("workflow", "0016_normalized_search")]
    operations = [
        migrations.RunPython(index_units, drop_indexes),
        migrations.RunPython(rename_instruments, migrations.RunPython.noop),
        migrations.RunPython(rename_replacements, migrations.RunPython.noop),
    ]
