"""Reports count facts of their own: requests and history lose what was kept for them. Undone, they get it back."""

from collections import defaultdict
from zoneinfo import ZoneInfo

from django.db import migrations

BATCH = 1000
DAY = 86_400
LETTERS = "".join(map(chr, (*range(0x21, 0x7F), *range(0xA1, 0x100))))
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


def letter(seconds):
    days = seconds / DAY
    if days < 10:
        code = seconds * 10 // DAY
    elif days < 70:
        code = 90 + int(days)
    else:
        code = min(153 + int(days) // 10, len(LETTERS) - 1)
    return LETTERS[code]


def write(manager, rows, fields):
    # many times faster than bulk_update, which builds an expression for every value
    manager.bulk_create(rows, batch_size=BATCH, update_conflicts=True, unique_fields=["id"], update_fields=fields)


def restore(apps, schema_editor):
    requests = apps.get_model("workflow", "Request").objects
    changes = apps.get_model("workflow", "StatusChange").objects
    units = apps.get_model("repairs", "RepairPart").objects
    new_york = ZoneInfo("America/New_York")
    ids = list(requests.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(ids), BATCH):
        first, last = ids[start], ids[min(start + BATCH, len(ids)) - 1]
        models, entered, spent = defaultdict(set), {}, defaultdict(lambda: defaultdict(int))
        for repair, part in units.filter(repair_id__gte=first, repair_id__lte=last).values_list("repair_id", "part_id"):
            models[repair].add(part)
        history = list(changes.filter(request_id__gte=first, request_id__lte=last).order_by("created_at", "pk"))
        for change in history:
            since = entered.get(change.request_id, change.created_at)
            change.lasted = max(0, int((change.created_at - since).total_seconds()))
            spent[change.request_id][change.old_status] += change.lasted
            entered[change.request_id] = change.created_at
        write(changes, history, ["lasted"])
        rows = list(requests.filter(pk__range=(first, last)))
        for row in rows:
            opened = row.created_at.astimezone(new_york)
            row.month = opened.year * 100 + opened.month
            if row.kind == "REPAIR":
                known = sorted(models[row.pk])
                row.part_models = "".join(f",{model}" for model in known) + ("," if known else "")
                times = spent[row.pk]
                letters = "".join(letter(times[status]) if status in times else " " for status in PACED)
                row.paces = letters.ljust(16) if letters.strip() else ""
        write(requests, rows, ["month", "part_models", "paces"])


class Migration(migrations.Migration):
    dependencies = [("workflow", "0009_pages_from_indexes"), ("repairs", "0003_search_units")]
    operations = [
        migrations.RunPython(migrations.RunPython.noop, restore),
        *(migrations.RemoveField("request", name) for name in ("month", "part_models", "paces")),
        migrations.RemoveField("statuschange", "lasted"),
    ]
