"""Shipping documents of a repair, for the outbound and the inbound leg."""

from collections.abc import Mapping
from typing import Literal

from portal_backend.base.actor import Actor
from portal_backend.base.newyork import today
from portal_backend.repairs.facts import Facts, approved, is_received, packed, serial_after_repair
from portal_backend.repairs.models import RepairPart
from portal_backend.repairs.process import REPAIR
from portal_backend.shipping.papers.content import Item, Papers, Parcel
from portal_backend.shipping.papers.drawing import draw_documents
from portal_backend.shipping.papers.parties import client_of, label_address, service_of
from portal_backend.workflow.models import Approval, Request
from portal_backend.workflow.scope import get_readable
from portal_backend.workflow.searching import part_line

Direction = Literal["THERE", "BACK"]


def papers_of(repair_id: int, direction: Direction, *, actor: Actor) -> tuple[str, bytes]:
    """Return the request number and the documents of one leg as a PDF.

    The PDF is in the actor's language. Raises 404 or 503.
    """
    request = get_readable(actor, REPAIR.kind, repair_id, "repair", "shipment", "service__contact_user")
    return request.number, draw_documents(_told(request, direction), actor=actor)


def _told(request: Request, direction: Direction) -> Papers:
    """Build the documents of a leg; the inbound leg uses the same packages."""
    context = Facts(request)
    is_back = direction == "BACK"
    page = REPAIR.page.format(id=request.pk)
    package_numbers = {package.pk: place for place, package in enumerate(context.packages, 1)}
    items = [
        (unit, _item(unit, place, package_numbers, is_back=is_back)) for place, unit in enumerate(context.parts, 1)
    ]
    client, service = client_of(request), service_of(request)
    return Papers(
        number=request.number,
        day=today(),
        sender=service if is_back else client,
        receiver=client if is_back else service,
        parcels=tuple(
            Parcel(package_numbers[package.pk], package.dimensions, package.weight, label_address(page, package.pk))
            for package in context.packages
        ),
        items=tuple(item for unit, item in items if (is_received if is_back else approved)(unit)),
        refused=() if is_back else tuple(item for unit, item in items if unit.initial_approval == Approval.REJECTED),
        returns=is_back,
    )


def _item(unit: RepairPart, place: int, package_numbers: Mapping[int, int], *, is_back: bool) -> Item:
    packing = packed(unit)
    # with a single package the user assigns nothing
    package_number = package_numbers.get(packing.package_id or 0, 1 if len(package_numbers) == 1 else 0)
    return Item(
        number=place,
        name=part_line(unit.part.manufacturer, unit.part.model),
        mark=serial_after_repair(unit) if is_back else unit.serial_number,
        parcel=package_number,
        value=packing.customs_value,
        hs_code=packing.hs_code or unit.part.hs_code,
        origin=packing.origin or unit.part.origin,
        battery=packing.battery,
        check_source=packing.check_source,
    )
