"""Create the data of a drill, or print its final state as JSON.

python tests/drills/counted.py make PEOPLE [DESKS] | state | purge
"""

import json
import os
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ["DJANGO_SETTINGS_MODULE"] = "portal_backend.config.settings"

import django

MAIL_STATUSES = ("NEW", "IN_TRANSIT", "IN_DIAGNOSTICS")


def make(people: int, desks: int = 0) -> dict[str, object]:
    """Create administrators, a client and a repair for each administrator.

    Each status change sends one email, to the repair's Service. At the desks are further users, alternately a client
    and a supervisor.
    """
    from django.test import override_settings

    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        return _create_data(people, desks)


def _create_data(people: int, desks: int) -> dict[str, object]:
    from portal_backend.core.actor import Role
    from portal_backend.notifications.models import MailRule
    from tests import factories

    switches = dict.fromkeys(("client", "supervisor", "administrator", "sustainability_manager"), False)
    for key in MAIL_STATUSES:
        MailRule.objects.create(category="REPAIR", key=key, service=True, **switches)
    world = factories.world()
    movers = [factories.person(f"mover{number}", Role.ADMIN) for number in range(people)]
    client = world.client.user.client
    seated = [
        factories.person(
            f"desk{number}", Role.SUPERVISOR if number % 2 else Role.CLIENT, client=None if number % 2 else client
        )
        for number in range(desks)
    ]
    return {
        "desks": [each.token for each in seated],
        "part": world.part.pk,
        "client": world.client.token,
        "pollers": [world.supervisor.token, world.service.token, world.client.token],
        "movers": [{"token": each.token, "name": each.user.full_name} for each in movers],
        "repairs": [[each.pk, each.version] for each in (factories.repair(world) for _ in movers)],
    }


def state() -> dict[str, object]:
    """Return the requests with their history, the stored files and the emails.

    Also the number of requests that wait for each role.
    """
    from django.conf import settings
    from django.db.models import Count

    from portal_backend.files.models import StoredFile
    from portal_backend.notifications.models import Mail, MailEvent
    from portal_backend.workflow.models import ServiceRequest, StatusChange

    changes: dict[int, list[list[str]]] = {}
    for request_id, old, new in StatusChange.objects.order_by("pk").values_list(
        "request_id", "old_status", "new_status"
    ):
        changes.setdefault(request_id, []).append([old, new])
    rows = ServiceRequest.objects.annotate(kept=Count("files")).values("pk", "number", "status", "version", "kept")
    waiting = (
        ServiceRequest.objects.filter(deleted_at=None)
        .exclude(responsible_role=None)
        .values_list("responsible_role", flat=True)
    )
    store = Path(settings.DATA_DIR) / "uploads/files"
    return {
        "requests": [{**row, "changes": changes.get(row["pk"], [])} for row in rows],
        "waiting": dict(Counter(waiting)),
        "rows": sorted(StoredFile.objects.values_list("pk", flat=True)),
        "unclaimed": StoredFile.objects.filter(claimed_at=None).count(),
        "contents": sorted(each.name for each in store.glob("*/*")),
        "mails": dict(Counter(Mail.objects.values_list("state", flat=True))),
        "to be told": MailEvent.objects.count(),
        "told of": dict(Counter(Mail.objects.values_list("reference", flat=True))),
        "ids": sorted(Mail.objects.values_list("pk", flat=True)),
    }


def purge() -> None:
    """Delete unused uploads, as the worker does every hour, without the grace period."""
    from django.conf import settings

    from portal_backend.files.actions import purge_unused

    settings.UNUSED_UPLOAD_RETENTION_DAYS = 0  # regardless of their age
    purge_unused()


if __name__ == "__main__":
    django.setup()
    output = {"make": lambda: make(*map(int, sys.argv[2:])), "state": state, "purge": purge}[sys.argv[1]]()
    sys.stdout.write(json.dumps(output))
