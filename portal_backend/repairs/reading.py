"""A repair as its page reads it; what is hidden from the reader's role is left out (contract 4.2)."""

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


def total_cost(part: RepairPart) -> Decimal:
    """USD: the sum of the prices, or of the chosen types' values."""
    if part.with_predefined_types:
        return sum((chosen.value for chosen in chosen_types(part)), Decimal())
    return sum(
        (price or Decimal() for price in (part.diagnostic_price, part.repair_price, part.parts_price)), Decimal()
    )


def read_repair(repair_id: int, *, actor: Actor) -> dict[str, Any]:
    """The whole repair, with what may be chosen in it by who may choose now. Raises 404."""
    request = get_readable(actor, REPAIR.kind, repair_id, "repair", "shipment", "origin__source")
    subject = Facts(request)
    answer = head(REPAIR, request, subject, actor)
    said = comments(REPAIR, request, actor)
    answer["approvalComments"] = said.get(0, {})
    answer["deliveryExpectedBy"] = request.deliver_by
    answer["pickUpShippingDetails"] = {
        **described_shipment(request),
        "packages": described_packages(subject.packages),
        **described_leg(subject.there),
        "note": subject.there.note,
    }
    answer["transitInfo"] = {
        "courierArrivingTime": subject.repair.courier_arriving_time,
        "note": subject.repair.transit_note,
    }
    answer["arrivals"] = described_arrivals(subject.repair)
    answer["diagnosticStartDate"] = subject.repair.diagnostic_start_date
    answer["transitBackShippingDetails"] = described_leg(subject.back)
    diagnosing = REPAIR.edit("save_diagnostics")
    if diagnosing.is_open(request) and actor.role in diagnosing.roles:
        answer["availableTypes"] = types_by_part(part.part for part in subject.parts)
    answer["repairParts"] = described_parts(subject, said, actor.role)
    return answer


def described_rows(request: Request, actor: Actor, rows: Collection[RowKey]) -> Described:
    """Serialize the units of a save that conflicts, as the page reads them."""
    parts = described_parts(Facts(request), comments(REPAIR, request, actor), actor.role)
    by_id = {part["id"]: part for part in parts}
    return {key: by_id[key[1]] for key in rows if key[1] in by_id}


def described_receipt(request: Request, actor: Actor, rows: Collection[RowKey]) -> Described:
    """Serialize the rows of a goods receipt that conflicts, as the page reads them."""
    arrivals = described_arrivals(Facts(request).repair) or {}
    return {(path, row["id"]): row for path in ("units", "unannounced") for row in arrivals.get(path, ())}


def described_parts(
    subject: Facts, said: Mapping[int, Mapping[str, Any]], role: Role, only: int | None = None
) -> list[dict[str, Any]]:
    """The units in order, or one of them; their files in one query."""
    parts = [part for part in subject.parts if only in (None, part.pk)]
    prefetch_related_objects(parts, "files")
    urls: dict[str | None, str | None] = {}
    rows = []
    for part in parts:
        image = part.part.image_id
        if image not in urls:
            urls[image] = image_url(image)
        row = described_unit(part, role)
        row["imageUrl"] = urls[image]
        row["packing"] = described_packing(part)
        row["approvalComments"] = _said(part, said.get(part.pk, {}), role)
        rows.append(row)
    return rows


def _said(part: RepairPart, comments: Mapping[str, Any], role: Role) -> dict[str, Any]:
    """The comments on a unit; a client reads of the first approval why a unit was rejected, others nothing."""
    told = part.initial_approval == Approval.REJECTED and role in REASON_READERS
    if told or role in DECISION_READERS:
        return dict(comments)
    return {step: comment for step, comment in comments.items() if step != REPAIR.first.status}


def described_unit(part: RepairPart, role: Role) -> dict[str, Any]:
    """One unit as a role reads it, without its picture, how it is sent and the comments on it."""
    row = {
        "id": part.pk,
        "partId": part.part_id,
        "category": described_category(part.part.category),
        "partName": part.part.model,
        "serialNumber": part.serial_number,
        "serviceTag": part.service_tag,
        "problemDescription": part.problem_description,
        "attachments": [attachment(file) for file in part.files.all()],
        "initialApproval": part.initial_approval,
        "repairApproval": part.repair_approval,
        "needsApproval": needs_approval(part),
        "toRepair": to_repair(part),
        "isMissing": is_missing(part),
        "addedInDiagnostics": part.added_in_diagnostics,
        "repairStatus": shown_repair_status(part),
        "replacementSerial": part.replacement_serial,
        "diagnosticInfo": _diagnostic_info(part, role),
    }
    if role in REPAIR_COMMENT_READERS:
        row["repairComment"] = part.repair_comment
    return row


def _diagnostic_info(part: RepairPart, role: Role) -> dict[str, Any]:
    if is_missing(part):  # nothing is known of it, and nothing is spent on it
        part = RepairPart(diagnostic_comment=part.diagnostic_comment)
    key = part.diagnostic_status
    info: dict[str, Any] = {
        "status": {"key": key, "value": word(f"diagnosis.{key}")} if key else None,
        "comment": part.diagnostic_comment,
        "withPredefinedTypes": part.with_predefined_types,
    }
    if role in PRICE_READERS:
        info["pricesOrPredefinedTypes"] = _types(part) if part.with_predefined_types else _prices(part)
    if role in TOTAL_READERS:
        if part.with_predefined_types and role not in PRICE_READERS:
            info["typeTotals"] = _type_totals(part)
        else:
            info["totalCost"] = total_cost(part)
    return info


def _prices(part: RepairPart) -> dict[str, Any]:
    return {
        "diagnosticPrice": part.diagnostic_price,
        "repairPrice": part.repair_price,
        "partsPrice": part.parts_price,
    }


def _types(part: RepairPart) -> dict[str, Any]:
    lists: dict[str, list[dict[str, Any]]] = {name: [] for name in TYPE_LISTS}
    names = {kind: name for name, kind in TYPE_LISTS.items()}
    for chosen in chosen_types(part):
        service = chosen.service
        lists[names[service.kind]].append(
            {"id": service.pk, "text": service.text, "shortText": service.short_text, "value": chosen.value}
        )
    return lists


def _type_totals(part: RepairPart) -> dict[str, Decimal]:
    totals = dict.fromkeys(TYPE_LISTS, Decimal())
    names = {kind: name for name, kind in TYPE_LISTS.items()}
    for chosen in chosen_types(part):
        totals[names[chosen.service.kind]] += chosen.value
    return totals
