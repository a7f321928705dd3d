"""Guards, confirmations, notes and routes of the repair process (contract 4.2)."""

from collections.abc import Callable, Iterable

from portal_backend.base.words import Word
from portal_backend.repairs.facts import (
    Facts,
    approved,
    is_priced,
    is_received,
    needs_approval,
    serial_after_repair,
    to_repair,
)
from portal_backend.repairs.models import Arrival, ArrivalState, Diagnosis, RepairPart, RepairStatus
from portal_backend.shipping.actions import leg_early, leg_missing
from portal_backend.workflow.approving import DECIDED, undecided, unfinished
from portal_backend.workflow.models import Approval
from portal_backend.workflow.process import Unmet, listed

MAX_NOTE = 300
REPAIR_ENDS = frozenset({RepairStatus.REPLACED, RepairStatus.REPAIRED, RepairStatus.NON_REPAIRABLE})


def _undone(
    units: Iterable[RepairPart], is_unfinished: Callable[[RepairPart], bool], field: str, reason: str
) -> Unmet | None:
    return unfinished(units, is_unfinished, "parts", field, reason)


def every_part_decided(context: Facts) -> Unmet | None:
    """Require that every unit is approved or rejected (NEW)."""
    return undecided(context.parts, "initial_approval", "parts", "initialApproval")


def shipping_saved(context: Facts) -> Unmet | None:
    """Require saved contact, address and packages (IN_SHIPPING_DETAILS)."""
    if context.has_shipment and context.packages:
        return None
    field = "packages" if context.has_shipment else "contact"
    return Unmet(Word("guards.shipping"), {field: Word("guards.shipping")})


def pick_up_planned(context: Facts) -> Unmet | None:
    """Require courier, pick-up date and delivery estimate (IN_WAITING_FOR_PICK_UP)."""
    return leg_missing(context.there)


def tracking_number_set(context: Facts) -> Unmet | None:
    """Require a saved tracking number (SETTING_TRACKING_NUMBER)."""
    if context.there.tracking_number:
        return None
    return Unmet(Word("guards.tracking_number"), {"trackingNumber": Word("errors.field.required")})


def diagnostic_date_set(context: Facts) -> Unmet | None:
    """Require the start date of diagnostics (IN_WAITING_DIAGNOSTICS)."""
    if context.repair.diagnostic_start_date is not None:
        return None
    return Unmet(Word("guards.diagnostic_date"), {"startDate": Word("errors.field.required")})


def diagnosed(context: Facts) -> Unmet | None:
    """Require a diagnosis of every received unit (IN_DIAGNOSTICS).

    No unit may lack its initial approval, and a unit FOR_REPAIR needs a price or a predefined service.
    """
    received = [unit for unit in context.parts if is_received(unit)]
    return (
        undecided(context.parts, "initial_approval", "parts", "initialApproval", "undecided_before")
        or _without_units(context)
        or _undone(received, lambda unit: not unit.diagnostic_status, "diagnosticInfo.status", "undiagnosed")
        or _undone(
            received,
            lambda unit: unit.diagnostic_status == Diagnosis.FOR_REPAIR and not is_priced(unit),
            "diagnosticInfo.pricesOrPredefinedTypes",
            "unpriced",
        )
    )


def _without_units(context: Facts) -> Unmet | None:
    """Require an approved unit.

    An administrator can set a later status even though all units were rejected.
    """
    if any(approved(unit) for unit in context.parts):
        return None
    return Unmet(Word("guards.no_units"), {"parts": Word("guards.no_units")})


def _unapproved(unit: RepairPart) -> bool:
    return needs_approval(unit) and unit.repair_approval not in DECIDED


def repairs_decided(context: Facts) -> Unmet | None:
    """Require a decision on every unit that needs one (IN_REPAIR_APPROVAL)."""
    to_decide = [unit for unit in context.parts if needs_approval(unit)]
    return _undone(to_decide, _unapproved, "repairApproval", "undecided")


def repairs_done(context: Facts) -> Unmet | None:
    """Require a final status of every unit to repair (IN_SERVICE).

    No unit may wait for its approval, and a REPLACED unit needs a replacement serial number.
    """
    in_repair = [unit for unit in context.parts if to_repair(unit)]
    return (
        repairs_decided(context)
        or _without_units(context)
        or _undone(in_repair, lambda unit: unit.repair_status not in REPAIR_ENDS, "repairStatus", "unrepaired")
        or _undone(
            in_repair,
            lambda unit: unit.repair_status == RepairStatus.REPLACED and not unit.replacement_key,
            "replacementSerial",
            "unnamed_replacement",
        )
    )


def early_there(context: Facts) -> Word | None:
    """Return the question to confirm before an early step of the outbound leg."""
    return leg_early(context.there)


def early_back(context: Facts) -> Word | None:
    """Return the question to confirm before an early arrival of the inbound leg."""
    return leg_early(context.back, arrived=True)


def first_decisions(context: Facts) -> dict[str, str]:
    """List approved and rejected units with reasons and the request comment (NEW)."""
    by_approval: dict[str, list[str]] = {}
    for unit in context.parts:
        by_approval.setdefault(unit.initial_approval, []).append(unit.serial_number)
    reasons = _reasons(context, "NEW", lambda unit: unit.initial_approval == Approval.REJECTED)
    return _remarks(
        approved=by_approval.get(Approval.APPROVED, []),
        rejected=by_approval.get(Approval.REJECTED, []),
        reasons=reasons,
        comment=[context.comments.get((0, "NEW"), "")],
    )


def repair_decisions(context: Facts) -> dict[str, str]:
    """List approved and refused repairs with the comments (IN_REPAIR_APPROVAL)."""
    step, to_decide = "IN_REPAIR_APPROVAL", [unit for unit in context.parts if needs_approval(unit)]
    rejected = [unit for unit in to_decide if unit.repair_approval == Approval.REJECTED]
    return _remarks(
        approved=[unit.serial_number for unit in to_decide if unit.repair_approval == Approval.APPROVED],
        refused=[_noted(unit.serial_number, context.comments.get((unit.pk, step), "")) for unit in rejected],
        comment=[context.comments.get((0, step), "")],
    )


def results(context: Facts) -> dict[str, str]:
    """List units by repair result, with replacement serial numbers (IN_SERVICE)."""
    by_status: dict[str, list[str]] = {}
    for unit in context.parts:
        if to_repair(unit):
            by_status.setdefault(unit.repair_status, []).append(unit.serial_number)
    replaced = [unit for unit in context.parts if to_repair(unit) and unit.replacement_key]
    return _remarks(
        repaired=by_status.get(RepairStatus.REPAIRED, []),
        replaced=[f"{unit.serial_number} → {serial_after_repair(unit)}" for unit in replaced],
        not_repairable=by_status.get(RepairStatus.NON_REPAIRABLE, []),
    )


def _reasons(context: Facts, step: str, is_listed: Callable[[RepairPart], bool]) -> list[str]:
    """Return the comments of a step on the units selected by `is_listed`."""
    comments = [(unit, context.comments.get((unit.pk, step), "")) for unit in context.parts if is_listed(unit)]
    return [f"{unit.serial_number}: {note[:MAX_NOTE]}" for unit, note in comments if note]


def _noted(name: str, note: str) -> str:
    return f"{name} ({note[:MAX_NOTE]})" if note else name


def _remarks(**notes: list[str]) -> dict[str, str]:
    """Join the values of each note; notes without values are left out."""
    names_by_key = {key: [name for name in names if name] for key, names in notes.items()}
    return {key: listed(names) for key, names in names_by_key.items() if names}


def differences(context: Facts) -> dict[str, str]:
    """List differences of the goods receipt recorded during the current status."""
    if context.repair.ticked_at is None or context.repair.ticked_at < context.request.entered_at:
        return {}
    lines = Arrival.objects.filter(repair_id=context.request.pk, at__gte=context.request.entered_at)
    names_by_condition: dict[str, list[str]] = {}
    for line in lines.exclude(found=ArrivalState.THERE).select_related("unit").order_by("pk"):
        name = line.unit.serial_number if line.unit else line.serial_number
        names_by_condition.setdefault(line.found.lower(), []).append(_noted(name, line.note))
    return {condition: listed(names) for condition, names in sorted(names_by_condition.items())}


def way_back_planned(context: Facts) -> Unmet | None:
    """Require all four courier fields of the inbound leg (IN_TRANSIT_BACK)."""
    return leg_missing(context.back, tracked=True)


def after_first_approval(context: Facts) -> str:
    """Return the status after NEW: REJECTED if every unit was rejected."""
    return "IN_SHIPPING_DETAILS" if any(approved(unit) for unit in context.parts) else "REJECTED"


def after_planning(context: Facts) -> str:
    """Return the status after planning, which depends on the tracking number."""
    return "IN_PICK_UP_ARRANGED" if context.there.tracking_number else "SETTING_TRACKING_NUMBER"


def after_diagnostics(context: Facts) -> str:
    """Return the status after diagnostics: no approval step if no unit needs it."""
    return "IN_REPAIR_APPROVAL" if any(needs_approval(unit) for unit in context.parts) else "IN_SERVICE"
