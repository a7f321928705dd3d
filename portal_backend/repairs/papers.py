"""The papers that go with the units of a repair: who sends what to whom in which package."""

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
    """The number of a repair, and its papers for one way as a PDF in the reader's language. Raises 404 or 503."""
    request = get_readable(actor, REPAIR.kind, repair_id, "repair", "shipment", "service__contact_user")
    return request.number, draw_documents(_told(request, direction), actor=actor)


def _told(request: Request, direction: Direction) -> Papers:
    """Build the documents of the outbound leg, or of the inbound one, which uses the same packages."""
    facts = Facts(request)
    is_back = direction == "BACK"
    page = REPAIR.page.format(id=request.pk)
    numbers = {package.pk: place for place, package in enumerate(facts.packages, 1)}
    items = [(part, _item(part, place, numbers, is_back=is_back)) for place, part in enumerate(facts.parts, 1)]
    client, service = client_of(request), service_of(request)
    return Papers(
        number=request.number,
        day=today(),
        sender=service if is_back else client,
        receiver=client if is_back else service,
        parcels=tuple(
            Parcel(numbers[package.pk], package.dimensions, package.weight, label_address(page, package.pk))
            for package in facts.packages
        ),
        items=tuple(item for part, item in items if (is_received if is_back else approved)(part)),
        refused=() if is_back else tuple(item for part, item in items if part.initial_approval == Approval.REJECTED),
        returns=is_back,
    )


def _item(part: RepairPart, place: int, numbers: Mapping[int, int], *, is_back: bool) -> Item:
    own = packed(part)
    # who sends one package alone has nothing to assign
    parcel = numbers.get(own.package_id or 0, 1 if len(numbers) == 1 else 0)
    return Item(
        number=place,
        name=part_line(part.part.manufacturer, part.part.model),
        mark=serial_after_repair(part) if is_back else part.serial_number,
        parcel=parcel,
        value=own.customs_value,
        hs_code=own.hs_code or part.part.hs_code,
        origin=own.origin or part.part.origin,
        battery=own.battery,
        check_source=own.check_source,
    )
