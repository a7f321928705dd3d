"""300 units compared with 1: python -m benchmarks.repair_300 [units].

Also a list page compared with a trivial response. Prints ratios of processor time and numbers of queries from one run,
which do not depend on the machine's speed. It works on a database of its own, SQLite unless DATABASE_URL names a
PostgreSQL server, through the whole stack of the API.
"""

import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.test.client import Client
from django.test.utils import CaptureQueriesContext

from benchmarks.filled import own_database
from portal_backend.repairs.models import RepairPart
from portal_backend.workflow.models import Request
from portal_backend.workflow.moves import move
from portal_backend.workflow.process import PROCESSES
from tests import bodies, factories
from tests.caller import Caller
from tests.resources.rows import many

ROUNDS = 5
LISTED = 2_000
caller = Caller()


def cost(call: Callable[[], Any]) -> tuple[float, float, int]:
    """Return the median processor and wall-clock milliseconds, and the queries."""
    call()
    spent = []
    for _ in range(ROUNDS):
        processor, clock = time.process_time(), time.perf_counter()
        call()
        spent.append((time.process_time() - processor, time.perf_counter() - clock))
    with CaptureQueriesContext(connection) as queries:
        call()
    return (*(1000 * statistics.median(column) for column in zip(*spent, strict=True)), len(queries))  # type: ignore[return-value]


def parts_of(repair: Request) -> list[int]:
    """Return the ids of a repair's units."""
    return list(RepairPart.objects.filter(repair_id=repair.pk).order_by("pk").values_list("pk", flat=True))


def calls(world: factories.World, units: int) -> dict[str, Callable[[], Any]]:
    """Build the operations on a repair with this many units."""
    new = factories.repair(world, "NEW", units=units)
    body = [bodies.unit(world.part.pk, f"SN-{number}") for number in range(units)]
    decisions = [{"id": part, "status": "APPROVED"} for part in parts_of(new)]
    in_diagnostics = factories.repair(world, "IN_DIAGNOSTICS", units=units)
    rows = [bodies.diagnosis(part) for part in parts_of(in_diagnostics)]
    diagnosed = factories.repair(world, "IN_REPAIR_APPROVAL", units=units)
    approvals = [{"id": part, "status": "APPROVED"} for part in parts_of(diagnosed)]
    in_service = factories.repair(world, "IN_SERVICE", units=units)
    results = [bodies.repaired(part) for part in parts_of(in_service)]
    counter = iter(range(1_000_000))

    def diagnose() -> Any:
        # another comment each time, otherwise nothing would change
        comment = f"The detector is cracked ({next(counter)})"
        changed = [{**row, "diagnosticInfo": {**row["diagnosticInfo"], "comment": comment}} for row in rows]
        path = "/repairing/save/part-in-diagnostic"
        return caller.post(path, changed, actor=world.service, repairId=in_diagnostics.pk).ok

    def export(name: str) -> Any:
        path = f"/files/export/{name}/xlsx"
        assert caller.get(path, actor=world.admin, repairId=diagnosed.pk).status == 200

    def back_and_on() -> None:
        move(PROCESSES["REPAIR"], in_service.pk, actor=world.admin.actor, target="IN_DIAGNOSTICS")
        move(PROCESSES["REPAIR"], in_service.pk, actor=world.admin.actor, target="IN_SERVICE")

    def decide(call: str, repair: Request, body: Any) -> Any:
        return caller.post(f"/repairing/change/{call}/status/all", body, actor=world.supervisor, repairId=repair.pk).ok

    results_path = "/repairing/update/parts/repair/data/all"
    return {
        "create": lambda: caller.post("/repairing/create", body, actor=world.client).ok,
        "open (supervisor)": lambda: caller.get("/repairing/fetch/repair", actor=world.supervisor, repairId=new.pk).ok,
        "open (client)": lambda: caller.get("/repairing/fetch/repair", actor=world.client, repairId=diagnosed.pk).ok,
        "approve in bulk": lambda: decide("initial", new, decisions),
        "diagnose all": diagnose,
        "approve repairs": lambda: decide("main", diagnosed, approvals),
        "record all repairs": lambda: (
            caller.post(results_path, results, actor=world.service, repairId=in_service.pk).ok
        ),
        "move twice": back_and_on,
        "export details": lambda: export("repair-detail-tab"),
        "export diagnostics": lambda: export("repair-diagnostics-tab"),
    }


def report(name: str, found: tuple[float, float, int], control: tuple[float, float, int]) -> None:
    """Print one row."""
    ratio = f"{found[0] / control[0]:6.1f} x"
    print(f"{name:24}{control[0]:9.1f}{found[0]:9.1f}{ratio:>10}{found[1]:9.1f}{control[2]:9}{found[2]:6}")


def main(units: int) -> None:
    """Measure all operations and print the table."""
    world = factories.world()
    heading = ("processor ms:", "1 unit", str(units), "ratio", "clock", "queries:", "")
    print("{:24}{:>9}{:>9}{:>10}{:>9}{:>9}{:>6}".format(*heading))
    few, lots = calls(world, 1), calls(world, units)
    for name, call in lots.items():
        report(name, cost(call), cost(few[name]))
    many(world, LISTED, ["NEW", "IN_TRANSIT", "IN_SERVICE", "IN_SHIPPING_DETAILS"])
    print(f"\n{LISTED} repairs listed, against GET /healthz")
    browser = Client()
    trivial = cost(lambda: browser.get("/healthz"))
    active = "/repairing/fetch-by-criteria/active"
    for name, query in (
        ("page of 10", {"size": 10}),
        ("page of 100", {"size": 100}),
        ("10 by keyword", {"size": 10, "keyword": "R-2025-0001"}),
        ("last page of 10", {"size": 10, "page": LISTED // 10 - 1, "sort": "clientUsername,ASC"}),
    ):
        report(name, cost(lambda query=query: caller.get(active, actor=world.admin, **query).ok), trivial)  # type: ignore[misc]
    counters = "/requests/fetch-number/action-required"
    report("counters", cost(lambda: caller.get(counters, actor=world.supervisor).ok), trivial)


if __name__ == "__main__":
    with own_database():
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
