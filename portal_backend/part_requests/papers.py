"""Shipping documents of the parts that the service sends."""

from collections.abc import Mapping

from portal_backend.base.actor import Actor
from portal_backend.base.newyork import today
from portal_backend.part_requests.models import PackedItem, RequestedPart
from portal_backend.part_requests.process import PARTS, Facts, approved
from portal_backend.shipping.papers.content import Item, Papers, Parcel
from portal_backend.shipping.papers.drawing import draw_documents
from portal_backend.shipping.papers.parties import client_of, label_address, service_of
from portal_backend.workflow.models import Approval, Request
from portal_backend.workflow.scope import get_readable
from portal_backend.workflow.searching import part_line


def papers_of(request_id: int, *, actor: Actor) -> tuple[str, bytes]:
    """Return the request number and the shipping documents as a PDF.

    The PDF is in the actor's language. Raises 404 or 503.
    """
    request = get_readable(actor, PARTS.kind, request_id, "shipment", "service__contact_user")
    return request.number, draw_documents(_told(request), actor=actor)


def _told(request: Request) -> Papers:
    context = Facts(request)
    page = PARTS.page.format(id=request.pk)
    package_numbers = {package.pk: place for place, package in enumerate(context.packages, 1)}
    packages = tuple(
        Parcel(package_numbers[package.pk], package.dimensions, package.weight, label_address(page, package.pk))
        for package in context.packages
    )
    items = [
        (item, _item(item, context.packed[item.pk], place, package_numbers))
        for place, item in enumerate(context.items, 1)
    ]
    return Papers(
        number=request.number,
        day=today(),
        sender=service_of(request),
        receiver=client_of(request),
        # without saved packages, a single one of unknown size is assumed
        parcels=packages or (Parcel(1, "", None, label_address(page)),),
        items=tuple(document_item for item, document_item in items if approved(item)),
        refused=tuple(document_item for item, document_item in items if item.initial_approval == Approval.REJECTED),
        goods="parts",
    )


def _item(item: RequestedPart, packing: PackedItem, place: int, package_numbers: Mapping[int, int]) -> Item:
    part = item.part
    return Item(
        number=place,
        name=part_line(part.manufacturer, part.model) if part else item.suggested_name,
        mark=part.number if part else "",
        quantity=item.quantity,
        parcel=package_numbers.get(packing.package_id or 0, 1 if len(package_numbers) < 2 else 0),
        value=packing.customs_value,
        hs_code=packing.hs_code or (part.hs_code if part else ""),
        origin=packing.origin or (part.origin if part else ""),
    )
