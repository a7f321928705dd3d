"""The categories of a repair's parts are kept too; the repairs that are there get theirs."""

from django.db import migrations, models

BATCH = 1000


def keep(apps, schema_editor):
    requests = apps.get_model("workflow", "Request").objects
    categories = dict(apps.get_model("catalogue", "Part").objects.values_list("pk", "category_id"))
    ids = list(requests.exclude(part_models="").order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(ids), BATCH):
        rows = list(requests.filter(pk__gte=ids[start], pk__lte=ids[min(start + BATCH, len(ids)) - 1]))
        for row in rows:
            known = sorted({categories[int(part)] for part in filter(None, row.part_models.split(","))})
            row.categories = "".join(f",{category}" for category in known) + ("," if known else "")
        requests.bulk_update(rows, ["categories"], batch_size=300)


class Migration(migrations.Migration):
    dependencies = [("workflow", "0003_kept_for_reports"), ("catalogue", "0001_initial")]
    operations = [
        migrations.AddField("request", "categories", models.TextField(blank=True, default=""), preserve_default=False),
        migrations.RunPython(keep, migrations.RunPython.noop),
    ]
