"""Serialization of part requests."""

from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import prefetch_related_objects

from portal_backend.base.actor import Actor
from portal_backend.catalogue.lists import described_category
from portal_backend.files.images import image_url
from portal_backend.files.lists import attachment
from portal_backend.part_requests.models import RequestedPart
from portal_backend.part_requests.packing import described_packing
from portal_backend.part_requests.process import PACKERS, PARTS, Facts
from portal_backend.shipping.actions import described_leg, described_shipment
from portal_backend.workflow.models import Request
from portal_backend.workflow.reading import comments, head
from portal_backend.workflow.row_saves import Described, RowKey
from portal_backend.workflow.scope import get_readable


def read_part_request(request_id: int, *, actor: Actor) -> dict[str, Any]:
    """Serialize a part request. Raises 404."""
    request = get_readable(actor, PARTS.kind, request_id, "shipment", "origin__source")
    context = Facts(request)
    data = head(PARTS, request, context, actor)
    comments_by_item = comments(PARTS, request, actor)
    reads_comments = actor.role in PARTS.comment_readers
    if reads_comments:
        data["approvalComments"] = comments_by_item.get(0, {})
    else:
        del data["approvalComments"]
    data["requestId"] = request.number
    data["deliveryExpectedBy"] = request.deliver_by
    data["requestedParts"] = described_items(context, comments_by_item if reads_comments else None)
    data["onewayShipping"] = {**described_shipment(request), **described_leg(context.leg)}
    if actor.role in PACKERS:
        data["packing"] = described_packing(context)
    return data


def described_rows(request: Request, actor: Actor, rows: Collection[RowKey]) -> Described:
    """Serialize the items of a conflicting approval, as the page shows them."""
    comments_by_item = comments(PARTS, request, actor) if actor.role in PARTS.comment_readers else None
    by_id = {item["id"]: item for item in described_items(Facts(request), comments_by_item)}
    return {key: by_id[key[1]] for key in rows if key[1] in by_id}


def described_packed(request: Request, actor: Actor, rows: Collection[RowKey]) -> Described:
    """Serialize the items of a conflicting packing, as the page shows them."""
    return {("items", item["id"]): item for item in described_packing(Facts(request))["items"]}


def described_items(context: Facts, comments_by_item: Mapping[int, Mapping[str, Any]] | None) -> list[dict[str, Any]]:
    """Serialize the items in order, with comments unless they are None."""
    prefetch_related_objects(context.items, "images")
    rows = [described_item(item) for item in context.items]
    if comments_by_item is not None:
        for row in rows:
            row["approvalComments"] = comments_by_item.get(row["id"], {})
    return rows


def described_item(item: RequestedPart) -> dict[str, Any]:
    """Serialize an item; its image is the part's, or the first proposed one."""
    images = list(item.images.all())
    image_id = item.part.image_id if item.part else next((image.pk for image in images), None)
    return {
        "id": item.pk,
        "partId": item.part_id,
        "category": described_category(item.part.category) if item.part else None,
        "partName": item.name,
        "quantity": item.quantity,
        "imageUrl": image_url(image_id),
        "images": [attachment(image) for image in images],
        "initialApproval": item.initial_approval,
    }
