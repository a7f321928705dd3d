"""Shipping documents of the parts that the service sends."""

from collections.abc import Mapping

from portal_backend.core.actor import Actor
from portal_backend.core.clock import today
from portal_backend.part_requests.models import ItemPacking, RequestedPart
from portal_backend.part_requests.process import PARTS, PartRequestContext, is_approved
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


def render_part_request_documents(request_id: int, label_layout: LabelLayout, *, actor: Actor) -> tuple[str, bytes]:
    """Return the request number and the shipping documents as a PDF.

    The PDF is in the actor's language. Raises 404 or 503.
    """
    request = get_readable(actor, PARTS.kind, request_id, "shipment", "service__contact_user")
    return request.number, render_documents(_build_documents(request), label_layout, actor=actor)


def _build_documents(request: ServiceRequest) -> ShippingDocuments:
    context = PartRequestContext(request)
    page = PARTS.page.format(id=request.pk)
    package_numbers = {package.pk: position for position, package in enumerate(context.packages, 1)}
    packages = tuple(
        DocumentPackage(
            package_numbers[package.pk], package.dimensions, package.weight, build_label_url(page, package.pk)
        )
        for package in context.packages
    )
    items = [
        (item, _build_item(item, context.packing_by_item[item.pk], position, package_numbers))
        for position, item in enumerate(context.items, 1)
    ]
    return ShippingDocuments(
        number=request.number,
        issued_on=today(),
        sender=build_service_party(request),
        receiver=build_client_party(request),
        # without saved packages, a single one of unknown size is assumed
        packages=packages or (DocumentPackage(1, "", None, build_label_url(page)),),
        items=tuple(document_item for item, document_item in items if is_approved(item)),
        rejected_items=tuple(
            document_item for item, document_item in items if item.initial_approval == Approval.REJECTED
        ),
        goods="parts",
    )


def _build_item(
    item: RequestedPart, packing: ItemPacking, position: int, package_numbers: Mapping[int, int]
) -> DocumentItem:
    part = item.part
    return DocumentItem(
        number=position,
        name=build_part_search_line(part.manufacturer, part.model) if part else item.suggested_name,
        identifier=part.number if part else "",
        quantity=item.quantity,
        package_number=package_numbers.get(packing.package_id or 0, 1 if len(package_numbers) < 2 else 0),
        customs_value=packing.customs_value,
        hs_code=packing.hs_code or (part.hs_code if part else ""),
        origin=packing.origin or (part.origin if part else ""),
    )
