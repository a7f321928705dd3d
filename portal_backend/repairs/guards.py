"""When a step of a repair may be left, what is asked before, and where it leads (contract 4.2)."""

from collections.abc import Callable, Iterable

from portal_backend.base.words import Word
from portal_backend.repairs.facts import Facts, approved, is_priced, needs_approval, to_repair
from portal_backend.repairs.models import Arrival, ArrivalState, Diagnosis, RepairPart, RepairStatus
from portal_backend.shipping.actions import leg_early, leg_missing
from portal_backend.workflow.approving import DECIDED, undecided, unfinished
from portal_backend.workflow.process import Unmet

MOST_NAMED = 20
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
    """IN_DIAGNOSTICS: no part undecided, every approved part has a status, and those for repair a price or type."""
    sent = [part for part in facts.parts if approved(part)]
    return (
        undecided(facts.parts, "initial_approval", "parts", "initialApproval", "undecided_before")
        or _undone(sent, lambda part: not part.diagnostic_status, "diagnosticInfo.status", "undiagnosed")
        or _undone(
            sent,
            lambda part: part.diagnostic_status == Diagnosis.FOR_REPAIR and not is_priced(part),
            "diagnosticInfo.pricesOrPredefinedTypes",
            "unpriced",
        )
    )


def _unapproved(part: RepairPart) -> bool:
    return needs_approval(part) and part.repair_approval not in DECIDED


def repairs_decided(facts: Facts) -> Unmet | None:
    """IN_REPAIR_APPROVAL: every part that needs it is approved or rejected."""
    asked = [part for part in facts.parts if needs_approval(part)]
    return _undone(asked, _unapproved, "repairApproval", "undecided")


def repairs_done(facts: Facts) -> Unmet | None:
    """IN_SERVICE: no part waits for an approval, and every part to repair has an end."""
    return repairs_decided(facts) or _undone(
        [part for part in facts.parts if to_repair(part)],
        lambda part: part.repair_status not in REPAIR_ENDS,
        "repairStatus",
        "unrepaired",
    )


def early_there(facts: Facts) -> Word | None:
    """What is asked of the way to the service."""
    return leg_early(facts.there)


def early_back(facts: Facts) -> Word | None:
    """What is asked of the way back."""
    return leg_early(facts.back, arrived=True)


def differences(facts: Facts) -> dict[str, str]:
    """IN_TRANSIT, IN_WAITING_DIAGNOSTICS: what did not arrive as announced, as far as it was found in this step."""
    if facts.repair.ticked_at is None or facts.repair.ticked_at < facts.request.entered_at:
        return {}
    rows = Arrival.objects.filter(repair_id=facts.request.pk, at__gte=facts.request.entered_at)
    found: dict[str, list[str]] = {}
    for row in rows.exclude(found=ArrivalState.THERE).select_related("unit").order_by("pk"):
        name = row.unit.serial_number if row.unit else row.serial_number
        found.setdefault(row.found.lower(), []).append(f"{name} ({row.note})" if row.note else name)
    return {kind: _listed(names) for kind, names in sorted(found.items())}


def _listed(names: list[str]) -> str:
    rest = len(names) - MOST_NAMED
    return "; ".join(names[:MOST_NAMED]) + (f"; … (+{rest})" if rest > 0 else "")


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
