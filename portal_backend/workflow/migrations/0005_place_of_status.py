"""The place of a request's status in the table of its kind stands in the request; those that are there get theirs."""

from django.db import migrations, models
from django.db.models import Case, Value, When

PLACES = {
    "REPAIR": (
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
        "COMPLETED",
        "REJECTED",
    ),
    "PARTS": (
        "INITIAL",
        "IN_ONE_WAY_SHIPPING",
        "IN_WAITING_FOR_PICK_UP",
        "WAITING_CONFIRMATION",
        "DONE",
        "REJECTED",
    ),
    "REMOTE_SUPPORT": ("INITIAL", "SERVICE_REVIEW", "WAITING_COMPLETION", "DONE", "REJECTED"),
}


def keep(apps, schema_editor):
    requests = apps.get_model("workflow", "Request").objects
    for kind, statuses in PLACES.items():
        places = [When(status=status, then=Value(place)) for place, status in enumerate(statuses)]
        requests.filter(kind=kind, status__in=statuses).update(place=Case(*places))


class Migration(migrations.Migration):
    dependencies = [("workflow", "0004_kept_categories")]
    operations = [
        migrations.AddField("request", "place", models.PositiveSmallIntegerField(default=0)),
        migrations.RunPython(keep, migrations.RunPython.noop),
    ]
