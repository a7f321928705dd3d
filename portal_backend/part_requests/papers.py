"""The papers that go with the parts of a request, for the service that sends them."""

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
    """The number of a part request, and its papers as a PDF in the reader's language. Raises 404 or 503."""
    request = get_readable(actor, PARTS.kind, request_id, "shipment", "service__contact_user")
    return request.number, draw_documents(_told(request), actor=actor)


def _told(request: Request) -> Papers:
    facts = Facts(request)
    page = PARTS.page.format(id=request.pk)
    numbers = {package.pk: place for place, package in enumerate(facts.packages, 1)}
    parcels = tuple(
        Parcel(numbers[package.pk], package.dimensions, package.weight, label_address(page, package.pk))
        for package in facts.packages
    )
    items = [(item, _item(item, facts.packed[item.pk], place, numbers)) for place, item in enumerate(facts.items, 1)]
    return Papers(
        number=request.number,
        day=today(),
        sender=service_of(request),
        receiver=client_of(request),
        # until somebody names packages it is taken for one, which nobody measured
        parcels=parcels or (Parcel(1, "", None, label_address(page)),),
        items=tuple(told for item, told in items if approved(item)),
        refused=tuple(told for item, told in items if item.initial_approval == Approval.REJECTED),
        goods="parts",
    )


def _item(item: RequestedPart, own: PackedItem, place: int, numbers: Mapping[int, int]) -> Item:
    part = item.part
    return Item(
        number=place,
        name=part_line(part.manufacturer, part.model) if part else item.suggested_name,
        mark=part.number if part else "",
        quantity=item.quantity,
        parcel=numbers.get(own.package_id or 0, 1 if len(numbers) < 2 else 0),
        value=own.customs_value,
        hs_code=own.hs_code or (part.hs_code if part else ""),
        origin=own.origin or (part.origin if part else ""),
    )
