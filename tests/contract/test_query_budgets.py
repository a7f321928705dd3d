"""How many queries a call costs, as data: the same for one row and for thirty, for one unit and for forty.

query_counts.json holds the numbers; `pytest tests/contract/test_query_budgets.py --write-query-counts` writes them
anew, and the difference is for a reviewer to judge.
"""

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from portal_backend.base.actor import Role
from portal_backend.jobs.doing import do_waiting_jobs
from portal_backend.repairs.models import RepairPart
from portal_backend.saved_views.models import SavedView
from portal_backend.workflow.models import Request
from tests import bodies, factories
from tests.caller import Answered, Caller
from tests.contract.entries import ENTRIES
from tests.contract.view_calls import LIST, STATE
from tests.factories import Person, World
from tests.imports.importing import paste
from tests.resources.declared import CARDS, DECLARED

COUNTS = Path(__file__).with_name("query_counts.json")
# SQLite takes 999 values a statement, so from the 46th unit on a save writes in two
MANY_ROWS, MANY_UNITS = 30, 40
pytestmark = pytest.mark.django_db
Budgets = Callable[[str, int], None]


@pytest.fixture(scope="module")
def budget(request: pytest.FixtureRequest) -> Iterator[Budgets]:
    """Hold a count against the file, or write it there."""
    known: dict[str, int] = json.loads(COUNTS.read_text(encoding="utf-8")) if COUNTS.exists() else {}
    writing = request.config.getoption("--write-query-counts")

    def hold(name: str, count: int) -> None:
        if writing:
            known[name] = count
        else:
            assert known.get(name) == count, f"{name}: {count} queries, {known.get(name)} in {COUNTS.name}"

    yield hold
    if writing:
        COUNTS.write_text(json.dumps(dict(sorted(known.items())), indent=2) + "\n", encoding="utf-8")


def counted(call: Callable[[], Answered]) -> int:
    """The queries of a call that goes well."""
    call()  # what is kept for the process (words, permissions) is asked for once
    with CaptureQueriesContext(connection) as captured:
        _ = call().ok
    return len(captured)


def lists() -> dict[str, dict[str, Any]]:
    """Every list of requests with its arguments."""
    paths = [path for entry in ENTRIES.values() for path in entry.lists]
    rest = [
        call.path.removesuffix("/{id}") for entry in ENTRIES.values() for call in entry.calls if call.hidden_outside
    ]
    shared = ["/requests/fetch-by-criteria/action-required", "/requests/fetch-number/action-required"]
    exports = [path for entry in ENTRIES.values() for path in entry.exports]
    return {
        **{path: {"size": 1000} for path in (*paths, shared[0])},
        **{path: {"range": "[0,999]"} for path in (*rest, shared[1], "/api/rest/action-required")},
        **{path: {} for path in (*exports, "/files/export/action-required-repairs/xlsx")},
        "/requests/search": {"word": "-20"},
    }


def add_rows(here: World, times: int) -> None:
    """Requests of every kind: one that waits for each role, and a closed one, so many times."""
    for kind, entry in ENTRIES.items():
        firsts = {row.waits_for: row.status for row in reversed(entry.table.values())}
        for status in [*firsts.values()] * times:
            factories.request(kind, here, status if firsts[None] != status else "REJECTED")


def _readers(path: str, here: World) -> list[Person]:
    inbox = "action-required" in path
    return [here.client, here.service, here.supervisor] if inbox else list(here.one_of_each_role.values())


def test_a_list_costs_the_same_for_one_row_and_thirty(caller: Caller, budget: Budgets) -> None:
    here = factories.world()
    spots = [(path, query, reader) for path, query in lists().items() for reader in _readers(path, here)]
    add_rows(here, 1)
    few = [counted(lambda: caller.get(path, actor=reader, **query)) for path, query, reader in spots]  # noqa: B023
    add_rows(here, MANY_ROWS // 4)
    for (path, query, reader), before in zip(spots, few, strict=True):
        after = counted(lambda: caller.get(path, actor=reader, **query))  # noqa: B023
        assert after == before, f"{path} by {reader.role}: {before} queries for one row, {after} for {MANY_ROWS}"
        budget(f"GET {path} {reader.role}", after)


def test_a_declared_list_costs_the_same_for_few_rows_and_thirty(caller: Caller, budget: Budgets) -> None:
    """The lists that are no kind's: those of the administration, the report, and whatever is declared next."""
    here = factories.world()
    known = lists()
    mine = [each for each in DECLARED.values() if each.path not in known and not each.resource.parent]
    assert {"contacts", "parts", "predefined-services", "general-report"} <= {each.name for each in mine}
    for one in mine:
        one.fill(caller, here, 1)
    spots: list[tuple[str, Callable[[], Answered]]] = []
    for one in mine:
        for role in sorted(one.readers):
            person = here.one_of_each_role[role]
            spots.append((f"GET {one.path} {role}", partial(one.rest, caller, here, person)))
            if one.has_v1:
                verb, path = one.known.call
                spots.append((f"{verb} {path} {role}", partial(one.v1, caller, here, person)))
            spots.append((f"{one.name} as a spreadsheet {role}", partial(one.sheet, caller, here, person)))
    for one in CARDS.values():
        record = f"{one.path}/{one.made(caller, here)['id']}"
        spots.append((f"GET {one.path}/{{id}} ADMIN", partial(caller.get, record, here.admin)))
    spots.append(("GET /api/rest/meta ADMIN", partial(caller.get, "/api/rest/meta", here.admin)))
    charts = partial(caller.post, "/reports/general/charts", {"status": "NEW"}, here.admin)
    spots.append(("POST /reports/general/charts ADMIN", charts))
    few = [counted(call) for _, call in spots]
    for one in mine:
        one.fill(caller, here, MANY_ROWS)
    for (name, call), before in zip(spots, few, strict=True):
        after = counted(call)
        assert after == before, f"{name}: {before} queries for few rows, {after} for {MANY_ROWS}"
        budget(name, after)


def _reads(kind: str, request: Request) -> dict[str, dict[str, Any]]:
    target = ENTRIES[kind].aim(request)
    reads = [call for call in ENTRIES[kind].calls if call.effect == "read" and "{" not in call.path]
    return {call.path: call.query(target) for call in reads}


@pytest.mark.parametrize("kind", ENTRIES)
def test_reading_costs_the_same_for_one_unit_and_forty(kind: str, caller: Caller, budget: Budgets) -> None:
    here = factories.world()
    status = "IN_SERVICE" if kind == "REPAIR" else ""
    one, many = (_with(kind, here, status, units) for units in (1, MANY_UNITS))
    others = _reads(kind, many)
    for path, query in _reads(kind, one).items():
        for role, reader in ((Role.ADMIN, here.admin), (Role.SERVICE, here.service)):
            if path.endswith("statuses") and role != Role.ADMIN:
                continue
            few = counted(lambda: caller.get(path, actor=reader, **query))  # noqa: B023
            lots = counted(lambda: caller.get(path, actor=reader, **others[path]))  # noqa: B023
            assert few == lots, f"{path}: {few} queries for one unit, {lots} for {MANY_UNITS}"
            budget(f"GET {path} {role}", few)


def _with(kind: str, here: World, status: str, units: int) -> Request:
    """A request of so many units or items; supports have none."""
    match kind:
        case "PARTS":
            return factories.request(kind, here, parts=[factories.part(types=0) for _ in range(units)])
        case "REPAIR":
            return factories.request(kind, here, status, units=units)
    return factories.request(kind, here, status)


SAVES: dict[str, tuple[str, Callable[[list[int]], Any]]] = {
    "/repairing/change/initial/status/all": ("NEW", lambda ids: [{"id": pk, "status": "APPROVED"} for pk in ids]),
    "/repairing/save/shipping/data": ("IN_SHIPPING_DETAILS", lambda ids: bodies.shipping()),
    "/repairing/save/pick-up-shipping/data": ("IN_WAITING_FOR_PICK_UP", lambda ids: bodies.pick_up()),
    "/repairing/save/transit/data": ("IN_TRANSIT", lambda ids: bodies.transit()),
    "/repairing/save/part-in-diagnostic": ("IN_DIAGNOSTICS", lambda ids: [bodies.diagnosis(pk) for pk in ids]),
    "/repairing/change/main/status/all": (
        "IN_REPAIR_APPROVAL",
        lambda ids: [{"id": pk, "status": "APPROVED"} for pk in ids],
    ),
    "/repairing/update/parts/repair/data/all": ("IN_SERVICE", lambda ids: [bodies.repaired(pk) for pk in ids]),
    "/repairing/save/transit-back-shipping/data": ("IN_TRANSIT_BACK", lambda ids: bodies.leg()),
}


@pytest.mark.parametrize("path", SAVES)
def test_a_save_costs_the_same_for_one_unit_and_forty(path: str, caller: Caller, budget: Budgets) -> None:
    here = factories.world()
    status, body = SAVES[path]
    costs = []
    for units in (1, MANY_UNITS):
        repair = factories.repair(here, status, units=units)
        ids = list(RepairPart.objects.filter(repair_id=repair.pk).order_by("pk").values_list("pk", flat=True))
        costs.append(counted(lambda: caller.post(path, body(ids), actor=here.admin, repairId=repair.pk)))  # noqa: B023
    assert costs[0] == costs[1], f"{path}: {costs[0]} queries for one unit, {costs[1]} for {MANY_UNITS}"
    budget(f"POST {path}", costs[0])


def test_a_move_and_a_creation_cost_the_same_whatever_the_units(caller: Caller, budget: Budgets) -> None:
    here = factories.world()
    moves, creations = [], []
    for units in (1, MANY_UNITS):
        repair = factories.repair(here, "IN_SERVICE", units=units, ready=True)
        with CaptureQueriesContext(connection) as captured:
            _ = caller.post("/repairing/change/repair/status", actor=here.service, repairId=repair.pk).ok
        moves.append(len(captured))
        body = [bodies.unit(here.part.pk, f"SN-{i}") for i in range(units)]
        creations.append(counted(lambda: caller.post("/repairing/create", body, actor=here.client)))  # noqa: B023
    assert moves[0] == moves[1]
    assert creations[0] == creations[1]
    budget("POST /repairing/change/repair/status", moves[0])
    budget("POST /repairing/create", creations[0])


def test_the_views_of_a_list_cost_the_same_however_many_they_are(caller: Caller, budget: Budgets) -> None:
    here = factories.world()
    state = {**STATE, "filter": {"clientId": here.client.user.client_id}}
    read = partial(caller.get, "/views", here.supervisor, resource=LIST)
    costs = []
    for count in (1, MANY_ROWS):
        SavedView.objects.bulk_create(
            SavedView(owner=person.user, resource=LIST, name=f"{count} {n}", state=state, shared=True, role=person.role)
            for person in (here.supervisor, here.supervisor2)
            for n in range(count)
        )
        costs.append(counted(read))
    assert costs[0] == costs[1]
    budget("GET /views SUPERVISOR", costs[0])
    view = SavedView.objects.filter(owner=here.supervisor.user)[0]
    body = {"name": "Renamed", "shared": True, "state": state}
    budget("PUT /views/{id} SUPERVISOR", counted(lambda: caller.put(f"/views/{view.pk}", body, here.supervisor)))


def test_an_import_costs_the_same_for_one_row_and_thirty(caller: Caller, budget: Budgets) -> None:
    here = factories.world()
    _ = here.part
    head = "Category\tNumber\tModel\tManufacturer\tDescription\tService categories\n"
    costs: list[dict[str, int]] = []
    for rows in (1, MANY_ROWS):
        lines = (f"Handheld\t{rows}-{n}\tM{n}\tAcme\tA thing\tREPAIR, PARTS\n" for n in range(rows))
        importing = paste(caller, here.admin, head + "".join(lines))
        path, cells = importing.path, {"cells": {"model": "Another"}}
        told = {
            "GET /imports/{id} ADMIN": counted(partial(caller.get, path, here.admin)),
            "GET /imports/{id}/rows ADMIN": counted(partial(caller.get, f"{path}/rows", here.admin, size=100)),
            "PUT /imports/{id}/rows/{number} ADMIN": counted(partial(caller.put, f"{path}/rows/2", cells, here.admin)),
        }
        assert caller.post(f"{path}/write", {"skipWrong": False}, actor=here.admin).ok["state"] == "WRITING"
        with CaptureQueriesContext(connection) as captured:
            do_waiting_jobs()
        costs.append({**told, "an import's rows written": len(captured)})
    assert costs[0] == costs[1]
    for name, count in costs[0].items():
        budget(name, count)
