"""Demo repairs: creation, and the work done in each status."""

from collections.abc import Sequence
from datetime import datetime

from portal_backend.core.actor import Actor
from portal_backend.demo.scenarios import DemoContext, FixtureRow, ScenarioScript, StatusWork, get_part_id
from portal_backend.repairs import actions
from portal_backend.repairs.context import needs_repair
from portal_backend.repairs.diagnostics import SERVICE_KINDS_BY_LIST, save_diagnostics
from portal_backend.repairs.models import RepairUnit
from portal_backend.repairs.process import REPAIR
from portal_backend.repairs.schemas import DiagnosedPartIn, RepairedPartIn, RepairIn, TransitIn, UnitIn
from portal_backend.shipping.actions import serialize_shipment
from portal_backend.shipping.schemas import CompleteLegIn, PickUpIn, ShippingIn
from portal_backend.workflow.actions import save_comment
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.schemas import DecisionIn

UnitWithFixture = tuple[RepairUnit, FixtureRow]


def create(scenario: FixtureRow, context: DemoContext, actor: Actor, now: datetime) -> ServiceRequest:
    """Create a repair with the units that the client describes."""
    units = [_build_unit(unit, context) for unit in scenario["units"] if not unit["addedInDiagnostics"]]
    return actions.create_repair(RepairIn(units=units), actor=actor)


def _build_unit(unit: FixtureRow, context: DemoContext) -> UnitIn:
    return UnitIn(
        part_id=get_part_id(context, unit["part"]),
        serial_number=unit["serialNumber"],
        service_tag=unit["serviceTag"],
        problem_description=unit["problemDescription"],
    )


def _get_units(work: StatusWork) -> list[UnitWithFixture]:
    """Return the repair's units so far, with their fixture rows."""
    parts = RepairUnit.objects.filter(repair_id=work.request_id).order_by("pk")
    return list(zip(parts, work.scenario["units"], strict=False))


def _save_comments(work: StatusWork, step: str, units: Sequence[UnitWithFixture]) -> None:
    for item, comments in [(0, work.scenario["comments"]), *((part.pk, row["comments"]) for part, row in units)]:
        if step in comments:
            save_comment(REPAIR, work.request_id, actor=work.actor, step=step, text=comments[step], item=item)


def decide(work: StatusWork) -> None:
    """Save the supervisor's decisions and comments (NEW)."""
    units = _get_units(work)
    decisions = [DecisionIn(id=part.pk, status=row["initialApproval"]) for part, row in units if row["initialApproval"]]
    if decisions:
        actions.decide_initially(work.request_id, decisions, actor=work.actor)
    _save_comments(work, "NEW", units)


def save_shipping_details(work: StatusWork) -> None:
    """Save the offered contact and address, and the packages (IN_SHIPPING_DETAILS)."""
    if work.scenario["shipping"]:
        request = ServiceRequest.objects.get(pk=work.request_id)
        offered = serialize_shipment(request)
        body = {"contact": offered["contact"], "address": offered["address"], **work.scenario["shipping"]}
        actions.save_shipping(work.request_id, ShippingIn.model_validate(body), actor=work.actor)


def save_pick_up(work: StatusWork, with_tracking_number: bool = False) -> None:
    """Save the outbound leg (IN_WAITING_FOR_PICK_UP).

    The tracking number is left out if the scenario adds it in a later status.
    """
    leg = work.scenario["pickUp"]
    if not leg:
        return
    body = {**work.build_leg(leg), "note": leg["note"]}
    is_added_later = any(step["status"] == "SETTING_TRACKING_NUMBER" for step in work.scenario["timeline"])
    if is_added_later and not with_tracking_number:
        body["trackingNumber"] = ""
    actions.save_pick_up(work.request_id, PickUpIn.model_validate(body), actor=work.actor)


def add_tracking_number(work: StatusWork) -> None:
    """Save the outbound leg with its tracking number (SETTING_TRACKING_NUMBER)."""
    save_pick_up(work, with_tracking_number=True)


def save_arrival_time(work: StatusWork) -> None:
    """Save the expected arrival of the courier (IN_TRANSIT)."""
    transit = work.scenario["transit"]
    if transit:
        days = transit["arrivingDaysAgo"]
        arriving_at = None if days is None else work.get_date(days).isoformat()
        data = TransitIn.model_validate({"courierArrivingTime": arriving_at, "note": transit["note"]})
        actions.save_transit(work.request_id, data, actor=work.actor)


def save_diagnostic_start(work: StatusWork) -> None:
    """Save the start date of the diagnosis (IN_WAITING_DIAGNOSTICS)."""
    if work.scenario["diagnosticStartDaysAgo"] is not None:
        day = work.get_date(work.scenario["diagnosticStartDaysAgo"])
        actions.save_diagnostic_date(work.request_id, day, actor=work.actor)


def diagnose(work: StatusWork) -> None:
    """Add units found in the parcel and save the diagnoses (IN_DIAGNOSTICS)."""
    for unit in work.scenario["units"]:
        if unit["addedInDiagnostics"]:
            actions.add_part(work.request_id, _build_unit(unit, work.context), actor=work.actor)
    rows = [_build_diagnosis(work, part, row) for part, row in _get_units(work) if row["diagnosis"]]
    if rows:
        save_diagnostics(work.request_id, rows, actor=work.actor)


def _build_diagnosis(work: StatusWork, part: RepairUnit, row: FixtureRow) -> DiagnosedPartIn:
    diagnosis = row["diagnosis"]
    costs = diagnosis["prices"] or {}
    if diagnosis["types"]:
        costs = {
            name: [{"id": work.context.predefined_service_ids[kind, key]} for key in diagnosis["types"].get(kind, [])]
            for name, kind in SERVICE_KINDS_BY_LIST.items()
        }
    info = {
        "status": diagnosis["status"],
        "comment": diagnosis["comment"],
        "withPredefinedTypes": bool(diagnosis["types"]),
        "pricesOrPredefinedTypes": costs,
    }
    unit = {"id": part.pk, "serialNumber": part.serial_number, "serviceTag": part.service_tag}
    return DiagnosedPartIn.model_validate({**unit, "diagnosticInfo": info})


def approve(work: StatusWork) -> None:
    """Save the supervisor's decisions and comments (IN_REPAIR_APPROVAL)."""
    units = _get_units(work)
    decisions = [DecisionIn(id=part.pk, status=row["repairApproval"]) for part, row in units if row["repairApproval"]]
    if decisions:
        actions.decide_repairs(work.request_id, decisions, actor=work.actor)
    _save_comments(work, "IN_REPAIR_APPROVAL", units)


def save_repair_results(work: StatusWork) -> None:
    """Save the results of the repairs (IN_SERVICE)."""
    rows = [
        RepairedPartIn(
            repair_part_id=part.pk,
            status=row["repairStatus"],
            comment=row["repairComment"],
            replacement_serial=row["replacementSerial"] or None,
        )
        for part, row in _get_units(work)
        if row["repairStatus"] and needs_repair(part)
    ]
    if rows:
        actions.save_repairs(work.request_id, rows, actor=work.actor)


def save_return_leg(work: StatusWork) -> None:
    """Save the return leg (IN_TRANSIT_BACK)."""
    if work.scenario["transitBack"]:
        data = CompleteLegIn.model_validate(work.build_leg(work.scenario["transitBack"]))
        actions.save_transit_back(work.request_id, data, actor=work.actor)


SCRIPT = ScenarioScript(
    REPAIR,
    create,
    {
        "NEW": decide,
        "IN_SHIPPING_DETAILS": save_shipping_details,
        "IN_WAITING_FOR_PICK_UP": save_pick_up,
        "SETTING_TRACKING_NUMBER": add_tracking_number,
        "IN_TRANSIT": save_arrival_time,
        "IN_WAITING_DIAGNOSTICS": save_diagnostic_start,
        "IN_DIAGNOSTICS": diagnose,
        "IN_REPAIR_APPROVAL": approve,
        "IN_SERVICE": save_repair_results,
        "IN_TRANSIT_BACK": save_return_leg,
    },
)
