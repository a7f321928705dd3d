"""The units that are there get their instruments, some at a time and beside whoever writes meanwhile."""

import re
import unicodedata

from django.db import migrations, models, transaction

from portal_backend.base.upgrading import AddIndexBeside

BATCH = 2000
DELETED = "repair__request__deleted_at"
SEPARATORS = re.compile(r"[\s\u00ad\u2010-\u2015\u2212-]+")


def key_of(serial_number):
    key = SEPARATORS.sub("", unicodedata.normalize("NFKC", serial_number)).casefold()
    return "" if key == "n/a" else key


def identify(apps, schema_editor):
    units = apps.get_model("repairs", "RepairPart").objects
    columns = ("pk", "part_id", "serial_number", "repair__request__client_id", "repair__request__created_at", DELETED)
    last = 0
    while rows := list(units.filter(pk__gt=last).order_by("pk").values_list(*columns)[:BATCH]):
        last = rows[-1][0]
        with transaction.atomic(using=schema_editor.connection.alias):
            _identify_some(apps, schema_editor, rows)


def _identify_some(apps, schema_editor, rows):
    instrument = apps.get_model("repairs", "Instrument")
    wanted, seen = {}, {}
    for pk, part, serial, client, created, deleted in rows:
        if key := key_of(serial):
            wanted[pk] = name = (client, part, key)
            before = seen.get(name, (serial, None))
            seen[name] = (serial, before[1] if deleted else max(filter(None, (before[1], created))))
    known = {
        (each.client_id, each.part_id, each.serial_key): each
        for each in instrument.objects.filter(serial_key__in={key for _, _, key in seen})
    }
    for name in seen.keys() - known.keys():
        client, part, key = name
        known[name] = instrument(client_id=client, part_id=part, serial_key=key)
    for name, (serial, at) in seen.items():
        known[name].serial_number = serial
        known[name].last_at = max(filter(None, (known[name].last_at, at)), default=None)
    found = [known[name] for name in seen]
    instrument.objects.bulk_create([each for each in found if each.pk is None])
    instrument.objects.bulk_update([each for each in found if each.pk is not None], ["serial_number", "last_at"])
    with schema_editor.connection.cursor() as cursor:
        cursor.executemany(
            "UPDATE repairs_repairpart SET instrument_id = %s WHERE id = %s",
            [(known[name].pk, pk) for pk, name in wanted.items()],
        )


def search(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "CREATE INDEX IF NOT EXISTS instrument_search ON repairs_instrument USING gin (serial_key gin_trgm_ops)"
        )


def unsearch(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX IF EXISTS instrument_search")


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("repairs", "0004_instruments"), ("workflow", "0002_search_index")]
    operations = [
        AddIndexBeside(
            model_name="repairpart",
            index=models.Index(fields=["instrument"], name="units_of_instrument"),
        ),
        AddIndexBeside(
            model_name="repairpart",
            index=models.Index(
                condition=models.Q(("replacement_key", ""), _negated=True),
                fields=["replacement_key"],
                name="units_by_replacement",
            ),
        ),
        migrations.RunPython(search, unsearch),
        migrations.RunPython(identify, migrations.RunPython.noop),
    ]
