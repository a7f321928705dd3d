"""Operations on one request, in hashes.

The limits are half of their first measurement, and the same cost at any size.
"""

import itertools
from collections.abc import Iterator
from functools import partial
from typing import Any

from benchmarks.pairs.pair import Pair
from benchmarks.server import portal
from portal_backend.repairs.models import RepairPart
from portal_backend.reports.paces import renew_paces
from tests import bodies, factories
from tests.factories import World

REPAIRING = "/api/v1/repairing"
SAME = 1.25  # the tolerance of "the same cost" on a loaded machine
MANY = 300


def login_pairs(world: World) -> Iterator[Pair]:
    """Yield a login, which must cost little more than its hash."""
    pair = {"username": world.client.username, "password": factories.PASSWORD}

    def login() -> Any:
        return portal("POST", "/api/v1/contacts/login", None, pair)

    yield Pair("login", login, limit=1.1, growth=SAME)


def request_pairs(world: World) -> Iterator[Pair]:
    """Yield opening, moving, saving and creating a repair of one unit."""
    opened_repair = factories.repair(world, "IN_DIAGNOSTICS")
    fetch = f"{REPAIRING}/fetch/repair"
    read = partial(portal, "GET", fetch, world.supervisor, repairId=opened_repair.pk)
    yield Pair("open", read, limit=0.44, growth=SAME)

    renew_paces()
    timeline = partial(portal, "GET", "/api/v1/requests/fetch/course", world.supervisor, requestId=opened_repair.pk)
    yield Pair("its course", timeline, read, "open", limit=2.0, growth=1.5)

    moved_repair, targets = factories.repair(world, "NEW"), itertools.cycle(("IN_DIAGNOSTICS", "NEW"))
    path = f"{REPAIRING}/change/repair/status"
    yield Pair(
        "move",
        lambda: portal("POST", path, world.admin, repairId=moved_repair.pk, status=next(targets)),
        limit=0.43,
        growth=SAME,
    )

    decided_repair, decisions = factories.repair(world, "NEW"), itertools.cycle(("APPROVED", "REJECTED"))
    unit = _units(decided_repair.pk)[0]

    def decide() -> Any:
        body = [{"id": unit, "status": next(decisions)}]
        return portal(
            "POST", f"{REPAIRING}/change/initial/status/all", world.supervisor, body, repairId=decided_repair.pk
        )

    yield Pair("save a decision", decide, limit=0.47, growth=SAME)

    body = [bodies.unit(world.part.pk, "SN-1")]
    create = partial(portal, "POST", f"{REPAIRING}/create", world.client, body)
    yield Pair("create", create, limit=0.5, growth=SAME)


def units_pairs(world: World) -> Iterator[Pair]:
    """Yield opening and saving diagnostics of a repair with many units.

    Each save changes every unit.
    """
    repair = factories.repair(world, "IN_DIAGNOSTICS", units=MANY)
    fetch = partial(portal, "GET", f"{REPAIRING}/fetch/repair", world.supervisor, repairId=repair.pk)
    yield Pair(f"open, {MANY} units", fetch, limit=3.7)

    units, counter = _units(repair.pk), itertools.count()

    def diagnose() -> Any:
        comment = f"The detector is cracked ({next(counter)})"
        rows = [bodies.diagnosis(unit, comment=comment) for unit in units]
        return portal("POST", f"{REPAIRING}/save/part-in-diagnostic", world.service, rows, repairId=repair.pk)

    yield Pair(f"save diagnostics, {MANY} units", diagnose, limit=8.4)


def _units(repair_id: int) -> list[int]:
    return list(RepairPart.objects.filter(repair_id=repair_id).order_by("pk").values_list("pk", flat=True))
