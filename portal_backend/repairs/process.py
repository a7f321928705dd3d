"""The repair as a table (contract 4.2). Read this first: everything else in repairs serves one of its rows."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from portal_backend.base.actor import EVERYBODY, Role, Roles
from portal_backend.base.words import Word
from portal_backend.repairs.models import Diagnosis, Repair, RepairPart, RepairStatus
from portal_backend.shipping.actions import leg_early, leg_missing, leg_of
from portal_backend.shipping.models import CourierLeg
from portal_backend.workflow.approving import DECIDED, undecided, unfinished
from portal_backend.workflow.figures import id_list
from portal_backend.workflow.models import Approval, Request
from portal_backend.workflow.process import COMMENT, HISTORY, Process, Step, TabHeading, Unmet, edits, register
from portal_backend.workflow.searching import part_line

A, V, S, C = Role.ADMIN, Role.SUPERVISOR, Role.SERVICE, Role.CLIENT
REPAIR_ENDS = frozenset({RepairStatus.REPLACED, RepairStatus.REPAIRED, RepairStatus.NON_REPAIRABLE})


@dataclass(frozen=True)
class Facts:
    """What the guards look at: a repair with its parts (types prefetched), shipment and journeys."""

    repair: Repair
    parts: list[RepairPart]
    packages: int
    has_shipment: bool
    there: CourierLeg
    back: CourierLeg


def facts(request: Request) -> Facts:
    """Load what the guards look at, in six queries whatever the number of parts."""
    repair = Repair.objects.get(pk=request.pk)
    repair.request = request
    parts = repair.parts.select_related("part__category").prefetch_related("types__service").order_by("pk")
    return Facts(
        repair=repair,
        parts=list(parts),
        packages=request.packages.count(),
        has_shipment=hasattr(request, "shipment"),
        there=leg_of(request, "THERE"),
        back=leg_of(request, "BACK"),
    )


def approved(part: RepairPart) -> bool:
    """Initially approved: the part is sent in."""
    return part.initial_approval == Approval.APPROVED


def needs_approval(part: RepairPart) -> bool:
    """Whether a supervisor decides on the repair of a part."""
    return approved(part) and part.diagnostic_status in (Diagnosis.FOR_REPAIR, Diagnosis.NON_REPAIRABLE)


def to_repair(part: RepairPart) -> bool:
    """Whether the service works on a part."""
    working = part.diagnostic_status == Diagnosis.IT_IS_WORKING
    return approved(part) and not working and part.repair_approval == Approval.APPROVED


def is_priced(part: RepairPart) -> bool:
    """At least one price (0 counts), or at least one type."""
    if part.with_predefined_types:
        return bool(part.types.all())
    return any(price is not None for price in (part.diagnostic_price, part.repair_price, part.parts_price))


def shown_repair_status(part: RepairPart) -> str | None:
    """The repair status as shown: a part whose repair was rejected is REJECTED."""
    if needs_approval(part) and part.repair_approval == Approval.REJECTED:
        return RepairStatus.REJECTED.value
    return part.repair_status or None


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
    return leg_early(facts.back)


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


def search_lines(facts: Facts) -> list[str]:
    """Serial numbers and service tags, of which "-" and "N/A" stand for none; then the instruments."""
    texts = [text for part in facts.parts for text in (part.serial_number, part.service_tag)]
    instruments = [part_line(part.part.manufacturer, part.part.model) for part in facts.parts]
    return [*(text for text in texts if text not in ("-", "N/A")), *instruments]


def figures(facts: Facts) -> dict[str, str]:
    """What the general report counts."""
    return {"part_models": id_list(part.part_id for part in facts.parts)}


M = Role.SUSTAINABILITY_MANAGER
ONLY_V, VM, IN_SERVICE = frozenset({V}), frozenset({V, M}), frozenset({"IN_SERVICE"})
AV, AS, AC, ASC = frozenset({A, V}), frozenset({A, S}), frozenset({A, C}), frozenset({A, S, C})

REPAIR: Process[Facts] = register(
    Process(
        kind="REPAIR",
        prefix="R",
        steps=(
            # status, tab, waits for, may continue, guard, next
            Step("NEW", "DETAILS", V, AV, every_part_decided, after_first_approval),
            Step("IN_SHIPPING_DETAILS", "SHIPPING_DETAILS", C, AC, shipping_saved, "IN_WAITING_FOR_PICK_UP"),
            Step("IN_WAITING_FOR_PICK_UP", "WAITING_FOR_PICK_UP", S, AS, pick_up_planned, after_planning),
            Step("SETTING_TRACKING_NUMBER", "WAITING_FOR_PICK_UP", S, AS, tracking_number_set, "IN_PICK_UP_ARRANGED"),
            Step("IN_PICK_UP_ARRANGED", "WAITING_FOR_PICK_UP", C, ASC, next="IN_TRANSIT", asks=early_there),
            Step("IN_TRANSIT", "IN_TRANSIT", S, AS, next="IN_WAITING_DIAGNOSTICS", tone="moving", asks=early_there),
            Step("IN_WAITING_DIAGNOSTICS", "WAITING_DIAGNOSTICS", S, AS, diagnostic_date_set, "IN_DIAGNOSTICS"),
            Step("IN_DIAGNOSTICS", "DIAGNOSTICS", S, AS, diagnosed, after_diagnostics, "idle"),
            Step("IN_REPAIR_APPROVAL", "REPAIR_APPROVAL", V, AV, repairs_decided, "IN_SERVICE"),
            Step("IN_SERVICE", "REPAIR", S, AS, repairs_done, "IN_TRANSIT_BACK", "idle"),
            Step("IN_TRANSIT_BACK", "TRANSIT_BACK", S, AS, way_back_planned, "IN_WAITING_COMPLETED", "moving"),
            Step(
                *("IN_WAITING_COMPLETED", "COMPLETED", C, ASC),
                next="COMPLETED",
                confirms_delivery=True,
                asks=early_back,
            ),
            Step("COMPLETED", HISTORY, tone="done"),
            Step("REJECTED", HISTORY, tone="rejected"),
        ),
        edits=edits(
            ("initial_approval", AV, ("NEW",)),
            (COMMENT, AV, ("NEW", "IN_REPAIR_APPROVAL")),
            ("save_shipping", AC, ("IN_SHIPPING_DETAILS",)),
            ("delete_package", AC, ("IN_SHIPPING_DETAILS",)),
            ("save_pick_up", AS, ("IN_WAITING_FOR_PICK_UP", "SETTING_TRACKING_NUMBER")),
            ("save_transit", AS, ("IN_TRANSIT",)),
            ("save_diagnostic_date", AS, ("IN_WAITING_DIAGNOSTICS",)),
            ("save_diagnostics", AS, ("IN_DIAGNOSTICS",)),
            ("add_part", AS, ("IN_DIAGNOSTICS",)),
            ("delete_part", AS, ("IN_DIAGNOSTICS",)),
            ("repair_approval", AV, ("IN_REPAIR_APPROVAL",)),
            ("save_repairs", AS, ("IN_SERVICE",)),
            ("save_transit_back", AS, ("IN_TRANSIT_BACK",)),
        ),
        subject=facts,
        items=lambda request: RepairPart.objects.filter(repair_id=request.pk).values_list("pk", flat=True),
        search_lines=search_lines,
        figures=figures,
        paced=(
            *("NEW", "IN_SHIPPING_DETAILS", "IN_WAITING_FOR_PICK_UP", "SETTING_TRACKING_NUMBER"),
            *("IN_PICK_UP_ARRANGED", "IN_TRANSIT", "IN_WAITING_DIAGNOSTICS", "IN_DIAGNOSTICS", "IN_REPAIR_APPROVAL"),
            *("IN_SERVICE", "IN_TRANSIT_BACK", "IN_WAITING_COMPLETED"),
        ),
        history_readers=EVERYBODY - {C},
        mail_actions=("DELIVERY_OVERDUE",),
        comment_readers=EVERYBODY,
        terminal_tabs={C: "COMPLETED"},
        detours={"REJECTED": Word("continue.reject"), "IN_SERVICE": Word("continue.no_approval")},
        faces=(
            # tab, roles, in statuses, heading, sentence above the content, columns that they do not get
            TabHeading("DETAILS", EVERYBODY - AV, hides=("initialApproval",)),
            TabHeading("REPAIR", AS, title=Word("faces.parts_in_service")),
            TabHeading(
                "REPAIR", ONLY_V, IN_SERVICE, Word("faces.parts_info"), Word("faces.in_service"), ("repairComment",)
            ),
            TabHeading("REPAIR", ONLY_V, title=Word("faces.parts_info"), hides=("repairComment",)),
            TabHeading("REPAIR", frozenset({C}), IN_SERVICE, Word("faces.parts_info"), Word("faces.in_service")),
            TabHeading("REPAIR", frozenset({C, M}), title=Word("faces.parts_info")),
            TabHeading("TRANSIT_BACK", AS, title=Word("faces.pick_up")),
            TabHeading("TRANSIT_BACK", EVERYBODY - AS, title=Word("faces.transit_back")),
            TabHeading("COMPLETED", EVERYBODY, frozenset({"REJECTED"}), Word("faces.rejected")),
            TabHeading("COMPLETED", VM, frozenset({"IN_WAITING_COMPLETED"}), Word("faces.in_progress")),
            TabHeading("COMPLETED", VM, title=Word("faces.completed")),
            TabHeading("COMPLETED", EVERYBODY - VM, title=Word("faces.completed_details")),
        ),
    )
)

CREATORS: Roles = frozenset({C})
DECISION_READERS: Roles = AV
REASON_READERS: Roles = AV | {C}
READERS: Roles = EVERYBODY
PRICE_READERS: Roles = frozenset({A, V, S})
TOTAL_READERS: Roles = PRICE_READERS | {C}
REPAIR_COMMENT_READERS: Roles = EVERYBODY - {V}
