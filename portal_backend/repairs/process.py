"""Process table of repairs (contract 4.2): statuses, edits and page headings."""

from portal_backend.base.actor import EVERYBODY, Role, Roles
from portal_backend.base.words import Word
from portal_backend.repairs.facts import Facts
from portal_backend.repairs.guards import (
    after_diagnostics,
    after_first_approval,
    after_planning,
    diagnosed,
    diagnostic_date_set,
    differences,
    early_back,
    early_there,
    every_part_decided,
    first_decisions,
    pick_up_planned,
    repair_decisions,
    repairs_decided,
    repairs_done,
    results,
    shipping_saved,
    tracking_number_set,
    way_back_planned,
)
from portal_backend.repairs.models import RepairPart
from portal_backend.workflow.process import COMMENT, HISTORY, Process, Step, TabHeading, edits, register
from portal_backend.workflow.searching import part_line

A, V, S, C = Role.ADMIN, Role.SUPERVISOR, Role.SERVICE, Role.CLIENT


def search_lines(context: Facts) -> list[str]:
    """Return serial numbers, service tags and instruments by which to find a repair.

    The placeholders "-" and "N/A" are left out; replacement serial numbers count while the unit is REPLACED.
    """
    texts = [text for unit in context.parts for text in (unit.serial_number, unit.service_tag)]
    texts += [unit.replacement_serial for unit in context.parts if unit.replacement_key]
    instruments = [part_line(unit.part.manufacturer, unit.part.model) for unit in context.parts]
    return [*(text for text in texts if text not in ("-", "N/A")), *instruments]


M = Role.SUSTAINABILITY_MANAGER
ONLY_V, VM, IN_SERVICE = frozenset({V}), frozenset({V, M}), frozenset({"IN_SERVICE"})
AV, AS, AC, ASC = frozenset({A, V}), frozenset({A, S}), frozenset({A, C}), frozenset({A, S, C})

REPAIR: Process[Facts] = register(
    Process(
        kind="REPAIR",
        prefix="R",
        page="process-repair/{id}",
        steps=(
            # status, tab, responsible role, roles that may continue, guard, next status
            Step("NEW", "DETAILS", V, AV, every_part_decided, after_first_approval, remarks=first_decisions),
            Step("IN_SHIPPING_DETAILS", "SHIPPING_DETAILS", C, AC, shipping_saved, "IN_WAITING_FOR_PICK_UP"),
            Step("IN_WAITING_FOR_PICK_UP", "WAITING_FOR_PICK_UP", S, AS, pick_up_planned, after_planning),
            Step("SETTING_TRACKING_NUMBER", "WAITING_FOR_PICK_UP", S, AS, tracking_number_set, "IN_PICK_UP_ARRANGED"),
            Step("IN_PICK_UP_ARRANGED", "WAITING_FOR_PICK_UP", C, ASC, next="IN_TRANSIT", asks=early_there),
            Step(
                *("IN_TRANSIT", "IN_TRANSIT", S, AS),
                next="IN_WAITING_DIAGNOSTICS",
                tone="moving",
                asks=early_there,
                remarks=differences,
                carried=True,
            ),
            Step(
                *("IN_WAITING_DIAGNOSTICS", "WAITING_DIAGNOSTICS", S, AS, diagnostic_date_set, "IN_DIAGNOSTICS"),
                remarks=differences,
            ),
            Step("IN_DIAGNOSTICS", "DIAGNOSTICS", S, AS, diagnosed, after_diagnostics, "idle", remarks=differences),
            Step(
                *("IN_REPAIR_APPROVAL", "REPAIR_APPROVAL", V, AV, repairs_decided, "IN_SERVICE"),
                remarks=repair_decisions,
            ),
            Step("IN_SERVICE", "REPAIR", S, AS, repairs_done, "IN_TRANSIT_BACK", "idle", remarks=results),
            Step("IN_TRANSIT_BACK", "TRANSIT_BACK", S, AS, way_back_planned, "IN_WAITING_COMPLETED", "moving"),
            Step(
                *("IN_WAITING_COMPLETED", "COMPLETED", C, ASC),
                next="COMPLETED",
                confirms_delivery=True,
                asks=early_back,
                carried=True,
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
            ("save_arrivals", AS, ("IN_TRANSIT", "IN_WAITING_DIAGNOSTICS", "IN_DIAGNOSTICS")),
            ("save_diagnostic_date", AS, ("IN_WAITING_DIAGNOSTICS",)),
            ("save_diagnostics", AS, ("IN_DIAGNOSTICS",)),
            ("add_part", AS, ("IN_DIAGNOSTICS",)),
            ("delete_part", AS, ("IN_DIAGNOSTICS",)),
            ("repair_approval", AV, ("IN_REPAIR_APPROVAL",)),
            ("save_repairs", AS, ("IN_SERVICE",)),
            ("save_transit_back", AS, ("IN_TRANSIT_BACK",)),
        ),
        subject=Facts,
        items=lambda request: RepairPart.objects.filter(repair_id=request.pk).values_list("pk", flat=True),
        search_lines=search_lines,
        holding=lambda parts: RepairPart.objects.filter(part__in=parts).values_list("repair_id", flat=True),
        history_readers=EVERYBODY - {C},
        mail_actions={"DELIVERY_OVERDUE": C},
        comment_readers=EVERYBODY,
        terminal_tabs={C: "COMPLETED"},
        detours={"REJECTED": Word("continue.reject"), "IN_SERVICE": Word("continue.no_approval")},
        faces=(
            # tab, roles, statuses, title, note above the content, hidden columns
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
