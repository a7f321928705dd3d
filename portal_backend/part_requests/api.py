"""Endpoints of part requests (contract 6.3)."""

from functools import partial
from typing import Annotated, Any

from django.http import FileResponse, HttpRequest
from ninja import Query, Router

from portal_backend.accounts.idempotency import idempotent
from portal_backend.accounts.rate_limits import throttle_creations
from portal_backend.accounts.sessions import TokenAuth, get_actor
from portal_backend.core.responses import ApiResponse
from portal_backend.core.types import QueryId, RequestList
from portal_backend.exports.api import mount_export
from portal_backend.part_requests import actions, lists, schemas
from portal_backend.part_requests.actions import save_packing
from portal_backend.part_requests.documents import render_part_request_documents
from portal_backend.part_requests.presenter import (
    read_part_request,
    serialize_conflicting_items,
    serialize_conflicting_packing,
)
from portal_backend.part_requests.process import PACKING_READERS, PARTS, READERS
from portal_backend.resources.routes import mount_list
from portal_backend.shipping.documents.rendering import PDF_RESPONSES, respond_with_pdf
from portal_backend.shipping.documents.template_data import LabelLayout
from portal_backend.shipping.schemas import CompleteLegIn, PackingIn
from portal_backend.workflow import routes
from portal_backend.workflow.routes import (
    IdempotencyKeyHeader,
    OriginIdQuery,
    VersionQuery,
    mount_comment,
    mount_delete,
    mount_transition,
)
from portal_backend.workflow.row_saves import enrich_row_conflicts
from portal_backend.workflow.schemas import Key, Saved

router = Router(tags=["part requests"])

mount_list(router, "/parts/fetch-part-request-by-criteria", lists.PART_REQUESTS, TokenAuth)
mount_list(router, "/parts/fetch/part-request/history", lists.HISTORY, TokenAuth)
mount_export(router, "/files/export/part-request-history-tab/xlsx", lists.HISTORY_EXPORT)
mount_export(router, "/files/export/part-request-detail-tab/xlsx", lists.DETAILS_EXPORT)
mount_transition(router, "PUT", "/parts/update-part-request-status", PARTS, "partRequestId")
mount_comment(router, "/parts/save/request/approval/comment", PARTS)
mount_comment(router, "/parts/save/item/approval/comment", PARTS, lists.get_part_request_id)
mount_delete(router, "/parts/delete/shipping-details", PARTS, "id")
respond = partial(routes.build_save_response, PARTS)
editors = partial(routes.get_edit_auth, PARTS)


@router.post("/parts/new-part-request-items", response=schemas.PartRequestCreated, auth=editors("add_items"))
def create(
    request: HttpRequest,
    data: schemas.NewPartRequest,
    part_request_id: Annotated[QueryId | None, Query(None, alias="partRequestId")],
    key: IdempotencyKeyHeader,
    version: VersionQuery = None,
    origin: OriginIdQuery = None,
) -> ApiResponse:
    """Create a part request, or add items to one in INITIAL.

    The same Idempotency-Key returns the first response.
    """
    actor = get_actor(request)

    def create_once() -> dict[str, Any]:
        throttle_creations(actor)
        if part_request_id is None:
            changed = actions.create_part_request(data, actor=actor, origin_id=origin)
        else:
            changed = actions.add_items(part_request_id, data, actor=actor, version=version)
        return {"id": changed.pk, "requestId": changed.number}

    return ApiResponse(idempotent("parts/new-part-request-items", key, actor, request.body, create_once))


@router.get("/parts/fetch/part-request", response=schemas.PartRequestAnswer, auth=TokenAuth(READERS))
def fetch(request: HttpRequest, id: QueryId) -> ApiResponse:
    """Return a part request with the actions open to the user."""
    return ApiResponse(read_part_request(id, actor=get_actor(request)))


@router.get("/parts/fetch/part-request/statuses", response=list[Key], auth=TokenAuth(PARTS.administrators))
def fetch_statuses(request: HttpRequest, id: QueryId) -> ApiResponse:
    """Return the statuses that an administrator may set."""
    return ApiResponse(read_part_request(id, actor=get_actor(request))["process"]["statuses"])


@router.post("/parts/update/part-request/initial-approval", response=Saved, auth=editors("initial_approval"))
@enrich_row_conflicts(serialize_conflicting_items)
def post_initial_approval(
    request: HttpRequest, id: QueryId, decisions: RequestList[schemas.ItemDecisionIn], version: VersionQuery = None
) -> ApiResponse:
    """Set the initial approval of items."""
    return respond(request, actions.decide_items(id, decisions, actor=get_actor(request), version=version))


@router.post("/parts/update/part-request/one-way-shipping", response=Saved, auth=editors("save_shipping"))
def post_shipping(
    request: HttpRequest, id: QueryId, data: schemas.OneWayShippingIn, version: VersionQuery = None
) -> ApiResponse:
    """Save contact and address to which the parts are sent."""
    return respond(request, actions.save_shipping(id, data, actor=get_actor(request), version=version))


@router.post("/parts/update/part-request/transport-arrangement", response=Saved, auth=editors("save_transport"))
def post_transport(request: HttpRequest, id: QueryId, data: CompleteLegIn, version: VersionQuery = None) -> ApiResponse:
    """Save the courier leg."""
    return respond(request, actions.save_transport(id, data, actor=get_actor(request), version=version))


@router.post("/parts/update/part-request/packing", response=Saved, auth=editors("save_packing"))
@enrich_row_conflicts(serialize_conflicting_packing)
def post_packing(request: HttpRequest, id: QueryId, data: PackingIn, version: VersionQuery = None) -> ApiResponse:
    """Save the packages and their contents."""
    return respond(request, save_packing(id, data, actor=get_actor(request), version=version))


@router.get(
    "/files/export/part-request-papers/pdf", auth=TokenAuth(PACKING_READERS), openapi_extra={"responses": PDF_RESPONSES}
)
def fetch_documents(
    request: HttpRequest,
    request_id: Annotated[QueryId, Query(alias="partRequestId")],
    labels: LabelLayout = "SHEET",
) -> FileResponse:
    """Return the shipping documents: packing lists, proforma invoice and labels.

    Labels are in A6, four on a sheet of A4 (`SHEET`) or one on each page (`SINGLE`).
    """
    return respond_with_pdf(*render_part_request_documents(request_id, labels, actor=get_actor(request)))


@router.put("/parts/update/part-request/item-part", response=Saved, auth=editors("item_part"))
def put_item_part(
    request: HttpRequest,
    item_id: Annotated[QueryId, Query(alias="itemId")],
    part_id: Annotated[QueryId, Query(alias="partId")],
    version: VersionQuery = None,
) -> ApiResponse:
    """Assign a part of the catalogue to a proposed item."""
    return respond(request, actions.set_part(item_id, part_id, actor=get_actor(request), version=version))
