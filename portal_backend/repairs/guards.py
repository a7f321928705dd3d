"""Guards, confirmations, notes and routes of the repair process (contract 4.2)."""

from collections.abc import Callable, Iterable

from portal_backend.core.translations import LazyMessage
from portal_backend.repairs.context import (
    RepairContext,
    get_returned_serial,
    is_approved,
    is_missing,
    is_priced,
    is_received,
    needs_approval,
    needs_repair,
)
from portal_backend.repairs.models import ArrivalState, Diagnosis, ReceiptLine, RepairStatus, RepairUnit
from portal_backend.shipping.actions import confirm_early_delivery, confirm_early_leg, require_leg
from portal_backend.workflow.approvals import DECIDED_STATES, check_items_decided, check_items_finished
from portal_backend.workflow.models import Approval
from portal_backend.workflow.process import GuardFailure, join_names

MAX_NOTE_LENGTH = 300
FINAL_REPAIR_STATUSES = frozenset({RepairStatus.REPLACED, RepairStatus.REPAIRED, RepairStatus.NON_REPAIRABLE})


def _require_done(
    units: Iterable[RepairUnit], is_unfinished: Callable[[RepairUnit], bool], field: str, reason: str
) -> GuardFailure | None:
    return check_items_finished(units, is_unfinished, "parts", field, reason)


def require_units_decided(context: RepairContext) -> GuardFailure | None:
    """Require that every unit is approved or rejected (NEW)."""
    return check_items_decided(context.units, "initial_approval", "parts", "initialApproval")


def require_shipping_saved(context: RepairContext) -> GuardFailure | None:
    """Require saved contact, address and packages (IN_SHIPPING_DETAILS)."""
    if context.has_shipment and context.packages:
        return None
    field = "packages" if context.has_shipment else "contact"
    return GuardFailure(LazyMessage("guards.shipping"), {field: LazyMessage("guards.shipping")})


def require_pick_up_planned(context: RepairContext) -> GuardFailure | None:
    """Require courier, pick-up date and delivery estimate (IN_WAITING_FOR_PICK_UP)."""
    return require_leg(context.outbound_leg)


def require_tracking_number(context: RepairContext) -> GuardFailure | None:
    """Require a saved tracking number (SETTING_TRACKING_NUMBER)."""
    if context.outbound_leg.tracking_number:
        return None
    return GuardFailure(LazyMessage("guards.tracking_number"), {"trackingNumber": LazyMessage("errors.field.required")})


def require_diagnostic_date(context: RepairContext) -> GuardFailure | None:
    """Require the start date of diagnostics (IN_WAITING_DIAGNOSTICS)."""
    if context.repair.diagnostic_start_date is not None:
        return None
    return GuardFailure(LazyMessage("guards.diagnostic_date"), {"startDate": LazyMessage("errors.field.required")})


def require_diagnoses(context: RepairContext) -> GuardFailure | None:
    """Require a diagnosis of every received unit (IN_DIAGNOSTICS).

    No unit may lack its initial approval, and a unit FOR_REPAIR needs a price or a predefined service.
    """
    received = [unit for unit in context.units if is_received(unit)]
    return (
        check_items_decided(context.units, "initial_approval", "parts", "initialApproval", "undecided_before")
        or _require_approved_unit(context)
        or _require_done(received, lambda unit: not unit.diagnostic_status, "diagnosticInfo.status", "undiagnosed")
        or _require_done(
            received,
            lambda unit: unit.diagnostic_status == Diagnosis.FOR_REPAIR and not is_priced(unit),
            "diagnosticInfo.pricesOrPredefinedTypes",
            "unpriced",
        )
    )


def _require_approved_unit(context: RepairContext) -> GuardFailure | None:
    """Require an approved unit.

    An administrator can set a later status even though all units were rejected.
    """
    if any(is_approved(unit) for unit in context.units):
        return None
    return GuardFailure(LazyMessage("guards.no_units"), {"parts": LazyMessage("guards.no_units")})


def require_repair_decisions(context: RepairContext) -> GuardFailure | None:
    """Require a decision on every unit that needs one (IN_REPAIR_APPROVAL)."""
    to_decide = [unit for unit in context.units if needs_approval(unit)]
    return _require_done(
        to_decide, lambda unit: unit.repair_approval not in DECIDED_STATES, "repairApproval", "undecided"
    )


def require_repair_results(context: RepairContext) -> GuardFailure | None:
    """Require a final status of every unit to repair (IN_SERVICE).

    No unit may wait for its approval, and a REPLACED unit needs a replacement serial number.
    """
    in_repair = [unit for unit in context.units if needs_repair(unit)]
    return (
        require_repair_decisions(context)
        or _require_approved_unit(context)
        or _require_done(
            in_repair, lambda unit: unit.repair_status not in FINAL_REPAIR_STATUSES, "repairStatus", "unrepaired"
        )
        or _require_done(
            in_repair,
            lambda unit: unit.repair_status == RepairStatus.REPLACED and not unit.replacement_key,
            "replacementSerial",
            "unnamed_replacement",
        )
    )


def confirm_early_pick_up(context: RepairContext) -> LazyMessage | None:
    """Return the question to confirm before an early pick-up of the outbound leg."""
    return confirm_early_leg(context.outbound_leg)


def confirm_incomplete_arrival(context: RepairContext) -> LazyMessage | None:
    """Return the question to confirm before an arrival without all units.

    Before units are checked in, it asks whether an early shipment has arrived.
    """
    if context.repair.receipt_checked_at is None:
        return confirm_early_leg(context.outbound_leg, is_arrival=True)
    sent = [unit for unit in context.units if is_approved(unit)]
    open_units = [unit for unit in sent if is_missing(unit) or not hasattr(unit, "receipt_line")]
    if not open_units:
        return None
    values = {"there": len(sent) - len(open_units), "total": len(sent)}
    names = join_names([unit.serial_number for unit in open_units])
    return LazyMessage("confirmations.incomplete_arrival", {**values, "units": names})


def confirm_early_inbound(context: RepairContext) -> LazyMessage | None:
    """Return the question to confirm before an early delivery of the inbound leg."""
    return confirm_early_delivery(context.inbound_leg)


def describe_initial_decisions(context: RepairContext) -> dict[str, str]:
    """List approved and rejected units with reasons and the request comment (NEW)."""
    by_approval: dict[str, list[str]] = {}
    for unit in context.units:
        by_approval.setdefault(unit.initial_approval, []).append(unit.serial_number)
    reasons = _collect_reasons(context, "NEW", lambda unit: unit.initial_approval == Approval.REJECTED)
    return _build_transition_notes(
        approved=by_approval.get(Approval.APPROVED, []),
        rejected=by_approval.get(Approval.REJECTED, []),
        reasons=reasons,
        comment=[context.comments.get((0, "NEW"), "")],
    )


def describe_repair_decisions(context: RepairContext) -> dict[str, str]:
    """List approved and refused repairs with the comments (IN_REPAIR_APPROVAL)."""
    step, to_decide = "IN_REPAIR_APPROVAL", [unit for unit in context.units if needs_approval(unit)]
    rejected = [unit for unit in to_decide if unit.repair_approval == Approval.REJECTED]
    return _build_transition_notes(
        approved=[unit.serial_number for unit in to_decide if unit.repair_approval == Approval.APPROVED],
        refused=[_append_note(unit.serial_number, context.comments.get((unit.pk, step), "")) for unit in rejected],
        comment=[context.comments.get((0, step), "")],
    )


def describe_repair_results(context: RepairContext) -> dict[str, str]:
    """List units by repair result, with replacement serial numbers (IN_SERVICE)."""
    by_status: dict[str, list[str]] = {}
    for unit in context.units:
        if needs_repair(unit):
            by_status.setdefault(unit.repair_status, []).append(unit.serial_number)
    replaced = [unit for unit in context.units if needs_repair(unit) and unit.replacement_key]
    return _build_transition_notes(
        repaired=by_status.get(RepairStatus.REPAIRED, []),
        replaced=[f"{unit.serial_number} → {get_returned_serial(unit)}" for unit in replaced],
        not_repairable=by_status.get(RepairStatus.NON_REPAIRABLE, []),
    )


def describe_outcome(context: RepairContext) -> dict[str, str]:
    """List repair results and the units rejected or missing (IN_WAITING_COMPLETED)."""
    refused = [unit for unit in context.units if needs_approval(unit) and unit.repair_approval == Approval.REJECTED]
    rejected = [unit for unit in context.units if unit.initial_approval == Approval.REJECTED]
    return _build_transition_notes(
        missing=[unit.serial_number for unit in context.units if is_missing(unit)],
        rejected=[unit.serial_number for unit in rejected],
        refused=[unit.serial_number for unit in refused],
    ) | describe_repair_results(context)


def _collect_reasons(context: RepairContext, step: str, is_listed: Callable[[RepairUnit], bool]) -> list[str]:
    """Return the comments of a step on the units selected by `is_listed`."""
    comments = [(unit, context.comments.get((unit.pk, step), "")) for unit in context.units if is_listed(unit)]
    return [f"{unit.serial_number}: {note[:MAX_NOTE_LENGTH]}" for unit, note in comments if note]


def _append_note(name: str, note: str) -> str:
    return f"{name} ({note[:MAX_NOTE_LENGTH]})" if note else name


def _build_transition_notes(**notes: list[str]) -> dict[str, str]:
    """Join the values of each note; notes without values are left out."""
    names_by_key = {key: [name for name in names if name] for key, names in notes.items()}
    return {key: join_names(names) for key, names in names_by_key.items() if names}


def describe_receipt_differences(context: RepairContext) -> dict[str, str]:
    """List differences of the goods receipt recorded during the current status."""
    if context.repair.receipt_checked_at is None or context.repair.receipt_checked_at < context.request.status_since:
        return {}
    lines = ReceiptLine.objects.filter(repair_id=context.request.pk, recorded_at__gte=context.request.status_since)
    names_by_condition: dict[str, list[str]] = {}
    for line in lines.exclude(condition=ArrivalState.RECEIVED).select_related("unit").order_by("pk"):
        name = line.unit.serial_number if line.unit else line.serial_number
        names_by_condition.setdefault(line.condition.lower(), []).append(_append_note(name, line.note))
    return {condition: join_names(names) for condition, names in sorted(names_by_condition.items())}


def require_return_planned(context: RepairContext) -> GuardFailure | None:
    """Require all four courier fields of the inbound leg (IN_TRANSIT_BACK)."""
    return require_leg(context.inbound_leg, needs_tracking_number=True)


def route_after_initial_approval(context: RepairContext) -> str:
    """Return the status after NEW: REJECTED if every unit was rejected."""
    return "IN_SHIPPING_DETAILS" if any(is_approved(unit) for unit in context.units) else "REJECTED"


def route_after_planning(context: RepairContext) -> str:
    """Return the status after planning, which depends on the tracking number."""
    return "IN_PICK_UP_ARRANGED" if context.outbound_leg.tracking_number else "SETTING_TRACKING_NUMBER"


def route_after_diagnostics(context: RepairContext) -> str:
    """Return the status after diagnostics: no approval step if no unit needs it."""
    return "IN_REPAIR_APPROVAL" if any(needs_approval(unit) for unit in context.units) else "IN_SERVICE"
