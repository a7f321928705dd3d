"""Serialization of repairs; data hidden from a role is left out (contract 4.2)."""

from collections.abc import Collection, Mapping
from decimal import Decimal
from typing import Any

from django.db.models import prefetch_related_objects

from portal_backend.base.actor import Actor, Role
from portal_backend.base.words import word
from portal_backend.catalogue.lists import described_category, types_by_part
from portal_backend.files.images import image_url
from portal_backend.files.lists import attachment
from portal_backend.repairs.arrivals import described_arrivals
from portal_backend.repairs.diagnosing import TYPE_LISTS
from portal_backend.repairs.facts import Facts, chosen_types, is_missing, needs_approval, shown_repair_status, to_repair
from portal_backend.repairs.models import RepairPart
from portal_backend.repairs.packing import described_packing
from portal_backend.repairs.process import (
    DECISION_READERS,
    PRICE_READERS,
    REASON_READERS,
    REPAIR,
    REPAIR_COMMENT_READERS,
    TOTAL_READERS,
)
from portal_backend.shipping.actions import described_leg, described_packages, described_shipment
from portal_backend.workflow.models import Approval, Request
from portal_backend.workflow.reading import comments, head
from portal_backend.workflow.row_saves import Described, RowKey
from portal_backend.workflow.scope import get_readable


def total_cost(unit: RepairPart) -> Decimal:
    """Compute the total cost in USD from the prices or the selected services."""
    if unit.with_predefined_types:
        return sum((selected.value for selected in chosen_types(unit)), Decimal())
    return sum(
        (price or Decimal() for price in (unit.diagnostic_price, unit.repair_price, unit.parts_price)), Decimal()
    )


def read_repair(repair_id: int, *, actor: Actor) -> dict[str, Any]:
    """Serialize a repair with the edits and choices open to the actor. Raises 404."""
    request = get_readable(actor, REPAIR.kind, repair_id, "repair", "shipment", "origin__source")
    context = Facts(request)
    data = head(REPAIR, request, context, actor)
    comments_by_item = comments(REPAIR, request, actor)
    data["approvalComments"] = comments_by_item.get(0, {})
    data["deliveryExpectedBy"] = request.deliver_by
    data["pickUpShippingDetails"] = {
        **described_shipment(request),
        "packages": described_packages(context.packages),
        **described_leg(context.there),
        "note": context.there.note,
    }
    data["transitInfo"] = {
        "courierArrivingTime": context.repair.courier_arriving_time,
        "note": context.repair.transit_note,
    }
    data["arrivals"] = described_arrivals(context.repair)
    data["diagnosticStartDate"] = context.repair.diagnostic_start_date
    data["transitBackShippingDetails"] = described_leg(context.back)
    diagnostics_edit = REPAIR.edit("save_diagnostics")
    if diagnostics_edit.is_open(request) and actor.role in diagnostics_edit.roles:
        data["availableTypes"] = types_by_part(unit.part for unit in context.parts)
    data["repairParts"] = described_parts(context, comments_by_item, actor.role)
    return data


def described_rows(request: Request, actor: Actor, rows: Collection[RowKey]) -> Described:
    """Serialize the units of a conflicting save, as the page shows them."""
    units = described_parts(Facts(request), comments(REPAIR, request, actor), actor.role)
    by_id = {unit["id"]: unit for unit in units}
    return {key: by_id[key[1]] for key in rows if key[1] in by_id}


def described_receipt(request: Request, actor: Actor, rows: Collection[RowKey]) -> Described:
    """Serialize the lines of a conflicting goods receipt, as the page shows them."""
    arrivals = described_arrivals(Facts(request).repair) or {}
    return {(path, row["id"]): row for path in ("units", "unannounced") for row in arrivals.get(path, ())}


def described_parts(
    context: Facts, comments_by_item: Mapping[int, Mapping[str, Any]], role: Role, only: int | None = None
) -> list[dict[str, Any]]:
    """Serialize the units in order, or a single one; loads all files in one query."""
    units = [unit for unit in context.parts if only in (None, unit.pk)]
    prefetch_related_objects(units, "files")
    urls: dict[str | None, str | None] = {}
    rows = []
    for unit in units:
        image = unit.part.image_id
        if image not in urls:
            urls[image] = image_url(image)
        row = described_unit(unit, role)
        row["imageUrl"] = urls[image]
        row["packing"] = described_packing(unit)
        row["approvalComments"] = _said(unit, comments_by_item.get(unit.pk, {}), role)
        rows.append(row)
    return rows


def _said(unit: RepairPart, comments: Mapping[str, Any], role: Role) -> dict[str, Any]:
    """Select the comments on a unit that a role may read.

    Approvers read all comments. Of the initial approval, a client reads only the reason of a rejection, and other roles
    read none.
    """
    sees_reason = unit.initial_approval == Approval.REJECTED and role in REASON_READERS
    if sees_reason or role in DECISION_READERS:
        return dict(comments)
    return {step: comment for step, comment in comments.items() if step != REPAIR.first.status}


def described_unit(unit: RepairPart, role: Role) -> dict[str, Any]:
    """Serialize a unit for a role, without its image, packing and comments."""
    row = {
        "id": unit.pk,
        "partId": unit.part_id,
        "category": described_category(unit.part.category),
        "partName": unit.part.model,
        "serialNumber": unit.serial_number,
        "serviceTag": unit.service_tag,
        "problemDescription": unit.problem_description,
        "attachments": [attachment(file) for file in unit.files.all()],
        "initialApproval": unit.initial_approval,
        "repairApproval": unit.repair_approval,
        "needsApproval": needs_approval(unit),
        "toRepair": to_repair(unit),
        "isMissing": is_missing(unit),
        "addedInDiagnostics": unit.added_in_diagnostics,
        "repairStatus": shown_repair_status(unit),
        "replacementSerial": unit.replacement_serial,
        "diagnosticInfo": _diagnostic_info(unit, role),
    }
    if role in REPAIR_COMMENT_READERS:
        row["repairComment"] = unit.repair_comment
    return row


def _diagnostic_info(unit: RepairPart, role: Role) -> dict[str, Any]:
    if is_missing(unit):  # not diagnosed, and not charged
        unit = RepairPart(diagnostic_comment=unit.diagnostic_comment)
    key = unit.diagnostic_status
    info: dict[str, Any] = {
        "status": {"key": key, "value": word(f"diagnosis.{key}")} if key else None,
        "comment": unit.diagnostic_comment,
        "withPredefinedTypes": unit.with_predefined_types,
    }
    if role in PRICE_READERS:
        info["pricesOrPredefinedTypes"] = _types(unit) if unit.with_predefined_types else _prices(unit)
    if role in TOTAL_READERS:
        if unit.with_predefined_types and role not in PRICE_READERS:
            info["typeTotals"] = _type_totals(unit)
        else:
            info["totalCost"] = total_cost(unit)
    return info


def _prices(unit: RepairPart) -> dict[str, Any]:
    return {
        "diagnosticPrice": unit.diagnostic_price,
        "repairPrice": unit.repair_price,
        "partsPrice": unit.parts_price,
    }


def _types(unit: RepairPart) -> dict[str, Any]:
    services_by_list: dict[str, list[dict[str, Any]]] = {name: [] for name in TYPE_LISTS}
    list_by_kind = {kind: name for name, kind in TYPE_LISTS.items()}
    for selected in chosen_types(unit):
        service = selected.service
        services_by_list[list_by_kind[service.kind]].append(
            {"id": service.pk, "text": service.text, "shortText": service.short_text, "value": selected.value}
        )
    return services_by_list


def _type_totals(unit: RepairPart) -> dict[str, Decimal]:
    totals = dict.fromkeys(TYPE_LISTS, Decimal())
    list_by_kind = {kind: name for name, kind in TYPE_LISTS.items()}
    for selected in chosen_types(unit):
        totals[list_by_kind[selected.service.kind]] += selected.value
    return totals
