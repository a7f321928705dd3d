"""What reports filter by and count stands in the request; the requests that are there get theirs."""

from collections import defaultdict
from zoneinfo import ZoneInfo

from django.db import migrations, models

from portal_backend.workflow.paces import with_pace

BATCH = 1000
PACED = (
    "NEW",
    "IN_SHIPPING_DETAILS",
    "IN_WAITING_FOR_PICK_UP",
    "SETTING_TRACKING_NUMBER",
    "IN_PICK_UP_ARRANGED",
    "IN_TRANSIT",
    "IN_WAITING_DIAGNOSTICS",
    "IN_DIAGNOSTICS",
    "IN_REPAIR_APPROVAL",
    "IN_SERVICE",
    "IN_TRANSIT_BACK",
    "IN_WAITING_COMPLETED",
)


def folded_lines(texts):
    return "\n".join(dict.fromkeys(text.replace("\n", " ").casefold() for text in texts if text))


def keep(apps, schema_editor):
    requests = apps.get_model("workflow", "Request").objects
    changes = apps.get_model("workflow", "StatusChange").objects
    parts = apps.get_model("repairs", "RepairPart").objects
    new_york = ZoneInfo("America/New_York")
    ids = list(requests.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(ids), BATCH):
        first, last = ids[start], ids[min(start + BATCH, len(ids)) - 1]
        units, spent = defaultdict(list), defaultdict(lambda: defaultdict(int))
        for unit in parts.filter(repair_id__gte=first, repair_id__lte=last).order_by("pk"):
            units[unit.repair_id].append(unit)
        left = changes.filter(request__kind="REPAIR", old_status__in=PACED)
        for change in left.filter(request_id__gte=first, request_id__lte=last):
            spent[change.request_id][change.old_status] += change.lasted
        rows = list(requests.filter(pk__gte=first, pk__lte=last))
        for row in rows:
            opened = row.created_at.astimezone(new_york)
            row.month = opened.year * 100 + opened.month
            row.serials = folded_lines(unit.serial_number for unit in units[row.pk])
            row.tags = folded_lines(unit.service_tag for unit in units[row.pk])
            models_of = sorted({unit.part_id for unit in units[row.pk]})
            row.part_models = "".join(f",{model}" for model in models_of) + ("," if models_of else "")
            for status, seconds in spent[row.pk].items():
                row.paces = with_pace(row.paces, PACED.index(status), seconds)
        requests.bulk_update(rows, ["month", "serials", "tags", "part_models", "paces"], batch_size=100)


class Migration(migrations.Migration):
    dependencies = [("workflow", "0002_search_index"), ("repairs", "0001_initial")]
    operations = [
        migrations.AddField("request", "month", models.PositiveIntegerField(default=0)),
        migrations.AddField("request", "serials", models.TextField(blank=True, default=""), preserve_default=False),
        migrations.AddField("request", "tags", models.TextField(blank=True, default=""), preserve_default=False),
        migrations.AddField("request", "part_models", models.TextField(blank=True, default=""), preserve_default=False),
        migrations.AddField("request", "paces", models.TextField(blank=True, default=""), preserve_default=False),
        migrations.RunPython(keep, migrations.RunPython.noop),
    ]
