"""Edits of a part request other than transitions (contract 4.3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction

from portal_backend.accounts.selectors import get_client_and_service
from portal_backend.catalogue.models import Part
from portal_backend.catalogue.selectors import get_orderable_parts
from portal_backend.core.actor import Actor
from portal_backend.core.errors import get_or_404, invalid, invalid_field, not_found
from portal_backend.core.normalization import normalize_key
from portal_backend.core.translations import LazyMessage
from portal_backend.files.actions import claim, cleanup_on_error, resolve_files
from portal_backend.files.models import StoredFile
from portal_backend.part_requests.models import PartRequest, RequestedPart
from portal_backend.part_requests.process import PARTS, PartRequestContext, is_approved
from portal_backend.part_requests.schemas import (
    MAX_QUANTITY,
    ItemDecisionIn,
    ItemIn,
    NewPartRequest,
    OneWayShippingIn,
)
from portal_backend.shipping.actions import (
    compute_confirmation_deadline,
    has_same_packages,
    replace_packages,
    save_contact_and_address,
    save_leg,
    serialize_packages,
)
from portal_backend.shipping.packing import save_packing_rows
from portal_backend.shipping.schemas import CompleteLegIn, PackingIn
from portal_backend.workflow.approvals import save_decisions
from portal_backend.workflow.models import Approval, ServiceRequest
from portal_backend.workflow.related_requests import get_origin, link_origin
from portal_backend.workflow.row_saves import locked_edit_rows
from portal_backend.workflow.schemas import DecisionIn
from portal_backend.workflow.scope import scope
from portal_backend.workflow.transitions import create_request, locked_edit, number_request


@dataclass(frozen=True)
class _NewItem:
    """A validated item of the request body."""

    #: path of the item in the request body, for errors
    path: str
    part_id: int | None
    name: str
    quantity: int
    images: list[StoredFile]

    @property
    def key(self) -> tuple[int | None, str]:
        """Key by which equal items are merged: the part, or the normalized name."""
        return (self.part_id, "" if self.part_id else normalize_key(self.name) or self.name)


@cleanup_on_error()
def create_part_request(data: NewPartRequest, *, actor: Actor, origin_id: int | None = None) -> ServiceRequest:
    """Create a part request of the actor's client.

    Raises 400 by item and field, 404 for a file of another user, and 409. `origin_id` is the request that this one
    follows (404 if not readable).
    """
    if data.contact is None or data.address is None:
        missing = [name for name in ("contact", "address") if getattr(data, name) is None]
        raise invalid({name: LazyMessage("errors.field.required") for name in missing})
    client, service_id = get_client_and_service(actor)
    origin = get_origin(origin_id, client.pk, actor=actor)
    new_items = _validate_items(data.parts, actor)
    with transaction.atomic(savepoint=False):
        request = create_request(PARTS, actor=actor, client_id=client.pk, service_id=service_id)
        link_origin(request, origin)
        _merge_items(PartRequest.objects.create(request=request), [], new_items)
        save_contact_and_address(request, data.contact, data.address)
        number_request(PARTS, request, actor=actor)
    return request


@cleanup_on_error()
def add_items(request_id: int, data: NewPartRequest, *, actor: Actor, version: int | None = None) -> ServiceRequest:
    """Add items to a request in INITIAL.

    An item already present adds to the quantity and waits for approval again.
    """
    new_items = _validate_items(data.parts, actor)
    with locked_edit(PARTS, "add_items", request_id, actor=actor, version=version) as (request, context):
        _merge_items(context.part_request, context.items, new_items)
        del context.items  # loaded again with the new items
        if data.contact and data.address:
            save_contact_and_address(request, data.contact, data.address)
    return request


def _validate_items(items: Sequence[ItemIn], actor: Actor) -> list[_NewItem]:
    orderable_parts = get_orderable_parts({item.part_id for item in items if item.part_id}, PARTS.kind)
    errors: dict[str, LazyMessage] = {}
    for position, item in enumerate(items):
        path = f"parts.{position}"
        if item.part_id is not None:
            if item.part_id not in orderable_parts:
                errors[f"{path}.partId"] = LazyMessage("errors.field.part_order")
        elif not item.part_name:
            errors[f"{path}.partName"] = LazyMessage("errors.field.required")
        elif not (item.images or item.image):
            errors[f"{path}.images"] = LazyMessage("errors.field.image_needed")
    if errors:
        raise invalid(errors)
    return [_receive_item(f"parts.{position}", item, actor) for position, item in enumerate(items)]


def _receive_item(path: str, item: ItemIn, actor: Actor) -> _NewItem:
    files = [] if item.part_id else [*item.images, *([item.image] if item.image else [])]
    images = resolve_files(files, f"{path}.images", actor=actor)
    for position, image in enumerate(images):
        if not image.has_preview:
            raise invalid_field(f"{path}.images.{position}", "image")
        if image.size > settings.MAX_INLINE_BYTES:
            raise invalid_field(f"{path}.images.{position}", "image_size", value=f"{settings.MAX_INLINE_BYTES / 1e6:g}")
    return _NewItem(path, item.part_id, item.part_name, item.quantity, images)


def _merge_items(part_request: PartRequest, present: Sequence[RequestedPart], new_items: Sequence[_NewItem]) -> None:
    """Merge new items into the present ones.

    Each item is limited to 100 pieces and five images.
    """
    items = {
        (item.part_id, "" if item.part_id else normalize_key(item.suggested_name) or item.suggested_name): item
        for item in present
    }
    for new in new_items:
        item = items.setdefault(
            new.key,
            RequestedPart(part_request=part_request, part_id=new.part_id, suggested_name=new.name, quantity=0),
        )
        item.quantity += new.quantity
        item.initial_approval = Approval.WAITING_APPROVAL
        if item.quantity > MAX_QUANTITY:
            raise invalid_field(f"{new.path}.quantity", "max_number", value=MAX_QUANTITY)
        item.save()
        claim(new.images, part_request.request)
        item.images.add(*new.images)
        if item.images.count() > settings.MAX_ATTACHMENTS:
            raise invalid_field(f"{new.path}.images", "max_files", value=settings.MAX_ATTACHMENTS)


def decide_items(
    request_id: int, decisions: Sequence[ItemDecisionIn], *, actor: Actor, version: int | None = None
) -> ServiceRequest:
    """Set the initial approval of items without a transition."""
    with locked_edit_rows(PARTS, "initial_approval", request_id, actor=actor, version=version) as (
        request,
        context,
        rows,
    ):
        generic = [DecisionIn(id=each.id, status=each.initial_approval) for each in decisions]
        save_decisions(rows, context.items, generic, "initial_approval")
    return request


def set_part(item_id: int, part_id: int, *, actor: Actor, version: int | None = None) -> ServiceRequest:
    """Assign a part of the catalogue to a proposed item. Raises 400 or 404."""
    item = get_or_404(RequestedPart.objects.filter(scope(actor, "part_request__request__")), pk=item_id)
    if not Part.objects.filter(pk=part_id, enabled=True).exists():
        raise invalid_field("partId", "choice")
    with locked_edit(PARTS, "item_part", item.part_request_id, actor=actor, version=version) as (request, _):
        item.part_id = part_id
        item.save(update_fields=["part"])
    return request


def save_shipping(
    request_id: int, data: OneWayShippingIn, *, actor: Actor, version: int | None = None
) -> ServiceRequest:
    """Save contact and address to which the parts are sent."""
    with locked_edit(PARTS, "save_shipping", request_id, actor=actor, version=version) as (request, _):
        save_contact_and_address(request, data.contact, data.address)
    return request


def save_transport(request_id: int, data: CompleteLegIn, *, actor: Actor, version: int | None = None) -> ServiceRequest:
    """Save the outbound leg, which sets the deadline for the delivery confirmation."""
    with locked_edit(PARTS, "save_transport", request_id, actor=actor, version=version) as (request, _):
        save_leg(request, "THERE", data)
        request.confirm_delivery_by = compute_confirmation_deadline(data)
    return request


def save_packing(request_id: int, data: PackingIn, *, actor: Actor, version: int | None = None) -> ServiceRequest:
    """Save the packages and their contents.

    Raises 400 for an item that is not sent, and 404 for an item of another request.
    """
    with locked_edit_rows(PARTS, "save_packing", request_id, actor=actor, version=version) as (request, context, rows):
        ids = [row.id for row in data.items]
        if not set(ids) <= context.packing_by_item.keys():
            raise not_found()
        if len(ids) != len(set(ids)):
            raise invalid_field("items", "twice")
        sent_ids = {item.pk for item in context.items if is_approved(item)}
        rows.check_header_version(lambda: has_same_packages(context.packages, data.packages))
        context.packages = replace_packages(request, data.packages)
        items = {item.pk: item for item in context.items}
        save_packing_rows(
            *(data.items, context.packages, context.packing_by_item.__getitem__, sent_ids.__contains__, "items"),
            owner=items.__getitem__,
            changes=rows,
        )
    return request


def serialize_packing(context: PartRequestContext) -> dict[str, Any]:
    """Serialize packages and packed items for the roles that send them."""
    return {
        "packages": serialize_packages(context.packages),
        "items": [
            {
                "id": item.pk,
                "packageId": packing.package_id,
                "customsValue": packing.customs_value,
                "hsCode": packing.hs_code,
                "origin": packing.origin,
                "catalogueHsCode": item.part.hs_code if item.part else "",
                "catalogueOrigin": item.part.origin if item.part else "",
            }
            for item, packing in (
                (item, context.packing_by_item[item.pk]) for item in context.items if is_approved(item)
            )
        ],
    }
