"""Requests are found by the parts that they have; those that are there get a line for each."""

from django.db import migrations
from django.db.models import F, Value
from django.db.models.functions import Concat


def add(apps, schema_editor):
    requests = apps.get_model("workflow", "Request").objects
    units = apps.get_model("repairs", "RepairPart").objects
    used = units.filter(part__isnull=False).values("part_id").distinct()
    for part in apps.get_model("catalogue", "Part").objects.filter(pk__in=used):
        line = f"{part.manufacturer} {part.model}".replace("\n", " ")
        requests.filter(pk__in=units.filter(part_id=part.pk).values("repair_id")).update(
            search_lines=Concat(F("search_lines"), Value(f"\n{line}")),
            search_text=Concat(F("search_text"), Value(f"\n{line.casefold()}")),
        )


class Migration(migrations.Migration):
    dependencies = [("repairs", "0001_initial"), ("catalogue", "0001_initial"), ("workflow", "0005_place_of_status")]
    operations = [migrations.RunPython(add, migrations.RunPython.noop)]
