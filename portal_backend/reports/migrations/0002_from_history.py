"""Status periods of existing requests, computed from their history."""

from django.db import migrations

BATCH = 1000
ROWS = ("request_id", "created_at", "old_status", "new_status")


def fill(apps, schema_editor):
    stay_model = apps.get_model("reports", "Stay")
    changes = apps.get_model("workflow", "StatusChange").objects.order_by("created_at", "pk")
    ids = list(apps.get_model("workflow", "Request").objects.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(ids), BATCH):
        first, last = ids[start], ids[min(start + BATCH, len(ids)) - 1]
        history = changes.filter(request_id__gte=first, request_id__lte=last)
        stays = {}
        for request, moment, old, new in history.values_list(*ROWS):
            if left := stays.get((request, old)):
                spent = max(0, int((moment - left.entered_at).total_seconds()))
                left.left_at, left.seconds = moment, (left.seconds or 0) + spent
            entered = stays.setdefault((request, new), stay_model(request_id=request, status=new))
            entered.entered_at, entered.left_at = moment, None
        stay_model.objects.bulk_create(stays.values(), batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [("reports", "0001_initial")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
