"""When a step of a repair may be left, what is asked before, and where it leads (contract 4.2)."""

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
    parts: Iterable[RepairPart], wanting: Callable[[RepairPart], bool], field: str, reason: str
) -> Unmet | None:
    return unfinished(parts, wanting, "parts", field, reason)


def every_part_decided(facts: Facts) -> Unmet | None:
    """NEW: every part approved or rejected."""
    return undecided(facts.parts, "initial_approval", "parts", "initialApproval")


def shipping_saved(facts: Facts) -> Unmet | None:
    """IN_SHIPPING_DETAILS: valid shipping data saved, with packages."""
    if facts.has_shipment and facts.packages:
        return None
    field = "packages" if facts.has_shipment else "contact"
    return Unmet(Word("guards.shipping"), {field: Word("guards.shipping")})


def pick_up_planned(facts: Facts) -> Unmet | None:
    """IN_WAITING_FOR_PICK_UP: courier, pick-up date and estimated delivery saved."""
    return leg_missing(facts.there)


def tracking_number_set(facts: Facts) -> Unmet | None:
    """SETTING_TRACKING_NUMBER: the tracking number saved."""
    if facts.there.tracking_number:
        return None
    return Unmet(Word("guards.tracking_number"), {"trackingNumber": Word("errors.field.required")})


def diagnostic_date_set(facts: Facts) -> Unmet | None:
    """IN_WAITING_DIAGNOSTICS: the start date saved."""
    if facts.repair.diagnostic_start_date is not None:
        return None
    return Unmet(Word("guards.diagnostic_date"), {"startDate": Word("errors.field.required")})


def diagnosed(facts: Facts) -> Unmet | None:
    """IN_DIAGNOSTICS: no part undecided, every received part has a status, and those for repair a price or type."""
    sent = [part for part in facts.parts if is_received(part)]
    return (
        undecided(facts.parts, "initial_approval", "parts", "initialApproval", "undecided_before")
        or _without_units(facts)
        or _undone(sent, lambda part: not part.diagnostic_status, "diagnosticInfo.status", "undiagnosed")
        or _undone(
            sent,
            lambda part: part.diagnostic_status == Diagnosis.FOR_REPAIR and not is_priced(part),
            "diagnosticInfo.pricesOrPredefinedTypes",
            "unpriced",
        )
    )


def _without_units(facts: Facts) -> Unmet | None:
    """Require an approved unit: an administrator may have moved on a request whose units were all rejected."""
    if any(approved(part) for part in facts.parts):
        return None
    return Unmet(Word("guards.no_units"), {"parts": Word("guards.no_units")})


def _unapproved(part: RepairPart) -> bool:
    return needs_approval(part) and part.repair_approval not in DECIDED


def repairs_decided(facts: Facts) -> Unmet | None:
    """IN_REPAIR_APPROVAL: every part that needs it is approved or rejected."""
    asked = [part for part in facts.parts if needs_approval(part)]
    return _undone(asked, _unapproved, "repairApproval", "undecided")


def repairs_done(facts: Facts) -> Unmet | None:
    """IN_SERVICE: no part waits for an approval, and every part to repair has an end, REPLACED with a number."""
    worked_on = [part for part in facts.parts if to_repair(part)]
    return (
        repairs_decided(facts)
        or _without_units(facts)
        or _undone(worked_on, lambda part: part.repair_status not in REPAIR_ENDS, "repairStatus", "unrepaired")
        or _undone(
            worked_on,
            lambda part: part.repair_status == RepairStatus.REPLACED and not part.replacement_key,
            "replacementSerial",
            "unnamed_replacement",
        )
    )


def early_there(facts: Facts) -> Word | None:
    """What is asked of the way to the service."""
    return leg_early(facts.there)


def early_back(facts: Facts) -> Word | None:
    """What is asked of the way back."""
    return leg_early(facts.back, arrived=True)


def first_decisions(facts: Facts) -> dict[str, str]:
    """NEW: which units were approved and which were rejected, why, and what was said of the whole request."""
    by_approval: dict[str, list[str]] = {}
    for part in facts.parts:
        by_approval.setdefault(part.initial_approval, []).append(part.serial_number)
    reasons = _reasons(facts, "NEW", lambda part: part.initial_approval == Approval.REJECTED)
    return _remarks(
        approved=by_approval.get(Approval.APPROVED, []),
        rejected=by_approval.get(Approval.REJECTED, []),
        reasons=reasons,
        comment=[facts.comments.get((0, "NEW"), "")],
    )


def repair_decisions(facts: Facts) -> dict[str, str]:
    """IN_REPAIR_APPROVAL: which repairs were approved and which were not, why, and what was said of all of them."""
    step, asked = "IN_REPAIR_APPROVAL", [part for part in facts.parts if needs_approval(part)]
    refused = [part for part in asked if part.repair_approval == Approval.REJECTED]
    return _remarks(
        approved=[part.serial_number for part in asked if part.repair_approval == Approval.APPROVED],
        refused=[_noted(part.serial_number, facts.comments.get((part.pk, step), "")) for part in refused],
        comment=[facts.comments.get((0, step), "")],
    )


def results(facts: Facts) -> dict[str, str]:
    """IN_SERVICE: how the repair of each unit ended, with the serial numbers of replacements."""
    by_status: dict[str, list[str]] = {}
    for part in facts.parts:
        if to_repair(part):
            by_status.setdefault(part.repair_status, []).append(part.serial_number)
    replaced = [part for part in facts.parts if to_repair(part) and part.replacement_key]
    return _remarks(
        repaired=by_status.get(RepairStatus.REPAIRED, []),
        replaced=[f"{part.serial_number} → {serial_after_repair(part)}" for part in replaced],
        not_repairable=by_status.get(RepairStatus.NON_REPAIRABLE, []),
    )


def _reasons(facts: Facts, step: str, told: Callable[[RepairPart], bool]) -> list[str]:
    """The comments that were written on some units in a step."""
    noted = [(part, facts.comments.get((part.pk, step), "")) for part in facts.parts if told(part)]
    return [f"{part.serial_number}: {note[:MAX_NOTE]}" for part, note in noted if note]


def _noted(name: str, note: str) -> str:
    return f"{name} ({note[:MAX_NOTE]})" if note else name


def _remarks(**found: list[str]) -> dict[str, str]:
    """Remarks by key, without those of which there is nothing."""
    filled = {key: [each for each in names if each] for key, names in found.items()}
    return {key: listed(names) for key, names in filled.items() if names}


def differences(facts: Facts) -> dict[str, str]:
    """List differences of the goods receipt that were recorded in the step that ends."""
    if facts.repair.ticked_at is None or facts.repair.ticked_at < facts.request.entered_at:
        return {}
    rows = Arrival.objects.filter(repair_id=facts.request.pk, at__gte=facts.request.entered_at)
    found: dict[str, list[str]] = {}
    for row in rows.exclude(found=ArrivalState.THERE).select_related("unit").order_by("pk"):
        name = row.unit.serial_number if row.unit else row.serial_number
        found.setdefault(row.found.lower(), []).append(_noted(name, row.note))
    return {kind: listed(names) for kind, names in sorted(found.items())}


def way_back_planned(facts: Facts) -> Unmet | None:
    """IN_TRANSIT_BACK: all four courier fields saved."""
    return leg_missing(facts.back, tracked=True)


def after_first_approval(facts: Facts) -> str:
    """Every part rejected ends the request."""
    return "IN_SHIPPING_DETAILS" if any(approved(part) for part in facts.parts) else "REJECTED"


def after_planning(facts: Facts) -> str:
    """A journey without tracking number waits for it."""
    return "IN_PICK_UP_ARRANGED" if facts.there.tracking_number else "SETTING_TRACKING_NUMBER"


def after_diagnostics(facts: Facts) -> str:
    """Where nothing needs an approval the repair goes on at once."""
    return "IN_REPAIR_APPROVAL" if any(needs_approval(part) for part in facts.parts) else "IN_SERVICE"
