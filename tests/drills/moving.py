"""A program of the drills: moves a repair so many times, or tells how the mails stand.

python tests/drills/moving.py 500 | python tests/drills/moving.py state
"""

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ["DJANGO_SETTINGS_MODULE"] = "portal_backend.settings"

import django


def move_often(times: int) -> None:
    """An administrator sends a repair to and fro."""
    from portal_backend.workflow.moves import move
    from portal_backend.workflow.process import PROCESSES
    from tests import factories

    here = factories.world()
    repair = factories.repair(here)
    for number in range(times - 1):  # its creation is the first
        target = ("IN_TRANSIT", "IN_DIAGNOSTICS")[number % 2]
        move(PROCESSES["REPAIR"], repair.pk, actor=here.admin.actor, target=target)


def state() -> dict[str, object]:
    """How many mails stand where, and the number of each."""
    from django.db.models import Count

    from portal_backend.notifications.models import Mail, MailEvent

    states = dict(Mail.objects.values_list("state").annotate(total=Count("pk")).order_by())
    if waiting := MailEvent.objects.count():
        states["TO BE TOLD"] = waiting
    return {"states": states, "ids": sorted(Mail.objects.values_list("pk", flat=True))}


if __name__ == "__main__":
    django.setup()
    if sys.argv[1] == "state":
        sys.stdout.write(json.dumps(state()))
    else:
        move_often(int(sys.argv[1]))
