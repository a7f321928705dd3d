"""A program of the drills: makes the people and requests of a drill, or tells how everything stands afterwards.

python tests/drills/counted.py make PEOPLE [DESKS] | state | purge
"""

import json
import os
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ["DJANGO_SETTINGS_MODULE"] = "portal_backend.settings"

import django

TOLD = ("NEW", "IN_TRANSIT", "IN_DIAGNOSTICS")


def make(people: int, desks: int = 0) -> dict[str, object]:
    """So many administrators, a client, a repair for each; one mail a change of a repair, to its Service.

    At each of so many desks sits somebody else, by turns a client and a supervisor.
    """
    from django.test import override_settings

    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        return _made(people, desks)


def _made(people: int, desks: int) -> dict[str, object]:
    from portal_backend.base.actor import Role
    from portal_backend.notifications.models import MailRule
    from tests import factories

    switches = dict.fromkeys(("client", "supervisor", "administrator", "sustainability_manager"), False)
    for key in TOLD:
        MailRule.objects.create(category="REPAIR", key=key, service=True, **switches)
    here = factories.world()
    movers = [factories.person(f"mover{number}", Role.ADMIN) for number in range(people)]
    one = here.client.user.client
    seated = [
        factories.person(
            f"desk{number}", Role.SUPERVISOR if number % 2 else Role.CLIENT, client=None if number % 2 else one
        )
        for number in range(desks)
    ]
    return {
        "desks": [each.token for each in seated],
        "part": here.part.pk,
        "client": here.client.token,
        "pollers": [here.supervisor.token, here.service.token, here.client.token],
        "movers": [{"token": each.token, "name": each.user.full_name} for each in movers],
        "repairs": [[each.pk, each.version] for each in (factories.repair(here) for _ in movers)],
    }


def state() -> dict[str, object]:
    """The history of each request, what stands in the store, what waits for whom, and how the mails stand."""
    from django.conf import settings
    from django.db.models import Count

    from portal_backend.files.models import StoredFile
    from portal_backend.notifications.models import Mail, MailEvent
    from portal_backend.workflow.models import Request, StatusChange

    changes: dict[int, list[list[str]]] = {}
    for request_id, old, new in StatusChange.objects.order_by("pk").values_list(
        "request_id", "old_status", "new_status"
    ):
        changes.setdefault(request_id, []).append([old, new])
    rows = Request.objects.annotate(kept=Count("files")).values("pk", "number", "status", "version", "kept")
    waiting = Request.objects.filter(deleted_at=None).exclude(waits_for=None).values_list("waits_for", flat=True)
    store = Path(settings.DATA_DIR) / "uploads/files"
    return {
        "requests": [{**row, "changes": changes.get(row["pk"], [])} for row in rows],
        "waiting": dict(Counter(waiting)),
        "rows": sorted(StoredFile.objects.values_list("pk", flat=True)),
        "unclaimed": StoredFile.objects.filter(claimed_at=None).count(),
        "contents": sorted(each.name for each in store.glob("*/*")),
        "mails": dict(Counter(Mail.objects.values_list("state", flat=True))),
        "to be told": MailEvent.objects.count(),
        "told of": dict(Counter(Mail.objects.values_list("about", flat=True))),
        "ids": sorted(Mail.objects.values_list("pk", flat=True)),
    }


def purge() -> None:
    """As the worker does every hour, as if a week had passed."""
    from django.conf import settings

    from portal_backend.files.actions import purge_unused

    settings.UNUSED_UPLOAD_DAYS = 0  # however young they are
    purge_unused()


if __name__ == "__main__":
    django.setup()
    told = {"make": lambda: make(*map(int, sys.argv[2:])), "state": state, "purge": purge}[sys.argv[1]]()
    sys.stdout.write(json.dumps(told))
