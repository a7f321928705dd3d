"""Endpoints of part requests (contract 6.3)."""

from functools import partial
from typing import Annotated, Any

from django.http import FileResponse, HttpRequest
from ninja import Query, Router

from portal_backend.accounts.attempts import throttle_creations
from portal_backend.accounts.idempotency import idempotent
from portal_backend.accounts.sessions import Gate, actor_of
from portal_backend.base.answers import Answer
from portal_backend.base.fields import QueryId, RowsSent
from portal_backend.exports.mounting import mount_export
from portal_backend.part_requests import actions, lists, schemas
from portal_backend.part_requests.packing import save_packing
from portal_backend.part_requests.papers import papers_of
from portal_backend.part_requests.process import PACKERS, PARTS, READERS
from portal_backend.part_requests.reading import described_packed, described_rows, read_part_request
from portal_backend.resources.mounting import mount_list
from portal_backend.shipping.papers.sending import PDF, saved_as
from portal_backend.shipping.schemas import CompleteLegIn, PackingIn
from portal_backend.workflow import mounting
from portal_backend.workflow.mounting import IdempotencyKey, OriginId, Version, mount_comment, mount_delete, mount_move
from portal_backend.workflow.row_saves import described_conflicts
from portal_backend.workflow.schemas import Key, Saved

router = Router(tags=["part requests"])

mount_list(router, "/parts/fetch-part-request-by-criteria", lists.PART_REQUESTS, Gate)
mount_list(router, "/parts/fetch/part-request/history", lists.HISTORY, Gate)
mount_export(router, "/files/export/part-request-history-tab/xlsx", lists.EXPORTED_HISTORY)
mount_export(router, "/files/export/part-request-detail-tab/xlsx", lists.DETAILS)
mount_move(router, "PUT", "/parts/update-part-request-status", PARTS, "partRequestId")
mount_comment(router, "/parts/save/request/approval/comment", PARTS)
mount_comment(router, "/parts/save/item/approval/comment", PARTS, lists.request_of_item)
mount_delete(router, "/parts/delete/shipping-details", PARTS, "id")
answer = partial(mounting.answer, PARTS)
editors = partial(mounting.editors, PARTS)


@router.post("/parts/new-part-request-items", response=schemas.PartRequestCreated, auth=editors("add_items"))
def create(
    request: HttpRequest,
    data: schemas.NewPartRequest,
    part_request_id: Annotated[QueryId | None, Query(None, alias="partRequestId")],
    key: IdempotencyKey,
    version: Version = None,
    origin: OriginId = None,
) -> Answer:
    """Create a part request, or add items to one in INITIAL.

    The same Idempotency-Key returns the first response.
    """
    actor = actor_of(request)

    def create_once() -> dict[str, Any]:
        throttle_creations(actor)
        if part_request_id is None:
            changed = actions.create_part_request(data, actor=actor, origin_id=origin)
        else:
            changed = actions.add_items(part_request_id, data, actor=actor, version=version)
        return {"id": changed.pk, "requestId": changed.number}

    return Answer(idempotent("parts/new-part-request-items", key, actor, request.body, create_once))


@router.get("/parts/fetch/part-request", response=schemas.PartRequestAnswer, auth=Gate(READERS))
def fetch(request: HttpRequest, id: QueryId) -> Answer:
    """Return a part request with the actions open to the user."""
    return Answer(read_part_request(id, actor=actor_of(request)))


@router.get("/parts/fetch/part-request/statuses", response=list[Key], auth=Gate(PARTS.administrators))
def fetch_statuses(request: HttpRequest, id: QueryId) -> Answer:
    """Return the statuses that an administrator may set."""
    return Answer(read_part_request(id, actor=actor_of(request))["process"]["statuses"])


@router.post("/parts/update/part-request/initial-approval", response=Saved, auth=editors("initial_approval"))
@described_conflicts(described_rows)
def post_approval(
    request: HttpRequest, id: QueryId, decisions: RowsSent[schemas.ItemDecisionIn], version: Version = None
) -> Answer:
    """Set the initial approval of items."""
    return answer(request, actions.decide_items(id, decisions, actor=actor_of(request), version=version))


@router.post("/parts/update/part-request/one-way-shipping", response=Saved, auth=editors("save_shipping"))
def post_shipping(request: HttpRequest, id: QueryId, data: schemas.OneWayShippingIn, version: Version = None) -> Answer:
    """Save contact and address to which the parts are sent."""
    return answer(request, actions.save_shipping(id, data, actor=actor_of(request), version=version))


@router.post("/parts/update/part-request/transport-arrangement", response=Saved, auth=editors("save_transport"))
def post_transport(request: HttpRequest, id: QueryId, data: CompleteLegIn, version: Version = None) -> Answer:
    """Save the courier leg."""
    return answer(request, actions.save_transport(id, data, actor=actor_of(request), version=version))


@router.post("/parts/update/part-request/packing", response=Saved, auth=editors("save_packing"))
@described_conflicts(described_packed)
def post_packing(request: HttpRequest, id: QueryId, data: PackingIn, version: Version = None) -> Answer:
    """Save the packages and their contents."""
    return answer(request, save_packing(id, data, actor=actor_of(request), version=version))


@router.get("/files/export/part-request-papers/pdf", auth=Gate(PACKERS), openapi_extra={"responses": PDF})
def fetch_papers(request: HttpRequest, request_id: Annotated[QueryId, Query(alias="partRequestId")]) -> FileResponse:
    """Return the shipping documents: packing lists, proforma invoice and labels."""
    return saved_as(*papers_of(request_id, actor=actor_of(request)))


@router.put("/parts/update/part-request/item-part", response=Saved, auth=editors("item_part"))
def put_item_part(
    request: HttpRequest,
    item_id: Annotated[QueryId, Query(alias="itemId")],
    part_id: Annotated[QueryId, Query(alias="partId")],
    version: Version = None,
) -> Answer:
    """Assign a part of the catalogue to a proposed item."""
    return answer(request, actions.set_part(item_id, part_id, actor=actor_of(request), version=version))
