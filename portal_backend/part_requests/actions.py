"""Edits of a part request other than transitions (contract 4.3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction

from portal_backend.accounts.lists import client_and_service
from portal_backend.base.actor import Actor
from portal_backend.base.errors import invalid, invalid_field, not_found
from portal_backend.base.normalization import normalize_key
from portal_backend.base.words import Word
from portal_backend.catalogue.lists import orderable
from portal_backend.catalogue.models import Part
from portal_backend.files.actions import claim, forgotten_if_refused, received
from portal_backend.files.models import StoredFile
from portal_backend.part_requests.models import PartRequest, RequestedPart
from portal_backend.part_requests.process import PARTS
from portal_backend.part_requests.schemas import MOST_PIECES, ItemDecisionIn, ItemIn, NewPartRequest, OneWayShippingIn
from portal_backend.shipping.actions import end_of_window, save_contact_and_address, save_leg
from portal_backend.shipping.schemas import CompleteLegIn
from portal_backend.workflow.approving import decide_rows
from portal_backend.workflow.models import Approval, Request
from portal_backend.workflow.moves import edit, number_request, open_request
from portal_backend.workflow.origins import link, origin_of
from portal_backend.workflow.row_saves import edit_rows
from portal_backend.workflow.schemas import DecisionIn
from portal_backend.workflow.scope import scope


@dataclass(frozen=True)
class _Wanted:
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


@forgotten_if_refused()
def create_part_request(data: NewPartRequest, *, actor: Actor, origin_id: int | None = None) -> Request:
    """Create a part request of the actor's client.

    Raises 400 by item and field, 404 for a file of another user, and 409. `origin_id` is the request that this one
    follows (404 if not readable).
    """
    if data.contact is None or data.address is None:
        missing = [name for name in ("contact", "address") if getattr(data, name) is None]
        raise invalid({name: Word("errors.field.required") for name in missing})
    client, service_id = client_and_service(actor)
    origin = origin_of(origin_id, client.pk, actor=actor)
    new_items = _checked(data.parts, actor)
    with transaction.atomic(savepoint=False):
        request = open_request(PARTS, actor=actor, client_id=client.pk, service_id=service_id)
        link(request, origin)
        _add(PartRequest.objects.create(request=request), [], new_items)
        save_contact_and_address(request, data.contact, data.address)
        number_request(PARTS, request, actor=actor)
    return request


@forgotten_if_refused()
def add_items(request_id: int, data: NewPartRequest, *, actor: Actor, version: int | None = None) -> Request:
    """Add items to a request in INITIAL.

    An item already present adds to the quantity and waits for approval again.
    """
    new_items = _checked(data.parts, actor)
    with edit(PARTS, "add_items", request_id, actor=actor, version=version) as (request, context):
        _add(context.part_request, context.items, new_items)
        if data.contact and data.address:
            save_contact_and_address(request, data.contact, data.address)
    return request


def _checked(items: Sequence[ItemIn], actor: Actor) -> list[_Wanted]:
    orderable_parts = orderable({item.part_id for item in items if item.part_id}, PARTS.kind)
    errors: dict[str, Word] = {}
    for position, item in enumerate(items):
        path = f"parts.{position}"
        if item.part_id is not None:
            if item.part_id not in orderable_parts:
                errors[f"{path}.partId"] = Word("errors.field.part_order")
        elif not item.part_name:
            errors[f"{path}.partName"] = Word("errors.field.required")
        elif not (item.images or item.image):
            errors[f"{path}.images"] = Word("errors.field.image_needed")
    if errors:
        raise invalid(errors)
    return [_wanted(f"parts.{position}", item, actor) for position, item in enumerate(items)]


def _wanted(path: str, item: ItemIn, actor: Actor) -> _Wanted:
    files = [] if item.part_id else [*item.images, *([item.image] if item.image else [])]
    images = received(files, f"{path}.images", actor=actor)
    for position, image in enumerate(images):
        if not image.has_preview:
            raise invalid_field(f"{path}.images.{position}", "image")
        if image.size > settings.INLINE_BYTES:
            raise invalid_field(f"{path}.images.{position}", "image_size", value=f"{settings.INLINE_BYTES / 1e6:g}")
    return _Wanted(path, item.part_id, item.part_name, item.quantity, images)


def _add(part_request: PartRequest, present: Sequence[RequestedPart], new_items: Sequence[_Wanted]) -> None:
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
        if item.quantity > MOST_PIECES:
            raise invalid_field(f"{new.path}.quantity", "max_number", value=MOST_PIECES)
        item.save()
        claim(new.images, part_request.request)
        item.images.add(*new.images)
        if item.images.count() > settings.ATTACHMENT_COUNT:
            raise invalid_field(f"{new.path}.images", "max_files", value=settings.ATTACHMENT_COUNT)


def decide_items(
    request_id: int, decisions: Sequence[ItemDecisionIn], *, actor: Actor, version: int | None = None
) -> Request:
    """Set the initial approval of items without a transition."""
    with edit_rows(PARTS, "initial_approval", request_id, actor=actor, version=version) as (request, context, rows):
        generic = [DecisionIn(id=each.id, status=each.initial_approval) for each in decisions]
        decide_rows(rows, context.items, generic, "initial_approval")
    return request


def set_part(item_id: int, part_id: int, *, actor: Actor, version: int | None = None) -> Request:
    """Assign a part of the catalogue to a proposed item. Raises 400 or 404."""
    item = RequestedPart.objects.filter(scope(actor, "part_request__request__"), pk=item_id).first()
    if item is None:
        raise not_found()
    if not Part.objects.filter(pk=part_id, enabled=True).exists():
        raise invalid_field("partId", "choice")
    with edit(PARTS, "item_part", item.part_request_id, actor=actor, version=version) as (request, _):
        item.part_id = part_id
        item.save(update_fields=["part"])
    return request


def save_shipping(request_id: int, data: OneWayShippingIn, *, actor: Actor, version: int | None = None) -> Request:
    """Save contact and address to which the parts are sent."""
    with edit(PARTS, "save_shipping", request_id, actor=actor, version=version) as (request, _):
        save_contact_and_address(request, data.contact, data.address)
    return request


def save_transport(request_id: int, data: CompleteLegIn, *, actor: Actor, version: int | None = None) -> Request:
    """Save the outbound leg, which sets the deadline for the delivery confirmation."""
    with edit(PARTS, "save_transport", request_id, actor=actor, version=version) as (request, _):
        save_leg(request, "THERE", data)
        request.deliver_by = end_of_window(data)
    return request
