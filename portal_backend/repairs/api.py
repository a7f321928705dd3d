"""Endpoints of repairs (contract 6.5)."""

from functools import partial
from typing import Annotated

from django.http import FileResponse, HttpRequest
from ninja import Query, Router

from portal_backend.accounts.idempotency import idempotent
from portal_backend.accounts.rate_limits import throttle_creations
from portal_backend.accounts.sessions import TokenAuth, get_actor
from portal_backend.core.errors import not_found
from portal_backend.core.responses import ApiResponse
from portal_backend.core.types import Day, QueryId, RequestList
from portal_backend.exports.api import mount_export
from portal_backend.repairs import actions, lists, schemas
from portal_backend.repairs.diagnostics import save_diagnostics
from portal_backend.repairs.documents import LegDirection, render_repair_documents
from portal_backend.repairs.goods_receipt import save_goods_receipt
from portal_backend.repairs.presenter import (
    read_repair,
    serialize_conflicting_receipt_lines,
    serialize_conflicting_units,
    serialize_units,
)
from portal_backend.repairs.process import CREATORS, READERS, REPAIR
from portal_backend.repairs.schemas import GoodsReceiptIn
from portal_backend.resources.routes import mount_list
from portal_backend.shipping.documents.rendering import PDF_RESPONSES, respond_with_pdf
from portal_backend.shipping.documents.template_data import LabelLayout
from portal_backend.shipping.schemas import CompleteLegIn, PickUpIn, ShippingIn
from portal_backend.workflow.lists import ACTION_REQUIRED_READERS
from portal_backend.workflow.routes import (
    IdempotencyKeyHeader,
    OriginIdQuery,
    VersionQuery,
    build_save_response,
    get_edit_auth,
    mount_comment,
    mount_delete,
    mount_transition,
)
from portal_backend.workflow.row_saves import enrich_row_conflicts
from portal_backend.workflow.schemas import DecisionIn, Saved, TransitionResult
from portal_backend.workflow.scope import get_readable
from portal_backend.workflow.transitions import serialize_save, serialize_transition

router = Router(tags=["repairs"])

RepairId = Annotated[QueryId, Query(alias="repairId")]

mount_list(router, "/repairing/fetch-by-criteria/active", lists.ACTIVE_REPAIRS, TokenAuth)
mount_list(router, "/repairing/fetch-by-criteria/closed", lists.CLOSED_REPAIRS, TokenAuth)
mount_list(router, "/repairing/fetch-by-criteria/action-required", lists.ACTION_REQUIRED_REPAIRS, TokenAuth)
mount_list(router, "/repairing/fetch-history-by-criteria", lists.HISTORY, TokenAuth)
mount_export(router, f"/files/export/{lists.HISTORY.export_name}/xlsx", lists.HISTORY)
for sheet in lists.TAB_EXPORTS:
    mount_export(router, f"/files/export/{sheet.name}/xlsx", sheet)


mount_transition(router, "POST", "/repairing/change/repair/status", REPAIR, "repairId")
mount_comment(router, "/repairing/save/request/approval/comment", REPAIR)
mount_comment(router, "/repairing/save/part/approval/comment", REPAIR, lists.get_repair_id)
mount_delete(router, "/repairing/delete", REPAIR, "repairId")
respond = partial(build_save_response, REPAIR)
editors = partial(get_edit_auth, REPAIR)


@router.get("/repairing/fetch-number/action-required", response=int, auth=TokenAuth(ACTION_REQUIRED_READERS))
def fetch_action_required_count(request: HttpRequest) -> ApiResponse:
    """Return the number of repairs that wait for the user's role."""
    return ApiResponse(lists.ACTION_REQUIRED_REPAIRS.rows(get_actor(request), None).count(), revalidate=True)


@router.post("/repairing/create", response=schemas.RepairCreated, auth=TokenAuth(CREATORS))
def create(
    request: HttpRequest, data: schemas.NewRepair, key: IdempotencyKeyHeader, origin: OriginIdQuery = None
) -> ApiResponse:
    """Create a repair; the same Idempotency-Key returns the first response."""
    actor = get_actor(request)
    repair_in, path = (schemas.RepairIn(units=data), "") if isinstance(data, list) else (data, "units.")
    repair_in.origin_id = repair_in.origin_id or origin

    def create_once() -> dict[str, object]:
        throttle_creations(actor)
        repair = actions.create_repair(repair_in, actor=actor, path=path)
        return {"id": repair.pk, "number": repair.number}

    return ApiResponse(idempotent("repairing/create", key, actor, request.body, create_once))


@router.get("/repairing/fetch/repair", response=schemas.RepairAnswer, auth=TokenAuth(READERS))
def fetch(request: HttpRequest, repair_id: RepairId) -> ApiResponse:
    """Return a repair with the actions open to the user."""
    return ApiResponse(read_repair(repair_id, actor=get_actor(request)))


@router.get("/files/export/repair-papers/pdf", auth=TokenAuth(READERS), openapi_extra={"responses": PDF_RESPONSES})
def fetch_documents(
    request: HttpRequest, repair_id: RepairId, direction: LegDirection = "THERE", labels: LabelLayout = "SHEET"
) -> FileResponse:
    """Return the shipping documents of the outbound or the inbound leg.

    Labels are in A6, four on a sheet of A4 (`SHEET`) or one on each page (`SINGLE`).
    """
    return respond_with_pdf(*render_repair_documents(repair_id, direction, labels, actor=get_actor(request)))


@router.post("/repairing/change/initial/status/all", response=TransitionResult, auth=editors("initial_approval"))
@enrich_row_conflicts(serialize_conflicting_units)
def post_initial_approval(
    request: HttpRequest, repair_id: RepairId, decisions: RequestList[DecisionIn], version: VersionQuery = None
) -> ApiResponse:
    """Set the initial approval of units."""
    changed = actions.decide_initially(repair_id, decisions, actor=get_actor(request), version=version)
    return ApiResponse(serialize_transition(REPAIR, changed, get_actor(request)))


@router.post("/repairing/change/main/status/all", response=TransitionResult, auth=editors("repair_approval"))
@enrich_row_conflicts(serialize_conflicting_units)
def post_repair_approval(
    request: HttpRequest, repair_id: RepairId, decisions: RequestList[DecisionIn], version: VersionQuery = None
) -> ApiResponse:
    """Set the repair approval of units."""
    changed = actions.decide_repairs(repair_id, decisions, actor=get_actor(request), version=version)
    return ApiResponse(serialize_transition(REPAIR, changed, get_actor(request)))


@router.post("/repairing/save/shipping/data", response=Saved, auth=editors("save_shipping"))
@enrich_row_conflicts(serialize_conflicting_units)
def post_shipping(
    request: HttpRequest, repair_id: RepairId, data: ShippingIn, version: VersionQuery = None
) -> ApiResponse:
    """Save contact, address, packages and the packing of units."""
    return respond(request, actions.save_shipping(repair_id, data, actor=get_actor(request), version=version))


@router.delete("/repairing/delete/shipping-details", response=Saved, auth=editors("delete_package"))
def delete_package(request: HttpRequest, id: QueryId, version: VersionQuery = None) -> ApiResponse:
    """Delete a package."""
    return respond(request, actions.delete_package(id, actor=get_actor(request), version=version))


@router.post("/repairing/save/pick-up-shipping/data", response=Saved, auth=editors("save_pick_up"))
def post_pick_up(
    request: HttpRequest, repair_id: RepairId, data: PickUpIn, version: VersionQuery = None
) -> ApiResponse:
    """Save the outbound leg."""
    return respond(request, actions.save_pick_up(repair_id, data, actor=get_actor(request), version=version))


@router.post("/repairing/save/transit/data", response=Saved, auth=editors("save_transit"))
def post_transit(
    request: HttpRequest, repair_id: RepairId, data: schemas.TransitIn, version: VersionQuery = None
) -> ApiResponse:
    """Save the expected arrival of the courier."""
    return respond(request, actions.save_transit(repair_id, data, actor=get_actor(request), version=version))


@router.post("/repairing/save/arrivals", response=Saved, auth=editors("save_arrivals"))
@enrich_row_conflicts(serialize_conflicting_receipt_lines)
def post_goods_receipt(
    request: HttpRequest, repair_id: RepairId, data: GoodsReceiptIn, version: VersionQuery = None
) -> ApiResponse:
    """Save the goods receipt."""
    return respond(request, save_goods_receipt(repair_id, data, actor=get_actor(request), version=version))


@router.post("/repairing/save/diagnostic-start-date", response=Saved, auth=editors("save_diagnostic_date"))
def post_diagnostic_date(
    request: HttpRequest,
    repair_id: RepairId,
    start_date: Annotated[Day, Query(alias="startDate")],
    version: VersionQuery = None,
) -> ApiResponse:
    """Save the start date of diagnostics."""
    return respond(
        request, actions.save_diagnostic_date(repair_id, start_date, actor=get_actor(request), version=version)
    )


@router.post("/repairing/save/part-in-diagnostic", response=Saved, auth=editors("save_diagnostics"))
@enrich_row_conflicts(serialize_conflicting_units)
def post_diagnostics(
    request: HttpRequest, repair_id: RepairId, rows: RequestList[schemas.DiagnosedPartIn], version: VersionQuery = None
) -> ApiResponse:
    """Save rows of the diagnostics table."""
    return respond(request, save_diagnostics(repair_id, rows, actor=get_actor(request), version=version))


@router.post("/repairing/add/repair-part", response=schemas.PartSaved, auth=editors("add_part"))
def post_part(
    request: HttpRequest,
    repair_id: RepairId,
    unit: schemas.UnitIn,
    key: IdempotencyKeyHeader,
    version: VersionQuery = None,
) -> ApiResponse:
    """Add a unit during diagnostics; the same Idempotency-Key adds it once."""
    actor = get_actor(request)

    def add_once() -> dict[str, object]:
        changed, new_unit = actions.add_part(repair_id, unit, actor=actor, version=version)
        return {"request": changed.pk, "part": new_unit.pk}

    added = idempotent("repairing/add", key, actor, request.body, add_once)
    changed = get_readable(actor, REPAIR.kind, added["request"])
    row = serialize_units(REPAIR.get_context(changed), {}, actor.role, unit_id=added["part"])
    if not row:
        raise not_found()
    return ApiResponse({**row[0], **serialize_save(REPAIR, changed, actor)})


@router.delete("/repairing/delete/repair-part", response=Saved, auth=editors("delete_part"))
@enrich_row_conflicts(serialize_conflicting_units)
def delete_part(request: HttpRequest, id: QueryId, version: VersionQuery = None) -> ApiResponse:
    """Delete a unit that was added in diagnostics."""
    return respond(request, actions.delete_part(id, actor=get_actor(request), version=version))


@router.post("/repairing/update/parts/repair/data/all", response=Saved, auth=editors("save_repairs"))
@enrich_row_conflicts(serialize_conflicting_units)
def post_repair_results(
    request: HttpRequest, repair_id: RepairId, rows: RequestList[schemas.RepairedPartIn], version: VersionQuery = None
) -> ApiResponse:
    """Save repair status and comment of units."""
    return respond(request, actions.save_repairs(repair_id, rows, actor=get_actor(request), version=version))


@router.post("/repairing/save/transit-back-shipping/data", response=Saved, auth=editors("save_transit_back"))
def post_transit_back(
    request: HttpRequest, repair_id: RepairId, data: CompleteLegIn, version: VersionQuery = None
) -> ApiResponse:
    """Save the inbound leg."""
    return respond(request, actions.save_transit_back(repair_id, data, actor=get_actor(request), version=version))
