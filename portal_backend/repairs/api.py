"""Endpoints of repairs (contract 6.5)."""

from functools import partial
from typing import Annotated

from django.http import FileResponse, HttpRequest
from ninja import Query, Router

from portal_backend.accounts.attempts import throttle_creations
from portal_backend.accounts.idempotency import idempotent
from portal_backend.accounts.sessions import Gate, actor_of
from portal_backend.base.answers import Answer
from portal_backend.base.errors import not_found
from portal_backend.base.fields import Day, QueryId, RowsSent
from portal_backend.exports.mounting import mount_export
from portal_backend.repairs import actions, lists, schemas, sheets
from portal_backend.repairs.arrival_schemas import ArrivalsIn
from portal_backend.repairs.arrivals import save_arrivals
from portal_backend.repairs.diagnosing import save_diagnostics
from portal_backend.repairs.facts import Facts
from portal_backend.repairs.papers import Direction, papers_of
from portal_backend.repairs.process import CREATORS, READERS, REPAIR
from portal_backend.repairs.reading import described_parts, described_receipt, described_rows, read_repair
from portal_backend.resources.mounting import mount_list
from portal_backend.shipping.papers.sending import PDF, saved_as
from portal_backend.shipping.schemas import CompleteLegIn, PickUpIn, ShippingIn
from portal_backend.workflow.lists import INBOX_READERS
from portal_backend.workflow.mounting import IdempotencyKey, OriginId, Version, mount_comment, mount_delete, mount_move
from portal_backend.workflow.mounting import answer as process_answer
from portal_backend.workflow.mounting import editors as process_editors
from portal_backend.workflow.moves import move_answer, save_answer
from portal_backend.workflow.row_saves import described_conflicts
from portal_backend.workflow.schemas import DecisionIn, Moved, Saved
from portal_backend.workflow.scope import get_readable

router = Router(tags=["repairs"])

RepairId = Annotated[QueryId, Query(alias="repairId")]

mount_list(router, "/repairing/fetch-by-criteria/active", lists.ACTIVE_REPAIRS, Gate)
mount_list(router, "/repairing/fetch-by-criteria/closed", lists.CLOSED_REPAIRS, Gate)
mount_list(router, "/repairing/fetch-by-criteria/action-required", lists.WAITING_REPAIRS, Gate)
mount_list(router, "/repairing/fetch-history-by-criteria", lists.HISTORY, Gate)
mount_export(router, f"/files/export/{lists.HISTORY.export}/xlsx", lists.HISTORY)
for sheet in sheets.TABS:
    mount_export(router, f"/files/export/{sheet.name}/xlsx", sheet)


mount_move(router, "POST", "/repairing/change/repair/status", REPAIR, "repairId")
mount_comment(router, "/repairing/save/request/approval/comment", REPAIR)
mount_comment(router, "/repairing/save/part/approval/comment", REPAIR, lists.repair_of_part)
mount_delete(router, "/repairing/delete", REPAIR, "repairId")
answer = partial(process_answer, REPAIR)
editors = partial(process_editors, REPAIR)


@router.get("/repairing/fetch-number/action-required", response=int, auth=Gate(INBOX_READERS))
def fetch_number(request: HttpRequest) -> Answer:
    """Return the number of repairs that wait for the user's role."""
    return Answer(lists.WAITING_REPAIRS.rows(actor_of(request), None).count(), polled=True)


@router.post("/repairing/create", response=schemas.RepairCreated, auth=Gate(CREATORS))
def create(request: HttpRequest, data: schemas.NewRepair, key: IdempotencyKey, origin: OriginId = None) -> Answer:
    """Create a repair; the same Idempotency-Key returns the first response."""
    actor = actor_of(request)
    units, path = (data, "") if isinstance(data, list) else (data.units, "units.")
    origin_id = origin if isinstance(data, list) else data.origin_id or origin

    def create_once() -> dict[str, object]:
        throttle_creations(actor)
        repair = actions.create_repair(units, actor=actor, origin_id=origin_id, path=path)
        return {"id": repair.pk, "number": repair.number}

    return Answer(idempotent("repairing/create", key, actor, request.body, create_once))


@router.get("/repairing/fetch/repair", response=schemas.RepairAnswer, auth=Gate(READERS))
def fetch(request: HttpRequest, repair_id: RepairId) -> Answer:
    """Return a repair with the actions open to the user."""
    return Answer(read_repair(repair_id, actor=actor_of(request)))


@router.get("/files/export/repair-papers/pdf", auth=Gate(READERS), openapi_extra={"responses": PDF})
def fetch_papers(request: HttpRequest, repair_id: RepairId, direction: Direction = "THERE") -> FileResponse:
    """Return the shipping documents of the outbound or the inbound leg."""
    return saved_as(*papers_of(repair_id, direction, actor=actor_of(request)))


@router.post("/repairing/change/initial/status/all", response=Moved, auth=editors("initial_approval"))
@described_conflicts(described_rows)
def change_initial(
    request: HttpRequest, repair_id: RepairId, decisions: RowsSent[DecisionIn], version: Version = None
) -> Answer:
    """Set the initial approval of units."""
    changed = actions.decide_initially(repair_id, decisions, actor=actor_of(request), version=version)
    return Answer(move_answer(REPAIR, changed, actor_of(request)))


@router.post("/repairing/change/main/status/all", response=Moved, auth=editors("repair_approval"))
@described_conflicts(described_rows)
def change_main(
    request: HttpRequest, repair_id: RepairId, decisions: RowsSent[DecisionIn], version: Version = None
) -> Answer:
    """Set the repair approval of units."""
    changed = actions.decide_repairs(repair_id, decisions, actor=actor_of(request), version=version)
    return Answer(move_answer(REPAIR, changed, actor_of(request)))


@router.post("/repairing/save/shipping/data", response=Saved, auth=editors("save_shipping"))
@described_conflicts(described_rows)
def post_shipping(request: HttpRequest, repair_id: RepairId, data: ShippingIn, version: Version = None) -> Answer:
    """Save contact, address, packages and the packing of units."""
    return answer(request, actions.save_shipping(repair_id, data, actor=actor_of(request), version=version))


@router.delete("/repairing/delete/shipping-details", response=Saved, auth=editors("delete_package"))
def delete_package(request: HttpRequest, id: QueryId, version: Version = None) -> Answer:
    """Delete a package."""
    return answer(request, actions.delete_package(id, actor=actor_of(request), version=version))


@router.post("/repairing/save/pick-up-shipping/data", response=Saved, auth=editors("save_pick_up"))
def post_pick_up(request: HttpRequest, repair_id: RepairId, data: PickUpIn, version: Version = None) -> Answer:
    """Save the outbound leg."""
    return answer(request, actions.save_pick_up(repair_id, data, actor=actor_of(request), version=version))


@router.post("/repairing/save/transit/data", response=Saved, auth=editors("save_transit"))
def post_transit(request: HttpRequest, repair_id: RepairId, data: schemas.TransitIn, version: Version = None) -> Answer:
    """Save the expected arrival of the courier."""
    return answer(request, actions.save_transit(repair_id, data, actor=actor_of(request), version=version))


@router.post("/repairing/save/arrivals", response=Saved, auth=editors("save_arrivals"))
@described_conflicts(described_receipt)
def post_arrivals(request: HttpRequest, repair_id: RepairId, data: ArrivalsIn, version: Version = None) -> Answer:
    """Save the goods receipt."""
    return answer(request, save_arrivals(repair_id, data, actor=actor_of(request), version=version))


@router.post("/repairing/save/diagnostic-start-date", response=Saved, auth=editors("save_diagnostic_date"))
def post_diagnostic_date(
    request: HttpRequest,
    repair_id: RepairId,
    start_date: Annotated[Day, Query(alias="startDate")],
    version: Version = None,
) -> Answer:
    """Save the start date of diagnostics."""
    return answer(
        request, actions.save_diagnostic_date(repair_id, start_date, actor=actor_of(request), version=version)
    )


@router.post("/repairing/save/part-in-diagnostic", response=Saved, auth=editors("save_diagnostics"))
@described_conflicts(described_rows)
def post_diagnostics(
    request: HttpRequest, repair_id: RepairId, rows: RowsSent[schemas.DiagnosedPartIn], version: Version = None
) -> Answer:
    """Save rows of the diagnostics table."""
    return answer(request, save_diagnostics(repair_id, rows, actor=actor_of(request), version=version))


@router.post("/repairing/add/repair-part", response=schemas.PartSaved, auth=editors("add_part"))
def post_part(
    request: HttpRequest,
    repair_id: RepairId,
    unit: schemas.UnitIn,
    key: IdempotencyKey,
    version: Version = None,
) -> Answer:
    """Add a unit during diagnostics; the same Idempotency-Key adds it once."""
    actor = actor_of(request)

    def add_once() -> dict[str, object]:
        changed, new_unit = actions.add_part(repair_id, unit, actor=actor, version=version)
        return {"request": changed.pk, "part": new_unit.pk}

    added = idempotent("repairing/add", key, actor, request.body, add_once)
    changed = get_readable(actor, REPAIR.kind, added["request"])
    row = described_parts(Facts(changed), {}, actor.role, only=added["part"])
    if not row:
        raise not_found()
    return Answer({**row[0], **save_answer(REPAIR, changed, actor)})


@router.delete("/repairing/delete/repair-part", response=Saved, auth=editors("delete_part"))
@described_conflicts(described_rows)
def delete_part(request: HttpRequest, id: QueryId, version: Version = None) -> Answer:
    """Delete a unit that was added in diagnostics."""
    return answer(request, actions.delete_part(id, actor=actor_of(request), version=version))


@router.post("/repairing/update/parts/repair/data/all", response=Saved, auth=editors("save_repairs"))
@described_conflicts(described_rows)
def post_repairs(
    request: HttpRequest, repair_id: RepairId, rows: RowsSent[schemas.RepairedPartIn], version: Version = None
) -> Answer:
    """Save repair status and comment of units."""
    return answer(request, actions.save_repairs(repair_id, rows, actor=actor_of(request), version=version))


@router.post("/repairing/save/transit-back-shipping/data", response=Saved, auth=editors("save_transit_back"))
def post_transit_back(
    request: HttpRequest, repair_id: RepairId, data: CompleteLegIn, version: Version = None
) -> Answer:
    """Save the inbound leg."""
    return answer(request, actions.save_transit_back(repair_id, data, actor=actor_of(request), version=version))
