"""Move a repair many times, or print the states of the emails as JSON.

python tests/drills/move_repair.py 500 | python tests/drills/move_repair.py state
"""

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ["DJANGO_SETTINGS_MODULE"] = "portal_backend.config.settings"

import django


def move_repeatedly(times: int) -> None:
    """Move a repair to and fro as an administrator."""
    from portal_backend.workflow.process import PROCESSES
    from portal_backend.workflow.transitions import transition
    from tests import factories

    world = factories.world()
    repair = factories.repair(world)
    for number in range(times - 1):  # its creation counts as the first
        target = ("IN_TRANSIT", "IN_DIAGNOSTICS")[number % 2]
        transition(PROCESSES["REPAIR"], repair.pk, actor=world.admin.actor, target_status=target)


def get_state() -> dict[str, object]:
    """Return the number of emails by state, and their ids."""
    from django.db.models import Count

    from portal_backend.notifications.models import Mail, MailEvent

    states = dict(Mail.objects.values_list("state").annotate(total=Count("pk")).order_by())
    if waiting := MailEvent.objects.count():
        states["TO BE TOLD"] = waiting
    return {"states": states, "ids": sorted(Mail.objects.values_list("pk", flat=True))}


if __name__ == "__main__":
    django.setup()
    if sys.argv[1] == "state":
        sys.stdout.write(json.dumps(get_state()))
    else:
        move_repeatedly(int(sys.argv[1]))
