"""300 units compared with 1: python -m benchmarks.repair_300 [units].

Also a list page compared with a trivial response. Prints ratios of processor time and numbers of queries from one run,
which do not depend on the machine's speed. It works on a separate database, SQLite unless DATABASE_URL names a
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

from benchmarks.databases import temporary_database
from portal_backend.repairs.models import RepairUnit
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import PROCESSES
from portal_backend.workflow.transitions import transition
from tests import factories, request_bodies
from tests.api_client import ApiClient
from tests.resources.repair_rows import create_repairs

ROUNDS = 5
LIST_SIZE = 2_000
caller = ApiClient()


def measure_cost(call: Callable[[], Any]) -> tuple[float, float, int]:
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


def get_unit_ids(repair: ServiceRequest) -> list[int]:
    """Return the ids of a repair's units."""
    return list(RepairUnit.objects.filter(repair_id=repair.pk).order_by("pk").values_list("pk", flat=True))


def build_calls(world: factories.World, units: int) -> dict[str, Callable[[], Any]]:
    """Build the operations on a repair with this many units."""
    new = factories.repair(world, "NEW", units=units)
    body = [request_bodies.unit(world.part.pk, f"SN-{number}") for number in range(units)]
    decisions = [{"id": part, "status": "APPROVED"} for part in get_unit_ids(new)]
    in_diagnostics = factories.repair(world, "IN_DIAGNOSTICS", units=units)
    rows = [request_bodies.diagnosis(part) for part in get_unit_ids(in_diagnostics)]
    diagnosed = factories.repair(world, "IN_REPAIR_APPROVAL", units=units)
    approvals = [{"id": part, "status": "APPROVED"} for part in get_unit_ids(diagnosed)]
    in_service = factories.repair(world, "IN_SERVICE", units=units)
    results = [request_bodies.repair_result(part) for part in get_unit_ids(in_service)]
    counter = iter(range(1_000_000))

    def diagnose() -> Any:
        # a different comment each time, otherwise nothing would change
        comment = f"The detector is cracked ({next(counter)})"
        changed = [{**row, "diagnosticInfo": {**row["diagnosticInfo"], "comment": comment}} for row in rows]
        path = "/repairing/save/part-in-diagnostic"
        return caller.post(path, changed, actor=world.service, repairId=in_diagnostics.pk).ok

    def export(name: str) -> Any:
        path = f"/files/export/{name}/xlsx"
        assert caller.get(path, actor=world.admin, repairId=diagnosed.pk).status == 200

    def back_and_on() -> None:
        transition(PROCESSES["REPAIR"], in_service.pk, actor=world.admin.actor, target_status="IN_DIAGNOSTICS")
        transition(PROCESSES["REPAIR"], in_service.pk, actor=world.admin.actor, target_status="IN_SERVICE")

    def decide(call: str, repair: ServiceRequest, body: Any) -> Any:
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


def print_row(name: str, found: tuple[float, float, int], control: tuple[float, float, int]) -> None:
    """Print one row."""
    ratio = f"{found[0] / control[0]:6.1f} x"
    print(f"{name:24}{control[0]:9.1f}{found[0]:9.1f}{ratio:>10}{found[1]:9.1f}{control[2]:9}{found[2]:6}")


def main(units: int) -> None:
    """Measure all operations and print the table."""
    world = factories.world()
    heading = ("processor ms:", "1 unit", str(units), "ratio", "clock", "queries:", "")
    print("{:24}{:>9}{:>9}{:>10}{:>9}{:>9}{:>6}".format(*heading))
    few, lots = build_calls(world, 1), build_calls(world, units)
    for name, call in lots.items():
        print_row(name, measure_cost(call), measure_cost(few[name]))
    create_repairs(world, LIST_SIZE, ["NEW", "IN_TRANSIT", "IN_SERVICE", "IN_SHIPPING_DETAILS"])
    print(f"\n{LIST_SIZE} repairs listed, against GET /healthz")
    browser = Client()
    trivial = measure_cost(lambda: browser.get("/healthz"))
    active = "/repairing/fetch-by-criteria/active"
    for name, query in (
        ("page of 10", {"size": 10}),
        ("page of 100", {"size": 100}),
        ("10 by keyword", {"size": 10, "keyword": "R-2025-0001"}),
        ("last page of 10", {"size": 10, "page": LIST_SIZE // 10 - 1, "sort": "clientUsername,ASC"}),
    ):
        print_row(name, measure_cost(lambda query=query: caller.get(active, actor=world.admin, **query).ok), trivial)  # type: ignore[misc]
    counters = "/requests/fetch-number/action-required"
    print_row("counters", measure_cost(lambda: caller.get(counters, actor=world.supervisor).ok), trivial)


if __name__ == "__main__":
    with temporary_database():
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
