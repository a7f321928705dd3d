"""Normalize the search text of audit entries, and fill it in for older ones."""

from django.db import migrations, transaction

from portal_backend.base.normalization import normalize_key

BATCH = 2000
MAX_SEARCH_TEXT = 50_000
# parts that share a name differ only in their numbers
MAX_NUMBERS = 20
READ = ("pk", "username", "about", "details", "object_type", "object_id", "search_text")


def leaves(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [leaf for each in value for leaf in leaves(each)]
    return [] if value is None or isinstance(value, bool) else [value]


def numbers_of_parts(apps):
    """Return the current part numbers by id and by name."""
    by_id, by_name = {}, {}
    parts = apps.get_model("catalogue", "Part").objects.order_by("pk")
    for pk, number, manufacturer, model in parts.values_list("pk", "number", "manufacturer", "model").iterator():
        by_id[pk] = [number]
        by_name.setdefault(f"{manufacturer} {model}", []).append(number)
    return by_id, by_name


def normalize(apps, schema_editor):
    by_id, by_name = numbers_of_parts(apps)
    rows = apps.get_model("audit", "Entry").objects.order_by("pk")
    last = 0
    while batch := list(rows.filter(pk__gt=last).values(*READ)[:BATCH]):
        last = batch[-1]["pk"]
        changed = []
        for row in batch:
            numbers = by_id.get(row["object_id"], []) if row["object_type"] == "parts" else []
            if not row["search_text"] and not numbers:
                numbers = by_name.get(row["about"], [])[:MAX_NUMBERS]
            values = [row["username"], row["about"], *leaves(row["details"]), *row["search_text"].split("\n"), *numbers]
            keys = dict.fromkeys(normalize_key(str(each)) for each in values)
            text = "\n".join(key for key in keys if key)[:MAX_SEARCH_TEXT]
            if text != row["search_text"]:
                changed.append((text, row["pk"]))
        with transaction.atomic(using=schema_editor.connection.alias), schema_editor.connection.cursor() as cursor:
            cursor.executemany("UPDATE audit_entry SET search_text = %s WHERE id = %s", changed)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("audit", "0002_objects_and_search"), ("catalogue", "0005_portal_monitors_in_spanish")]
    operations = [migrations.RunPython(normalize, migrations.RunPython.noop)]
