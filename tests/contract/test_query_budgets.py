"""Query counts of API calls, which do not depend on the number of rows or units.

query_counts.json has the counts; `pytest tests/contract/test_query_budgets.py --write-query-counts` updates it.
"""

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from portal_backend.core.actor import Role
from portal_backend.jobs.worker import run_pending_jobs
from portal_backend.repairs.models import RepairUnit
from portal_backend.saved_views.models import SavedView
from portal_backend.workflow.models import ServiceRequest
from tests import factories, request_bodies
from tests.api_client import ApiClient, ClientResponse
from tests.contract.process_specs import PROCESS_SPECS
from tests.contract.saved_view_calls import VIEW_STATE, VIEWED_LIST
from tests.factories import Person, World
from tests.imports.import_client import paste
from tests.resources.declared_lists import DECLARED_FORMS, DECLARED_LISTS

COUNTS_FILE = Path(__file__).with_name("query_counts.json")
# SQLite allows 999 parameters per statement, so a save of more than 45 units needs two statements
MANY_ROWS, MANY_UNITS = 30, 40
pytestmark = pytest.mark.django_db
CheckBudget = Callable[[str, int], None]


@pytest.fixture(scope="module")
def budget(request: pytest.FixtureRequest) -> Iterator[CheckBudget]:
    """Return a function that compares a count with the file, or writes it."""
    known: dict[str, int] = json.loads(COUNTS_FILE.read_text(encoding="utf-8")) if COUNTS_FILE.exists() else {}
    writing = request.config.getoption("--write-query-counts")

    def hold(name: str, count: int) -> None:
        if writing:
            known[name] = count
        else:
            assert known.get(name) == count, f"{name}: {count} queries, {known.get(name)} in {COUNTS_FILE.name}"

    yield hold
    if writing:
        COUNTS_FILE.write_text(json.dumps(dict(sorted(known.items())), indent=2) + "\n", encoding="utf-8")


def count_queries(call: Callable[[], ClientResponse]) -> int:
    """Count the queries of a successful call."""
    call()  # fills the caches of the process (messages, permissions)
    with CaptureQueriesContext(connection) as captured:
        _ = call().ok
    return len(captured)


def get_list_calls() -> dict[str, dict[str, Any]]:
    """Return every list of requests with its parameters."""
    paths = [path for entry in PROCESS_SPECS.values() for path in entry.lists]
    rest = [
        call.path.removesuffix("/{id}")
        for entry in PROCESS_SPECS.values()
        for call in entry.calls
        if call.is_hidden_outside
    ]
    shared = ["/requests/fetch-by-criteria/action-required", "/requests/fetch-number/action-required"]
    exports = [path for entry in PROCESS_SPECS.values() for path in entry.exports]
    return {
        **{path: {"size": 1000} for path in (*paths, shared[0])},
        **{path: {"range": "[0,999]"} for path in (*rest, shared[1], "/api/rest/action-required")},
        **{path: {} for path in (*exports, "/files/export/action-required-repairs/xlsx")},
        "/requests/search": {"word": "-20"},
    }


def add_rows(world: World, times: int) -> None:
    """Create requests of every type, one per responsible role and a closed one."""
    for kind, entry in PROCESS_SPECS.items():
        firsts = {row.responsible_role: row.status for row in reversed(entry.table.values())}
        for status in [*firsts.values()] * times:
            factories.request(kind, world, status if firsts[None] != status else "REJECTED")


def _get_readers(path: str, world: World) -> list[Person]:
    inbox = "action-required" in path
    return [world.client, world.service, world.supervisor] if inbox else list(world.one_of_each_role.values())


def test_query_count_of_list_does_not_depend_on_rows(caller: ApiClient, budget: CheckBudget) -> None:
    world = factories.world()
    requests = [
        (path, query, reader) for path, query in get_list_calls().items() for reader in _get_readers(path, world)
    ]
    add_rows(world, 1)
    few = [count_queries(lambda: caller.get(path, actor=reader, **query)) for path, query, reader in requests]  # noqa: B023
    add_rows(world, MANY_ROWS // 4)
    for (path, query, reader), before in zip(requests, few, strict=True):
        after = count_queries(lambda: caller.get(path, actor=reader, **query))  # noqa: B023
        assert after == before, f"{path} by {reader.role}: {before} queries for one row, {after} for {MANY_ROWS}"
        budget(f"GET {path} {reader.role}", after)


def test_query_count_of_declared_list_does_not_depend_on_rows(caller: ApiClient, budget: CheckBudget) -> None:
    """Lists without a request type: the administration and the report."""
    world = factories.world()
    known = get_list_calls()
    mine = [each for each in DECLARED_LISTS.values() if each.path not in known and not each.resource.parent_parameter]
    assert {"contacts", "parts", "predefined-services", "general-report"} <= {each.name for each in mine}
    for one in mine:
        one.create_rows(caller, world, 1)
    requests: list[tuple[str, Callable[[], ClientResponse]]] = []
    for one in mine:
        for role in sorted(one.readers):
            person = world.one_of_each_role[role]
            requests.append((f"GET {one.path} {role}", partial(one.get_rest, caller, world, person)))
            if one.has_v1:
                verb, path = one.spec.read_call
                requests.append((f"{verb} {path} {role}", partial(one.get_v1, caller, world, person)))
            requests.append(
                (f"{one.name} as a spreadsheet {role}", partial(one.get_spreadsheet, caller, world, person))
            )
    for one in DECLARED_FORMS.values():
        record = f"{one.path}/{one.get_editable_row(caller, world)['id']}"
        requests.append((f"GET {one.path}/{{id}} ADMIN", partial(caller.get, record, world.admin)))
    requests.append(("GET /api/rest/meta ADMIN", partial(caller.get, "/api/rest/meta", world.admin)))
    charts = partial(caller.post, "/reports/general/charts", {"status": "NEW"}, world.admin)
    requests.append(("POST /reports/general/charts ADMIN", charts))
    few = [count_queries(call) for _, call in requests]
    for one in mine:
        one.create_rows(caller, world, MANY_ROWS)
    for (name, call), before in zip(requests, few, strict=True):
        after = count_queries(call)
        assert after == before, f"{name}: {before} queries for few rows, {after} for {MANY_ROWS}"
        budget(name, after)


def _get_read_calls(kind: str, request: ServiceRequest) -> dict[str, dict[str, Any]]:
    target = PROCESS_SPECS[kind].build_target(request)
    reads = [call for call in PROCESS_SPECS[kind].calls if call.effect == "read" and "{" not in call.path]
    return {call.path: call.query(target) for call in reads}


@pytest.mark.parametrize("kind", PROCESS_SPECS)
def test_query_count_of_read_does_not_depend_on_units(kind: str, caller: ApiClient, budget: CheckBudget) -> None:
    world = factories.world()
    status = "IN_SERVICE" if kind == "REPAIR" else ""
    one, many = (_create_request(kind, world, status, units) for units in (1, MANY_UNITS))
    others = _get_read_calls(kind, many)
    for path, query in _get_read_calls(kind, one).items():
        for role, reader in ((Role.ADMIN, world.admin), (Role.SERVICE, world.service)):
            if path.endswith("statuses") and role != Role.ADMIN:
                continue
            few = count_queries(lambda: caller.get(path, actor=reader, **query))  # noqa: B023
            lots = count_queries(lambda: caller.get(path, actor=reader, **others[path]))  # noqa: B023
            assert few == lots, f"{path}: {few} queries for one unit, {lots} for {MANY_UNITS}"
            budget(f"GET {path} {role}", few)


def _create_request(kind: str, world: World, status: str, units: int) -> ServiceRequest:
    """Create a request with a number of units or items; remote support has none."""
    match kind:
        case "PARTS":
            return factories.request(kind, world, parts=[factories.part(types=0) for _ in range(units)])
        case "REPAIR":
            return factories.request(kind, world, status, units=units)
    return factories.request(kind, world, status)


SAVE_CALLS: dict[str, tuple[str, Callable[[list[int]], Any]]] = {
    "/repairing/change/initial/status/all": ("NEW", lambda ids: [{"id": pk, "status": "APPROVED"} for pk in ids]),
    "/repairing/save/shipping/data": ("IN_SHIPPING_DETAILS", lambda ids: request_bodies.shipping()),
    "/repairing/save/pick-up-shipping/data": ("IN_WAITING_FOR_PICK_UP", lambda ids: request_bodies.pick_up()),
    "/repairing/save/transit/data": ("IN_TRANSIT", lambda ids: request_bodies.transit()),
    "/repairing/save/part-in-diagnostic": ("IN_DIAGNOSTICS", lambda ids: [request_bodies.diagnosis(pk) for pk in ids]),
    "/repairing/change/main/status/all": (
        "IN_REPAIR_APPROVAL",
        lambda ids: [{"id": pk, "status": "APPROVED"} for pk in ids],
    ),
    "/repairing/update/parts/repair/data/all": (
        "IN_SERVICE",
        lambda ids: [request_bodies.repair_result(pk) for pk in ids],
    ),
    "/repairing/save/transit-back-shipping/data": ("IN_TRANSIT_BACK", lambda ids: request_bodies.courier_leg()),
}


@pytest.mark.parametrize("path", SAVE_CALLS)
def test_query_count_of_save_does_not_depend_on_units(path: str, caller: ApiClient, budget: CheckBudget) -> None:
    world = factories.world()
    status, body = SAVE_CALLS[path]
    costs = []
    for units in (1, MANY_UNITS):
        repair = factories.repair(world, status, units=units)
        ids = list(RepairUnit.objects.filter(repair_id=repair.pk).order_by("pk").values_list("pk", flat=True))
        costs.append(count_queries(lambda: caller.post(path, body(ids), actor=world.admin, repairId=repair.pk)))  # noqa: B023
    assert costs[0] == costs[1], f"{path}: {costs[0]} queries for one unit, {costs[1]} for {MANY_UNITS}"
    budget(f"POST {path}", costs[0])


def test_query_count_of_transition_and_creation_does_not_depend_on_units(
    caller: ApiClient, budget: CheckBudget
) -> None:
    world = factories.world()
    transitions, creations = [], []
    for units in (1, MANY_UNITS):
        repair = factories.repair(world, "IN_SERVICE", units=units, ready=True)
        with CaptureQueriesContext(connection) as captured:
            _ = caller.post("/repairing/change/repair/status", actor=world.service, repairId=repair.pk).ok
        transitions.append(len(captured))
        body = [request_bodies.unit(world.part.pk, f"SN-{i}") for i in range(units)]
        creations.append(count_queries(lambda: caller.post("/repairing/create", body, actor=world.client)))  # noqa: B023
    assert transitions[0] == transitions[1]
    assert creations[0] == creations[1]
    budget("POST /repairing/change/repair/status", transitions[0])
    budget("POST /repairing/create", creations[0])


def test_query_count_of_views_does_not_depend_on_their_number(caller: ApiClient, budget: CheckBudget) -> None:
    world = factories.world()
    state = {**VIEW_STATE, "filter": {"clientId": world.client.user.client_id}}
    read = partial(caller.get, "/views", world.supervisor, resource=VIEWED_LIST)
    costs = []
    for count in (1, MANY_ROWS):
        SavedView.objects.bulk_create(
            SavedView(
                owner=person.user, resource=VIEWED_LIST, name=f"{count} {n}", state=state, shared=True, role=person.role
            )
            for person in (world.supervisor, world.supervisor2)
            for n in range(count)
        )
        costs.append(count_queries(read))
    assert costs[0] == costs[1]
    budget("GET /views SUPERVISOR", costs[0])
    view = SavedView.objects.filter(owner=world.supervisor.user)[0]
    body = {"name": "Renamed", "shared": True, "state": state}
    budget("PUT /views/{id} SUPERVISOR", count_queries(lambda: caller.put(f"/views/{view.pk}", body, world.supervisor)))


def test_query_count_of_import_does_not_depend_on_rows(caller: ApiClient, budget: CheckBudget) -> None:
    world = factories.world()
    _ = world.part
    head = "Category\tNumber\tModel\tManufacturer\tDescription\tService categories\n"
    costs: list[dict[str, int]] = []
    for rows in (1, MANY_ROWS):
        lines = (f"Handheld\t{rows}-{n}\tM{n}\tAcme\tA thing\tREPAIR, PARTS\n" for n in range(rows))
        importing = paste(caller, world.admin, head + "".join(lines))
        path, cells = importing.path, {"cells": {"model": "Another"}}
        counts = {
            "GET /imports/{id} ADMIN": count_queries(partial(caller.get, path, world.admin)),
            "GET /imports/{id}/rows ADMIN": count_queries(partial(caller.get, f"{path}/rows", world.admin, size=100)),
            "PUT /imports/{id}/rows/{number} ADMIN": count_queries(
                partial(caller.put, f"{path}/rows/2", cells, world.admin)
            ),
        }
        assert caller.post(f"{path}/write", {"skipWrong": False}, actor=world.admin).ok["state"] == "WRITING"
        with CaptureQueriesContext(connection) as captured:
            run_pending_jobs()
        costs.append({**counts, "an import's rows written": len(captured)})
    assert costs[0] == costs[1]
    for name, count in costs[0].items():
        budget(name, count)
