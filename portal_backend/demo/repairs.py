"""Demo repairs: creation, and the work done in each status."""

from collections.abc import Sequence
from datetime import datetime

from portal_backend.base.actor import Actor
from portal_backend.demo.world import Plot, Row, Work, World, part_id
from portal_backend.repairs import actions
from portal_backend.repairs.diagnosing import TYPE_LISTS, save_diagnostics
from portal_backend.repairs.facts import to_repair
from portal_backend.repairs.models import RepairPart
from portal_backend.repairs.process import REPAIR
from portal_backend.repairs.schemas import DiagnosedPartIn, RepairedPartIn, TransitIn, UnitIn
from portal_backend.shipping.actions import described_shipment
from portal_backend.shipping.schemas import CompleteLegIn, PickUpIn, ShippingIn
from portal_backend.workflow.actions import save_comment
from portal_backend.workflow.models import Request
from portal_backend.workflow.schemas import DecisionIn

Pair = tuple[RepairPart, Row]


def create(scenario: Row, context: World, actor: Actor, now: datetime) -> Request:
    """Create a repair with the units that the client describes."""
    units = [_unit(unit, context) for unit in scenario["units"] if not unit["addedInDiagnostics"]]
    return actions.create_repair(units, actor=actor)


def _unit(unit: Row, context: World) -> UnitIn:
    return UnitIn(
        part_id=part_id(context, unit["part"]),
        serial_number=unit["serialNumber"],
        service_tag=unit["serviceTag"],
        problem_description=unit["problemDescription"],
    )


def _units(work: Work) -> list[Pair]:
    """Return the repair's units so far, with their fixture rows."""
    parts = RepairPart.objects.filter(repair_id=work.request_id).order_by("pk")
    return list(zip(parts, work.scenario["units"], strict=False))


def _comment(work: Work, step: str, units: Sequence[Pair]) -> None:
    for item, comments in [(0, work.scenario["comments"]), *((part.pk, row["comments"]) for part, row in units)]:
        if step in comments:
            save_comment(REPAIR, work.request_id, actor=work.actor, step=step, text=comments[step], item=item)


def decide(work: Work) -> None:
    """Save the supervisor's decisions and comments (NEW)."""
    units = _units(work)
    decisions = [DecisionIn(id=part.pk, status=row["initialApproval"]) for part, row in units if row["initialApproval"]]
    if decisions:
        actions.decide_initially(work.request_id, decisions, actor=work.actor)
    _comment(work, "NEW", units)


def ship(work: Work) -> None:
    """Save the offered contact and address, and the packages (IN_SHIPPING_DETAILS)."""
    if work.scenario["shipping"]:
        request = Request.objects.get(pk=work.request_id)
        offered = described_shipment(request)
        body = {"contact": offered["contact"], "address": offered["address"], **work.scenario["shipping"]}
        actions.save_shipping(work.request_id, ShippingIn.model_validate(body), actor=work.actor)


def _leg(work: Work, leg: Row) -> Row:
    return {
        "courierName": leg["courierName"],
        "pickUpDate": work.day(leg["pickUpDaysAgo"]),
        "estimateDeliveryDate": work.day(leg["deliveryDaysAgo"]),
        "trackingNumber": leg["trackingNumber"] or "",
    }


def plan_pick_up(work: Work, tracked: bool = False) -> None:
    """Save the outbound leg (IN_WAITING_FOR_PICK_UP).

    The tracking number is left out if the scenario adds it in a later status.
    """
    leg = work.scenario["pickUp"]
    if not leg:
        return
    body = {**_leg(work, leg), "note": leg["note"]}
    is_added_later = any(step["status"] == "SETTING_TRACKING_NUMBER" for step in work.scenario["timeline"])
    if is_added_later and not tracked:
        body["trackingNumber"] = ""
    actions.save_pick_up(work.request_id, PickUpIn.model_validate(body), actor=work.actor)


def add_tracking_number(work: Work) -> None:
    """Save the outbound leg with its tracking number (SETTING_TRACKING_NUMBER)."""
    plan_pick_up(work, tracked=True)


def announce(work: Work) -> None:
    """Save the expected arrival of the courier (IN_TRANSIT)."""
    transit = work.scenario["transit"]
    if transit:
        days = transit["arrivingDaysAgo"]
        arriving_at = None if days is None else work.day(days).isoformat()
        data = TransitIn.model_validate({"courierArrivingTime": arriving_at, "note": transit["note"]})
        actions.save_transit(work.request_id, data, actor=work.actor)


def set_start(work: Work) -> None:
    """Save the start date of the diagnosis (IN_WAITING_DIAGNOSTICS)."""
    if work.scenario["diagnosticStartDaysAgo"] is not None:
        day = work.day(work.scenario["diagnosticStartDaysAgo"])
        actions.save_diagnostic_date(work.request_id, day, actor=work.actor)


def diagnose(work: Work) -> None:
    """Add units found in the parcel and save the diagnoses (IN_DIAGNOSTICS)."""
    for unit in work.scenario["units"]:
        if unit["addedInDiagnostics"]:
            actions.add_part(work.request_id, _unit(unit, work.world), actor=work.actor)
    rows = [_diagnosed(work, part, row) for part, row in _units(work) if row["diagnosis"]]
    if rows:
        save_diagnostics(work.request_id, rows, actor=work.actor)


def _diagnosed(work: Work, part: RepairPart, row: Row) -> DiagnosedPartIn:
    diagnosis = row["diagnosis"]
    costs = diagnosis["prices"] or {}
    if diagnosis["types"]:
        costs = {
            name: [{"id": work.world.types[kind, key]} for key in diagnosis["types"].get(kind, [])]
            for name, kind in TYPE_LISTS.items()
        }
    info = {
        "status": diagnosis["status"],
        "comment": diagnosis["comment"],
        "withPredefinedTypes": bool(diagnosis["types"]),
        "pricesOrPredefinedTypes": costs,
    }
    unit = {"id": part.pk, "serialNumber": part.serial_number, "serviceTag": part.service_tag}
    return DiagnosedPartIn.model_validate({**unit, "diagnosticInfo": info})


def approve(work: Work) -> None:
    """Save the supervisor's decisions and comments (IN_REPAIR_APPROVAL)."""
    units = _units(work)
    decisions = [DecisionIn(id=part.pk, status=row["repairApproval"]) for part, row in units if row["repairApproval"]]
    if decisions:
        actions.decide_repairs(work.request_id, decisions, actor=work.actor)
    _comment(work, "IN_REPAIR_APPROVAL", units)


def repair(work: Work) -> None:
    """Save the results of the repairs (IN_SERVICE)."""
    rows = [
        RepairedPartIn(
            repair_part_id=part.pk,
            status=row["repairStatus"],
            comment=row["repairComment"],
            replacement_serial=row["replacementSerial"] or None,
        )
        for part, row in _units(work)
        if row["repairStatus"] and to_repair(part)
    ]
    if rows:
        actions.save_repairs(work.request_id, rows, actor=work.actor)


def send_back(work: Work) -> None:
    """Save the return leg (IN_TRANSIT_BACK)."""
    if work.scenario["transitBack"]:
        data = CompleteLegIn.model_validate(_leg(work, work.scenario["transitBack"]))
        actions.save_transit_back(work.request_id, data, actor=work.actor)


PLOT = Plot(
    REPAIR,
    create,
    {
        "NEW": decide,
        "IN_SHIPPING_DETAILS": ship,
        "IN_WAITING_FOR_PICK_UP": plan_pick_up,
        "SETTING_TRACKING_NUMBER": add_tracking_number,
        "IN_TRANSIT": announce,
        "IN_WAITING_DIAGNOSTICS": set_start,
        "IN_DIAGNOSTICS": diagnose,
        "IN_REPAIR_APPROVAL": approve,
        "IN_SERVICE": repair,
        "IN_TRANSIT_BACK": send_back,
    },
)
