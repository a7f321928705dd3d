"""Serialization of part requests."""

from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import prefetch_related_objects

from portal_backend.catalogue.selectors import serialize_category
from portal_backend.core.actor import Actor
from portal_backend.files.lists import serialize_attachment
from portal_backend.files.previews import get_image_url
from portal_backend.part_requests.actions import serialize_packing
from portal_backend.part_requests.models import RequestedPart
from portal_backend.part_requests.process import PACKING_READERS, PARTS, PartRequestContext
from portal_backend.shipping.actions import serialize_leg, serialize_shipment
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.presenter import serialize_comments, serialize_header
from portal_backend.workflow.row_saves import RowKey, SerializedRows
from portal_backend.workflow.scope import get_readable


def read_part_request(request_id: int, *, actor: Actor) -> dict[str, Any]:
    """Serialize a part request. Raises 404."""
    request = get_readable(actor, PARTS.kind, request_id, "shipment", "origin__source")
    context = PartRequestContext(request)
    data = serialize_header(PARTS, request, context, actor)
    comments_by_item = serialize_comments(PARTS, request, actor)
    reads_comments = actor.role in PARTS.comment_readers
    if reads_comments:
        data["approvalComments"] = comments_by_item.get(0, {})
    else:
        del data["approvalComments"]
    data["requestId"] = request.number
    data["deliveryExpectedBy"] = request.confirm_delivery_by
    data["requestedParts"] = serialize_items(context, comments_by_item if reads_comments else None)
    data["onewayShipping"] = {**serialize_shipment(request), **serialize_leg(context.outbound_leg)}
    if actor.role in PACKING_READERS:
        data["packing"] = serialize_packing(context)
    return data


def serialize_conflicting_items(request: ServiceRequest, actor: Actor, rows: Collection[RowKey]) -> SerializedRows:
    """Serialize the items of a conflicting approval, as the page shows them."""
    comments_by_item = serialize_comments(PARTS, request, actor) if actor.role in PARTS.comment_readers else None
    by_id = {item["id"]: item for item in serialize_items(PartRequestContext(request), comments_by_item)}
    return {key: by_id[key[1]] for key in rows if key[1] in by_id}


def serialize_conflicting_packing(request: ServiceRequest, actor: Actor, rows: Collection[RowKey]) -> SerializedRows:
    """Serialize the items of a conflicting packing, as the page shows them."""
    return {("items", item["id"]): item for item in serialize_packing(PartRequestContext(request))["items"]}


def serialize_items(
    context: PartRequestContext, comments_by_item: Mapping[int, Mapping[str, Any]] | None
) -> list[dict[str, Any]]:
    """Serialize the items in order, with comments unless they are None."""
    prefetch_related_objects(context.items, "images")
    rows = [serialize_item(item) for item in context.items]
    if comments_by_item is not None:
        for row in rows:
            row["approvalComments"] = comments_by_item.get(row["id"], {})
    return rows


def serialize_item(item: RequestedPart) -> dict[str, Any]:
    """Serialize an item; its image is the part's, or the first proposed one."""
    images = list(item.images.all())
    image_id = item.part.image_id if item.part else next((image.pk for image in images), None)
    return {
        "id": item.pk,
        "partId": item.part_id,
        "category": serialize_category(item.part.category) if item.part else None,
        "partName": item.name,
        "quantity": item.quantity,
        "imageUrl": get_image_url(image_id),
        "images": [serialize_attachment(image) for image in images],
        "initialApproval": item.initial_approval,
    }
