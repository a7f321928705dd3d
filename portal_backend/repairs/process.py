"""Process table of repairs (contract 4.2): statuses, edits and page headings."""

from portal_backend.core.actor import ALL_ROLES, Role, Roles
from portal_backend.core.translations import LazyMessage
from portal_backend.repairs.context import RepairContext
from portal_backend.repairs.guards import (
    confirm_early_inbound,
    confirm_early_pick_up,
    confirm_incomplete_arrival,
    describe_initial_decisions,
    describe_outcome,
    describe_receipt_differences,
    describe_repair_decisions,
    describe_repair_results,
    require_diagnoses,
    require_diagnostic_date,
    require_pick_up_planned,
    require_repair_decisions,
    require_repair_results,
    require_return_planned,
    require_shipping_saved,
    require_tracking_number,
    require_units_decided,
    route_after_diagnostics,
    route_after_initial_approval,
    route_after_planning,
)
from portal_backend.repairs.instrument_identity import refresh_instruments_of_request
from portal_backend.repairs.models import SEARCHED_FIELDS, RepairUnit
from portal_backend.workflow.process import (
    COMMENT_EDIT,
    HISTORY_TAB,
    Process,
    Step,
    TabHeading,
    build_edits,
)
from portal_backend.workflow.search import build_part_search_line

A, V, S, C = Role.ADMIN, Role.SUPERVISOR, Role.SERVICE, Role.CLIENT


def build_search_lines(context: RepairContext) -> list[str]:
    """Return the texts and instruments by which to find a repair.

    Texts are serial numbers, service tags and `SEARCHED_FIELDS`. The placeholders "-" and "N/A" are left out;
    replacement serial numbers count while the unit is REPLACED.
    """
    texts = [text for unit in context.units for text in (unit.serial_number, unit.service_tag)]
    texts += [unit.replacement_serial for unit in context.units if unit.replacement_key]
    texts += [getattr(context.repair, name) for name in SEARCHED_FIELDS]
    instruments = [build_part_search_line(unit.part.manufacturer, unit.part.model) for unit in context.units]
    return [*(text for text in texts if text not in ("-", "N/A")), *instruments]


M = Role.SUSTAINABILITY_MANAGER
ONLY_V, VM = frozenset({V}), frozenset({V, M})
AV, AS, AC, ASC = frozenset({A, V}), frozenset({A, S}), frozenset({A, C}), frozenset({A, S, C})

REPAIR: Process[RepairContext] = Process(
    kind="REPAIR",
    prefix="R",
    page="process-repair/{id}",
    steps=(
        # status, tab, responsible role, roles that may continue, guard, next status
        Step(
            "NEW",
            "DETAILS",
            V,
            AV,
            require_units_decided,
            route_after_initial_approval,
            remarks=describe_initial_decisions,
        ),
        Step("IN_SHIPPING_DETAILS", "SHIPPING_DETAILS", C, AC, require_shipping_saved, "IN_WAITING_FOR_PICK_UP"),
        Step("IN_WAITING_FOR_PICK_UP", "WAITING_FOR_PICK_UP", S, AS, require_pick_up_planned, route_after_planning),
        Step("SETTING_TRACKING_NUMBER", "WAITING_FOR_PICK_UP", S, AS, require_tracking_number, "IN_PICK_UP_ARRANGED"),
        Step(
            "IN_PICK_UP_ARRANGED",
            "WAITING_FOR_PICK_UP",
            C,
            ASC,
            next="IN_TRANSIT",
            confirmation=confirm_early_pick_up,
        ),
        Step(
            *("IN_TRANSIT", "IN_TRANSIT", S, AS),
            next="IN_WAITING_DIAGNOSTICS",
            tone="moving",
            confirmation=confirm_incomplete_arrival,
            remarks=describe_receipt_differences,
            is_with_courier=True,
        ),
        Step(
            *("IN_WAITING_DIAGNOSTICS", "WAITING_DIAGNOSTICS", S, AS, require_diagnostic_date, "IN_DIAGNOSTICS"),
            remarks=describe_receipt_differences,
        ),
        Step(
            "IN_DIAGNOSTICS",
            "DIAGNOSTICS",
            S,
            AS,
            require_diagnoses,
            route_after_diagnostics,
            "idle",
            remarks=describe_receipt_differences,
        ),
        Step(
            *("IN_REPAIR_APPROVAL", "REPAIR_APPROVAL", V, AV, require_repair_decisions, "IN_SERVICE"),
            remarks=describe_repair_decisions,
        ),
        Step(
            "IN_SERVICE",
            "REPAIR",
            S,
            AS,
            require_repair_results,
            "IN_TRANSIT_BACK",
            "idle",
            remarks=describe_repair_results,
        ),
        Step("IN_TRANSIT_BACK", "TRANSIT_BACK", S, AS, require_return_planned, "IN_WAITING_COMPLETED", "moving"),
        Step(
            *("IN_WAITING_COMPLETED", "COMPLETED", C, ASC),
            next="COMPLETED",
            is_delivery_confirmation=True,
            confirmation=confirm_early_inbound,
            remarks=describe_outcome,
            is_with_courier=True,
        ),
        Step("COMPLETED", HISTORY_TAB, tone="done"),
        Step("REJECTED", HISTORY_TAB, tone="rejected"),
    ),
    edits=build_edits(
        ("initial_approval", AV, ("NEW",)),
        (COMMENT_EDIT, AV, ("NEW", "IN_REPAIR_APPROVAL")),
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
    load_context=RepairContext,
    list_item_ids=lambda request: RepairUnit.objects.filter(repair_id=request.pk).values_list("pk", flat=True),
    build_search_lines=build_search_lines,
    on_visibility_change=refresh_instruments_of_request,
    find_requests_with_parts=lambda parts: RepairUnit.objects.filter(part__in=parts).values_list(
        "repair_id", flat=True
    ),
    history_readers=ALL_ROLES - {C},
    mail_actions={"DELIVERY_OVERDUE": C},
    comment_readers=ALL_ROLES,
    terminal_tabs={C: "COMPLETED"},
    continue_labels={"REJECTED": LazyMessage("continue.reject"), "IN_SERVICE": LazyMessage("continue.no_approval")},
    headings=(
        # tab, roles, statuses, title, hidden columns
        TabHeading("DETAILS", ALL_ROLES - AV, hidden_columns=("initialApproval",)),
        TabHeading("REPAIR", AS, title=LazyMessage("headings.parts_in_service")),
        TabHeading("REPAIR", ONLY_V, title=LazyMessage("headings.parts_info"), hidden_columns=("repairComment",)),
        TabHeading("REPAIR", frozenset({C, M}), title=LazyMessage("headings.parts_info")),
        TabHeading("TRANSIT_BACK", AS, title=LazyMessage("headings.pick_up")),
        TabHeading("TRANSIT_BACK", ALL_ROLES - AS, title=LazyMessage("headings.transit_back")),
        TabHeading("COMPLETED", ALL_ROLES, frozenset({"REJECTED"}), LazyMessage("headings.rejected")),
        TabHeading("COMPLETED", VM, frozenset({"IN_WAITING_COMPLETED"}), LazyMessage("headings.in_progress")),
        TabHeading("COMPLETED", VM, title=LazyMessage("headings.completed")),
        TabHeading("COMPLETED", ALL_ROLES - VM, title=LazyMessage("headings.completed_details")),
    ),
)

CREATORS: Roles = frozenset({C})
DECISION_READERS: Roles = AV
REASON_READERS: Roles = AV | {C}
READERS: Roles = ALL_ROLES
# a client sees the total of each unit, not its single prices
PRICE_READERS: Roles = frozenset({A, V, S})
TOTAL_READERS: Roles = PRICE_READERS | {C}
REPAIR_COMMENT_READERS: Roles = ALL_ROLES - {V}
