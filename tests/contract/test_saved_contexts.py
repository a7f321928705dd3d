"""A save loads the context of its process once, and keeps it up to date.

The response and the search text of every save equal those of a context that is loaded afterwards.
"""

from typing import Any

import pytest

from portal_backend.repairs.models import RepairUnit
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import PROCESSES
from portal_backend.workflow.transitions import can_continue, update_search_text
from tests import factories, request_bodies
from tests.api_client import ApiClient, ClientResponse
from tests.contract.calls import Call
from tests.contract.process_specs import PROCESS_SPECS
from tests.factories import World
from tests.request_builders import REQUEST_BUILDERS

pytestmark = [pytest.mark.django_db, pytest.mark.split]
# their responses read the request again, since a repeated Idempotency-Key returns the stored ids
REREADING = ("/repairing/add/repair-part", "/support/process/service-review-session")
OF_CLIENTS = ("/parts/new-part-request-items",)
SAVES = ("save", "add", "comment", "continue", "choice", "service")
CASES = [
    (kind, call, status)
    for kind, entry in PROCESS_SPECS.items()
    for call in entry.calls
    if call.effect in SAVES
    for status in sorted(call.statuses or {PROCESSES[kind].first_step.status})
]


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Record the requests whose context is loaded."""
    loaded: list[int] = []
    for process in PROCESSES.values():
        load: Any = process.load_context

        def record(context: Any, request: ServiceRequest, init: Any = load.__init__) -> None:
            loaded.append(request.pk)
            init(context, request)

        monkeypatch.setattr(load, "__init__", record)
    return loaded


@pytest.mark.parametrize("is_complete", [False, True], ids=["incomplete", "complete"])
@pytest.mark.parametrize(
    ("kind", "call", "status"), CASES, ids=[f"{call.path} {call.effect} {status}" for _, call, status in CASES]
)
def test_save_loads_its_context_once(
    kind: str, call: Call, status: str, is_complete: bool, caller: ApiClient, loads: list[int]
) -> None:
    world, process, entry = factories.world(), PROCESSES[kind], PROCESS_SPECS[kind]
    request = factories.request(kind, world, status)
    entry.add_nested_rows(request)
    if is_complete or call.effect == "continue":
        REQUEST_BUILDERS[kind].complete_step(world, request, "")
    before = ServiceRequest.objects.get(pk=request.pk)
    update_search_text(process, before)  # with the nested rows, which no save has written
    before.save()
    target = entry.build_target(request)
    actor = world.client if call.path in OF_CLIENTS else world.admin
    loads.clear()
    response = caller.call(call.verb, call.build_path(target), actor, body=call.body(target), **call.query(target)).ok
    has_guard = not process.get_step(status).is_terminal
    assert loads == [request.pk] * (2 if call.path in REREADING and has_guard else 1)
    after = ServiceRequest.objects.get(pk=request.pk)
    assert after.version == before.version + 1
    search_text = after.search_text
    update_search_text(process, after)
    assert after.search_text == search_text
    if isinstance(response, dict) and "version" in response:
        flag = response.get("isAllowedToContinue", response.get("allowedToContinue"))
        assert flag == can_continue(process, ServiceRequest.objects.get(pk=request.pk), actor.actor)


def test_save_with_conflicts_does_not_use_rejected_values(caller: ApiClient) -> None:
    world = factories.world()
    repair = factories.repair(world, "IN_SERVICE", units=2)
    read_version = ServiceRequest.objects.get(pk=repair.pk).version
    first, second = RepairUnit.objects.filter(repair_id=repair.pk).order_by("pk").values_list("pk", flat=True)

    def replace_units(**serial_numbers: int) -> ClientResponse:
        rows = [
            request_bodies.repair_result(pk, "REPLACED", replacementSerial=f"NEW-{number}")
            for number, pk in serial_numbers.items()
        ]
        path = "/repairing/update/parts/repair/data/all"
        return caller.post(path, rows, actor=world.admin, repairId=repair.pk, version=read_version)

    _ = replace_units(saved=first).ok
    replace_units(rejected=first, other=second).assert_error(409, "STALE")
    lines = ServiceRequest.objects.get(pk=repair.pk).search_text.split("\n")
    assert [line for line in lines if line.startswith("new")] == ["newsaved", "newother"]


def save_diagnostics(caller: ApiClient, world: World, repair: ServiceRequest, *rows: Any) -> bool:
    """Save rows of the diagnostics table; return whether the repair may continue."""
    path = "/repairing/save/part-in-diagnostic"
    may: bool = caller.post(path, list(rows), actor=world.admin, repairId=repair.pk).ok["isAllowedToContinue"]
    return may


def test_response_counts_services_selected_by_the_save(caller: ApiClient) -> None:
    world = factories.world()
    repair = factories.repair(world, "IN_DIAGNOSTICS")
    unit = RepairUnit.objects.get(repair_id=repair.pk)
    repairs = unit.part.predefined_services.filter(kind="REPAIRS").values_list("pk", flat=True)

    def select(ids: list[int]) -> Any:
        costs = {"repairTypes": [{"id": pk} for pk in ids]}
        return request_bodies.diagnosis(unit.pk, withPredefinedTypes=True, pricesOrPredefinedTypes=costs)

    assert save_diagnostics(caller, world, repair, select(list(repairs)))
    assert not save_diagnostics(caller, world, repair, select([])), "it has no price any more"
    assert save_diagnostics(caller, world, repair, select([repairs[0]]))


def test_response_counts_units_reported_missing_by_the_save(caller: ApiClient) -> None:
    world = factories.world()
    repair = factories.repair(world, "IN_DIAGNOSTICS", units=2)
    first, second = RepairUnit.objects.filter(repair_id=repair.pk).order_by("pk").values_list("pk", flat=True)
    assert not save_diagnostics(caller, world, repair, request_bodies.diagnosis(first))
    for condition, may in (("MISSING", True), ("THERE", False), ("MISSING", True)):
        units = {"units": [{"id": first, "found": "THERE"}, {"id": second, "found": condition}]}
        saved = caller.post("/repairing/save/arrivals", units, actor=world.admin, repairId=repair.pk).ok
        assert saved["isAllowedToContinue"] is may, condition
