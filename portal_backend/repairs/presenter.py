"""Serialization of repairs; data hidden from a role is left out (contract 4.2)."""

from collections.abc import Collection, Mapping
from decimal import Decimal
from typing import Any

from django.db.models import prefetch_related_objects
from pydantic.alias_generators import to_camel

from portal_backend.catalogue.selectors import list_services_by_part, serialize_category
from portal_backend.core.actor import Actor, Role
from portal_backend.core.translations import translate
from portal_backend.files.lists import serialize_attachment
from portal_backend.files.previews import get_image_url
from portal_backend.repairs.actions import serialize_packing
from portal_backend.repairs.context import (
    RepairContext,
    get_displayed_repair_status,
    get_selected_services,
    is_missing,
    needs_approval,
    needs_repair,
)
from portal_backend.repairs.diagnostics import SERVICE_KINDS_BY_LIST
from portal_backend.repairs.goods_receipt import serialize_goods_receipt
from portal_backend.repairs.models import RepairUnit
from portal_backend.repairs.process import (
    DECISION_READERS,
    PRICE_READERS,
    REASON_READERS,
    REPAIR,
    REPAIR_COMMENT_READERS,
    TOTAL_READERS,
)
from portal_backend.repairs.schemas import REQUEST_FIELDS
from portal_backend.shipping.actions import serialize_leg, serialize_packages, serialize_shipment
from portal_backend.workflow.models import Approval, ServiceRequest
from portal_backend.workflow.presenter import serialize_comments, serialize_header
from portal_backend.workflow.row_saves import RowKey, SerializedRows
from portal_backend.workflow.scope import get_readable


def compute_unit_cost(unit: RepairUnit) -> Decimal:
    """Compute the cost of a unit in USD, from its prices or its selected services."""
    if unit.with_predefined_types:
        return sum((selected.value for selected in get_selected_services(unit)), Decimal())
    return sum(
        (price or Decimal() for price in (unit.diagnostic_price, unit.repair_price, unit.parts_price)), Decimal()
    )


def read_repair(repair_id: int, *, actor: Actor) -> dict[str, Any]:
    """Serialize a repair with the edits and choices open to the actor. Raises 404."""
    request = get_readable(actor, REPAIR.kind, repair_id, "repair", "shipment", "origin__source")
    context = RepairContext(request)
    data = serialize_header(REPAIR, request, context, actor)
    comments_by_item = serialize_comments(REPAIR, request, actor)
    data["approvalComments"] = comments_by_item.get(0, {})
    data["deliveryExpectedBy"] = request.confirm_delivery_by
    data["pickUpShippingDetails"] = {
        **serialize_shipment(request),
        "packages": serialize_packages(context.packages),
        **serialize_leg(context.outbound_leg),
        "note": context.outbound_leg.note,
    }
    data["transitInfo"] = {
        "courierArrivingTime": context.repair.courier_arriving_time,
        "note": context.repair.transit_note,
    }
    data["arrivals"] = serialize_goods_receipt(context.repair)
    data["diagnosticStartDate"] = context.repair.diagnostic_start_date
    data |= {to_camel(name): getattr(context.repair, name) for name in REQUEST_FIELDS}
    data["transitBackShippingDetails"] = serialize_leg(context.inbound_leg)
    diagnostics_edit = REPAIR.get_edit("save_diagnostics")
    if diagnostics_edit.is_open(request) and actor.role in diagnostics_edit.roles:
        data["availableTypes"] = list_services_by_part(unit.part for unit in context.units)
    data["repairParts"] = serialize_units(context, comments_by_item, actor.role)
    return data


def serialize_conflicting_units(request: ServiceRequest, actor: Actor, rows: Collection[RowKey]) -> SerializedRows:
    """Serialize the units of a conflicting save, as the page shows them."""
    units = serialize_units(RepairContext(request), serialize_comments(REPAIR, request, actor), actor.role)
    by_id = {unit["id"]: unit for unit in units}
    return {key: by_id[key[1]] for key in rows if key[1] in by_id}


def serialize_conflicting_receipt_lines(
    request: ServiceRequest, actor: Actor, rows: Collection[RowKey]
) -> SerializedRows:
    """Serialize the lines of a conflicting goods receipt, as the page shows them."""
    arrivals = serialize_goods_receipt(RepairContext(request).repair) or {}
    return {(path, row["id"]): row for path in ("units", "unannounced") for row in arrivals.get(path, ())}


def serialize_units(
    context: RepairContext, comments_by_item: Mapping[int, Mapping[str, Any]], role: Role, unit_id: int | None = None
) -> list[dict[str, Any]]:
    """Serialize the units in order, or a single one; loads all files in one query."""
    units = [unit for unit in context.units if unit_id in (None, unit.pk)]
    prefetch_related_objects(units, "files")
    urls: dict[str | None, str | None] = {}
    rows = []
    for unit in units:
        image = unit.part.image_id
        if image not in urls:
            urls[image] = get_image_url(image)
        row = serialize_unit(unit, role)
        row["imageUrl"] = urls[image]
        row["packing"] = serialize_packing(unit)
        row["approvalComments"] = _select_comments(unit, comments_by_item.get(unit.pk, {}), role)
        rows.append(row)
    return rows


def _select_comments(unit: RepairUnit, comments: Mapping[str, Any], role: Role) -> dict[str, Any]:
    """Select the comments on a unit that a role may read.

    Approvers read all comments. Of the initial approval, a client reads only the reason of a rejection, and other roles
    read none.
    """
    sees_reason = unit.initial_approval == Approval.REJECTED and role in REASON_READERS
    if sees_reason or role in DECISION_READERS:
        return dict(comments)
    return {step: comment for step, comment in comments.items() if step != REPAIR.first_step.status}


def serialize_unit(unit: RepairUnit, role: Role) -> dict[str, Any]:
    """Serialize a unit for a role, without its image, packing and comments."""
    row = {
        "id": unit.pk,
        "partId": unit.part_id,
        "category": serialize_category(unit.part.category),
        "partName": unit.part.model,
        "serialNumber": unit.serial_number,
        "serviceTag": unit.service_tag,
        "problemDescription": unit.problem_description,
        "attachments": [serialize_attachment(file) for file in unit.files.all()],
        "initialApproval": unit.initial_approval,
        "repairApproval": unit.repair_approval,
        "needsApproval": needs_approval(unit),
        "toRepair": needs_repair(unit),
        "isMissing": is_missing(unit),
        "addedInDiagnostics": unit.added_in_diagnostics,
        "repairStatus": get_displayed_repair_status(unit),
        "replacementSerial": unit.replacement_serial,
        "diagnosticInfo": _serialize_diagnostic_info(unit, role),
    }
    if role in REPAIR_COMMENT_READERS:
        row["repairComment"] = unit.repair_comment
    return row


def _serialize_diagnostic_info(unit: RepairUnit, role: Role) -> dict[str, Any]:
    if is_missing(unit):  # not diagnosed, and not charged
        unit = RepairUnit(diagnostic_comment=unit.diagnostic_comment)
    key = unit.diagnostic_status
    info: dict[str, Any] = {
        "status": {"key": key, "value": translate(f"diagnosis.{key}")} if key else None,
        "comment": unit.diagnostic_comment,
        "withPredefinedTypes": unit.with_predefined_types,
    }
    if role in PRICE_READERS:
        info["pricesOrPredefinedTypes"] = (
            _serialize_selected_services(unit) if unit.with_predefined_types else _serialize_prices(unit)
        )
    if role in TOTAL_READERS:
        if unit.with_predefined_types and role not in PRICE_READERS:
            info["typeTotals"] = _compute_service_totals(unit)
        else:
            info["totalCost"] = compute_unit_cost(unit)
    return info


def _serialize_prices(unit: RepairUnit) -> dict[str, Any]:
    return {
        "diagnosticPrice": unit.diagnostic_price,
        "repairPrice": unit.repair_price,
        "partsPrice": unit.parts_price,
    }


def _serialize_selected_services(unit: RepairUnit) -> dict[str, Any]:
    services_by_list: dict[str, list[dict[str, Any]]] = {name: [] for name in SERVICE_KINDS_BY_LIST}
    list_by_kind = {kind: name for name, kind in SERVICE_KINDS_BY_LIST.items()}
    for selected in get_selected_services(unit):
        service = selected.service
        services_by_list[list_by_kind[service.kind]].append(
            {"id": service.pk, "text": service.text, "shortText": service.short_text, "value": selected.value}
        )
    return services_by_list


def _compute_service_totals(unit: RepairUnit) -> dict[str, Decimal]:
    totals = dict.fromkeys(SERVICE_KINDS_BY_LIST, Decimal())
    list_by_kind = {kind: name for name, kind in SERVICE_KINDS_BY_LIST.items()}
    for selected in get_selected_services(unit):
        totals[list_by_kind[selected.service.kind]] += selected.value
    return totals
