"""A part request as its page reads it."""

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
    """The whole part request. Raises 404."""
    request = get_readable(actor, PARTS.kind, request_id, "shipment", "origin__source")
    subject = Facts(request)
    answer = head(PARTS, request, subject, actor)
    said = comments(PARTS, request, actor)
    reads_comments = actor.role in PARTS.comment_readers
    if reads_comments:
        answer["approvalComments"] = said.get(0, {})
    else:
        del answer["approvalComments"]
    answer["requestId"] = request.number
    answer["deliveryExpectedBy"] = request.deliver_by
    answer["requestedParts"] = described_items(subject, said if reads_comments else None)
    answer["onewayShipping"] = {**described_shipment(request), **described_leg(subject.leg)}
    if actor.role in PACKERS:
        answer["packing"] = described_packing(subject)
    return answer


def described_rows(request: Request, actor: Actor, rows: Collection[RowKey]) -> Described:
    """Serialize the items of an approval that conflicts, as the page reads them."""
    said = comments(PARTS, request, actor) if actor.role in PARTS.comment_readers else None
    by_id = {item["id"]: item for item in described_items(Facts(request), said)}
    return {key: by_id[key[1]] for key in rows if key[1] in by_id}


def described_packed(request: Request, actor: Actor, rows: Collection[RowKey]) -> Described:
    """Serialize the items of a packing that conflicts, as the page reads them."""
    return {("items", item["id"]): item for item in described_packing(Facts(request))["items"]}


def described_items(subject: Facts, said: Mapping[int, Mapping[str, Any]] | None) -> list[dict[str, Any]]:
    """The items in order, with their comments for those who read them."""
    prefetch_related_objects(subject.items, "images")
    rows = [described_item(item) for item in subject.items]
    if said is not None:
        for row in rows:
            row["approvalComments"] = said.get(row["id"], {})
    return rows


def described_item(item: RequestedPart) -> dict[str, Any]:
    """One item; its picture is the part's, or the first of those proposed."""
    images = list(item.images.all())
    picture = item.part.image_id if item.part else next((image.pk for image in images), None)
    return {
        "id": item.pk,
        "partId": item.part_id,
        "category": described_category(item.part.category) if item.part else None,
        "partName": item.name,
        "quantity": item.quantity,
        "imageUrl": image_url(picture),
        "images": [attachment(image) for image in images],
        "initialApproval": item.initial_approval,
    }
