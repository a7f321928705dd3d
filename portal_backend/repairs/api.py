"""The repair's calls (contract 6.5): each parses, calls one action or list, and answers."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Header, Query, Router
from pydantic import Field

from portal_backend.accounts.idempotency import once
from portal_backend.accounts.sessions import Gate, actor_of
from portal_backend.base.answers import Answer
from portal_backend.base.errors import not_found
from portal_backend.base.fields import Day, QueryId
from portal_backend.repairs import actions, lists, schemas
from portal_backend.repairs.diagnosing import save_diagnostics
from portal_backend.repairs.models import RepairPart
from portal_backend.repairs.process import CREATORS, READERS, REPAIR, facts
from portal_backend.repairs.reading import described_parts, read_repair
from portal_backend.resources.mounting import mount_export, mount_list, mount_rest
from portal_backend.shipping.schemas import CompleteLegIn, PickUpIn, ShippingIn
from portal_backend.workflow.actions import delete_request, save_comment
from portal_backend.workflow.lists import INBOX_READERS
from portal_backend.workflow.models import Request
from portal_backend.workflow.moves import move, moved, saved
from portal_backend.workflow.process import COMMENT
from portal_backend.workflow.schemas import Moved, Saved
from portal_backend.workflow.scope import scope

router = Router(tags=["repairs"])
rest = Router(tags=["repairs"])

RepairId = Annotated[QueryId, Query(alias="repairId")]
IdempotencyKey = Annotated[str | None, Header(None, alias="Idempotency-Key")]
Version = Annotated[int | None, Field(ge=0, le=2**31)]

mount_list(router, "/repairing/fetch-by-criteria/active", lists.ACTIVE_REPAIRS, Gate)
mount_list(router, "/repairing/fetch-by-criteria/closed", lists.CLOSED_REPAIRS, Gate)
mount_list(router, "/repairing/fetch-by-criteria/action-required", lists.WAITING_REPAIRS, Gate)
mount_list(router, "/repairing/fetch-history-by-criteria", lists.HISTORY, Gate)
for resource in (lists.ACTIVE_REPAIRS, lists.CLOSED_REPAIRS, lists.HISTORY):
    mount_rest(rest, resource, Gate)
    mount_export(router, f"/files/export/{resource.export}/xlsx", resource, Gate)
for sheet in lists.TABS:
    mount_export(router, f"/files/export/{sheet.name}/xlsx", sheet, Gate)


def editors(key: str) -> Gate:
    """The gate of a call that makes the edit `key`."""
    return Gate(REPAIR.editors(key))


def answer(request: HttpRequest, changed: Request) -> Answer:
    """What every save answers."""
    return Answer(saved(REPAIR, changed, actor_of(request)))


@router.get("/repairing/fetch-number/action-required", response=int, auth=Gate(INBOX_READERS))
def fetch_number(request: HttpRequest) -> Answer:
    """How many repairs wait for the caller."""
    return Answer(lists.WAITING_REPAIRS.rows(actor_of(request), None).count(), polled=True)


@router.post("/repairing/create", response=schemas.Created, auth=Gate(CREATORS))
def create(request: HttpRequest, units: list[schemas.UnitIn], key: IdempotencyKey) -> Answer:
    """A new repair; the same Idempotency-Key answers the first one again."""
    actor = actor_of(request)

    def first_time() -> dict[str, object]:
        new = actions.create_repair(units, actor=actor)
        return {"id": new.pk, "number": new.number}

    return Answer(once(key, actor, first_time))


@router.get("/repairing/fetch/repair", response=schemas.RepairAnswer, auth=Gate(READERS))
def fetch(request: HttpRequest, repair_id: RepairId) -> Answer:
    """A repair with what the caller may do now."""
    return Answer(read_repair(repair_id, actor=actor_of(request)))


@router.post("/repairing/change/initial/status/all", response=Moved, auth=editors("initial_approval"))
def change_initial(
    request: HttpRequest, repair_id: RepairId, decisions: list[schemas.DecisionIn], version: Version = None
) -> Answer:
    """Approve or reject parts at first."""
    changed = actions.decide_initially(repair_id, decisions, actor=actor_of(request), version=version)
    return Answer(moved(REPAIR, changed, actor_of(request)))


@router.post("/repairing/change/main/status/all", response=Moved, auth=editors("repair_approval"))
def change_main(
    request: HttpRequest, repair_id: RepairId, decisions: list[schemas.DecisionIn], version: Version = None
) -> Answer:
    """Approve or reject the repair of parts."""
    changed = actions.decide_repairs(repair_id, decisions, actor=actor_of(request), version=version)
    return Answer(moved(REPAIR, changed, actor_of(request)))


@router.post("/repairing/change/repair/status", response=Moved, auth=Gate(REPAIR.movers))
def change_status(
    request: HttpRequest,
    repair_id: RepairId,
    expected: Annotated[str, Query("", alias="expectedStatus")],
    status: str = "",
    version: Version = None,
) -> Answer:
    """Continue, or with `status` the ADMIN's direct choice."""
    actor = actor_of(request)
    changed = move(REPAIR, repair_id, actor=actor, target=status or None, expected=expected or None, version=version)
    return Answer(moved(REPAIR, changed, actor))


@router.post("/repairing/save/shipping/data", response=Saved, auth=editors("save_shipping"))
def post_shipping(request: HttpRequest, repair_id: RepairId, data: ShippingIn, version: Version = None) -> Answer:
    """Contact, address and packages."""
    return answer(request, actions.save_shipping(repair_id, data, actor=actor_of(request), version=version))


@router.delete("/repairing/delete/shipping-details", response=Saved, auth=editors("delete_package"))
def delete_package(request: HttpRequest, id: QueryId, version: Version = None) -> Answer:
    """Remove a package."""
    return answer(request, actions.delete_package(id, actor=actor_of(request), version=version))


@router.post("/repairing/save/pick-up-shipping/data", response=Saved, auth=editors("save_pick_up"))
def post_pick_up(request: HttpRequest, repair_id: RepairId, data: PickUpIn, version: Version = None) -> Answer:
    """The courier's journey to the service."""
    return answer(request, actions.save_pick_up(repair_id, data, actor=actor_of(request), version=version))


@router.post("/repairing/save/transit/data", response=Saved, auth=editors("save_transit"))
def post_transit(request: HttpRequest, repair_id: RepairId, data: schemas.TransitIn, version: Version = None) -> Answer:
    """When the courier is expected."""
    return answer(request, actions.save_transit(repair_id, data, actor=actor_of(request), version=version))


@router.post("/repairing/save/diagnostic-start-date", response=Saved, auth=editors("save_diagnostic_date"))
def post_diagnostic_date(
    request: HttpRequest,
    repair_id: RepairId,
    start_date: Annotated[Day, Query(alias="startDate")],
    version: Version = None,
) -> Answer:
    """The day on which diagnostics start."""
    return answer(
        request, actions.save_diagnostic_date(repair_id, start_date, actor=actor_of(request), version=version)
    )


@router.post("/repairing/save/part-in-diagnostic", response=Saved, auth=editors("save_diagnostics"))
def post_diagnostics(
    request: HttpRequest, repair_id: RepairId, rows: list[schemas.DiagnosedPartIn], version: Version = None
) -> Answer:
    """Rows of the diagnostics table."""
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

    def first_time() -> dict[str, object]:
        changed, part = actions.add_part(repair_id, unit, actor=actor, version=version)
        return {"request": changed.pk, "part": part.pk}

    added = once(key, actor, first_time)
    changed = Request.objects.get(pk=added["request"])
    row = described_parts(facts(changed), {}, actor.role, only=added["part"])
    if not row:
        raise not_found()
    return Answer({**row[0], **saved(REPAIR, changed, actor)})


@router.delete("/repairing/delete/repair-part", response=Saved, auth=editors("delete_part"))
def delete_part(request: HttpRequest, id: QueryId, version: Version = None) -> Answer:
    """Remove a unit that was added in diagnostics."""
    return answer(request, actions.delete_part(id, actor=actor_of(request), version=version))


@router.post("/repairing/update/parts/repair/data/all", response=Saved, auth=editors("save_repairs"))
def post_repairs(
    request: HttpRequest, repair_id: RepairId, rows: list[schemas.RepairedPartIn], version: Version = None
) -> Answer:
    """Repair status and comment of parts."""
    return answer(request, actions.save_repairs(repair_id, rows, actor=actor_of(request), version=version))


@router.post("/repairing/save/transit-back-shipping/data", response=Saved, auth=editors("save_transit_back"))
def post_transit_back(
    request: HttpRequest, repair_id: RepairId, data: CompleteLegIn, version: Version = None
) -> Answer:
    """The courier's journey back."""
    return answer(request, actions.save_transit_back(repair_id, data, actor=actor_of(request), version=version))


@router.put("/repairing/save/request/approval/comment", response=bool, auth=editors(COMMENT))
def put_request_comment(request: HttpRequest, data: schemas.CommentIn) -> Answer:
    """The comment on the repair in a step."""
    save_comment(REPAIR, data.owner_id, actor=actor_of(request), step=data.status, text=data.comment)
    return Answer(True)


@router.put("/repairing/save/part/approval/comment", response=bool, auth=editors(COMMENT))
def put_part_comment(request: HttpRequest, data: schemas.CommentIn) -> Answer:
    """The comment on a part in a step."""
    actor = actor_of(request)
    part = RepairPart.objects.filter(scope(actor, "repair__request__"), pk=data.owner_id).first()
    repair_id = part.repair_id if part else 0
    save_comment(REPAIR, repair_id, actor=actor, step=data.status, text=data.comment, item=data.owner_id)
    return Answer(True)


@router.delete("/repairing/delete", response=bool, auth=Gate(REPAIR.administrators))
def delete(request: HttpRequest, repair_id: RepairId, version: Version = None) -> Answer:
    """Hide a repair; a management command brings it back."""
    delete_request(REPAIR, repair_id, actor=actor_of(request), version=version)
    return Answer(True)
