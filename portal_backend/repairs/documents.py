"""Shipping documents of a repair, for the outbound and the inbound leg."""

from collections.abc import Mapping
from typing import Literal

from portal_backend.core.actor import Actor
from portal_backend.core.clock import today
from portal_backend.repairs.context import (
    RepairContext,
    get_packing,
    get_returned_serial,
    is_approved,
    is_received,
)
from portal_backend.repairs.models import RepairUnit
from portal_backend.repairs.process import REPAIR
from portal_backend.shipping.documents.content import (
    DocumentItem,
    DocumentPackage,
    ShippingDocuments,
    build_client_party,
    build_label_url,
    build_service_party,
)
from portal_backend.shipping.documents.rendering import render_documents
from portal_backend.shipping.documents.template_data import LabelLayout
from portal_backend.workflow.models import Approval, ServiceRequest
from portal_backend.workflow.scope import get_readable
from portal_backend.workflow.search import build_part_search_line

LegDirection = Literal["THERE", "BACK"]


def render_repair_documents(
    repair_id: int, direction: LegDirection, label_layout: LabelLayout, *, actor: Actor
) -> tuple[str, bytes]:
    """Return the request number and the documents of one leg as a PDF.

    The PDF is in the actor's language. Raises 404 or 503.
    """
    request = get_readable(actor, REPAIR.kind, repair_id, "repair", "shipment", "service__contact_user")
    return request.number, render_documents(_build_documents(request, direction), label_layout, actor=actor)


def _build_documents(request: ServiceRequest, direction: LegDirection) -> ShippingDocuments:
    """Build the documents of a leg; the inbound leg uses the same packages."""
    context = RepairContext(request)
    is_back = direction == "BACK"
    page = REPAIR.page.format(id=request.pk)
    package_numbers = {package.pk: position for position, package in enumerate(context.packages, 1)}
    items = [
        (unit, _build_item(unit, position, package_numbers, is_inbound=is_back))
        for position, unit in enumerate(context.units, 1)
    ]
    client, service = build_client_party(request), build_service_party(request)
    return ShippingDocuments(
        number=request.number,
        issued_on=today(),
        sender=service if is_back else client,
        receiver=client if is_back else service,
        packages=tuple(
            DocumentPackage(
                package_numbers[package.pk], package.dimensions, package.weight, build_label_url(page, package.pk)
            )
            for package in context.packages
        ),
        items=tuple(item for unit, item in items if (is_received if is_back else is_approved)(unit)),
        rejected_items=()
        if is_back
        else tuple(item for unit, item in items if unit.initial_approval == Approval.REJECTED),
        is_return=is_back,
    )


def _build_item(
    unit: RepairUnit, position: int, package_numbers: Mapping[int, int], *, is_inbound: bool
) -> DocumentItem:
    packing = get_packing(unit)
    # with a single package the user assigns nothing
    package_number = package_numbers.get(packing.package_id or 0, 1 if len(package_numbers) == 1 else 0)
    return DocumentItem(
        number=position,
        name=build_part_search_line(unit.part.manufacturer, unit.part.model),
        identifier=get_returned_serial(unit) if is_inbound else unit.serial_number,
        package_number=package_number,
        customs_value=packing.customs_value,
        hs_code=packing.hs_code or unit.part.hs_code,
        origin=packing.origin or unit.part.origin,
        battery=packing.battery,
        check_source=packing.check_source,
    )
