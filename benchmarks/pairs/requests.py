"""Operations on one request, in hashes.

The cost is the same at any size. Limits are a fifth above the ratios of a machine whose hash takes 23 ms; where a hash
takes longer, the ratios are smaller.
"""

import itertools
from collections.abc import Iterator
from functools import partial
from typing import Any

from benchmarks.in_process_server import portal
from benchmarks.pairs.pair import Pair
from portal_backend.repairs.models import RepairUnit
from portal_backend.reports.forecasts import refresh_duration_statistics
from tests import factories, request_bodies
from tests.factories import World

REPAIRS_PATH = "/api/v1/repairing"
MAX_GROWTH = 1.25  # the tolerance of "the same cost" on a loaded machine
UNIT_COUNT = 300


def generate_login_pairs(world: World) -> Iterator[Pair]:
    """Yield a login, which must cost little more than its hash."""
    pair = {"username": world.client.username, "password": factories.PASSWORD}

    def login() -> Any:
        return portal("POST", "/api/v1/contacts/login", None, pair)

    yield Pair("login", login, limit=1.5, max_growth=MAX_GROWTH)


def generate_request_pairs(world: World) -> Iterator[Pair]:
    """Yield opening, a transition, saving and creating for a repair of one unit."""
    opened_repair = factories.repair(world, "IN_DIAGNOSTICS")
    fetch = f"{REPAIRS_PATH}/fetch/repair"
    read = partial(portal, "GET", fetch, world.supervisor, repairId=opened_repair.pk)
    yield Pair("open", read, limit=0.95, max_growth=MAX_GROWTH)

    refresh_duration_statistics()
    timeline = partial(portal, "GET", "/api/v1/requests/fetch/course", world.supervisor, requestId=opened_repair.pk)
    yield Pair("its course", timeline, read, "open", limit=2.0, max_growth=1.5)

    moved_repair, targets = factories.repair(world, "NEW"), itertools.cycle(("IN_DIAGNOSTICS", "NEW"))
    path = f"{REPAIRS_PATH}/change/repair/status"
    yield Pair(
        "move",
        lambda: portal("POST", path, world.admin, repairId=moved_repair.pk, status=next(targets)),
        limit=0.65,
        max_growth=MAX_GROWTH,
    )

    decided_repair, decisions = factories.repair(world, "NEW"), itertools.cycle(("APPROVED", "REJECTED"))
    unit = _get_unit_ids(decided_repair.pk)[0]

    def decide() -> Any:
        body = [{"id": unit, "status": next(decisions)}]
        return portal(
            "POST", f"{REPAIRS_PATH}/change/initial/status/all", world.supervisor, body, repairId=decided_repair.pk
        )

    yield Pair("save a decision", decide, limit=0.55, max_growth=MAX_GROWTH)

    body = [request_bodies.unit(world.part.pk, "SN-1")]
    create = partial(portal, "POST", f"{REPAIRS_PATH}/create", world.client, body)
    yield Pair("create", create, limit=0.85, max_growth=MAX_GROWTH)


def generate_unit_pairs(world: World) -> Iterator[Pair]:
    """Yield opening and saving diagnostics of a repair with many units.

    Each save changes every unit.
    """
    repair = factories.repair(world, "IN_DIAGNOSTICS", units=UNIT_COUNT)
    fetch = partial(portal, "GET", f"{REPAIRS_PATH}/fetch/repair", world.supervisor, repairId=repair.pk)
    yield Pair(f"open, {UNIT_COUNT} units", fetch, limit=3.7)

    units, counter = _get_unit_ids(repair.pk), itertools.count()

    def diagnose() -> Any:
        comment = f"The detector is cracked ({next(counter)})"
        rows = [request_bodies.diagnosis(unit, comment=comment) for unit in units]
        return portal("POST", f"{REPAIRS_PATH}/save/part-in-diagnostic", world.service, rows, repairId=repair.pk)

    yield Pair(f"save diagnostics, {UNIT_COUNT} units", diagnose, limit=8.4)


def _get_unit_ids(repair_id: int) -> list[int]:
    return list(RepairUnit.objects.filter(repair_id=repair_id).order_by("pk").values_list("pk", flat=True))
