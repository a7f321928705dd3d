"""Builders that create service requests of each kind and complete their steps.

They use the same actions as users. A new kind of request takes part in the generated tests with a builder here and its
calls in tests/contract/processes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from portal_backend.catalogue.models import Part
from portal_backend.part_requests import actions as part_actions
from portal_backend.part_requests.models import RequestedPart
from portal_backend.part_requests.schemas import ItemDecisionIn, NewPartRequest
from portal_backend.remote_support import actions as support_actions
from portal_backend.remote_support.schemas import SessionIn, SupportIn
from portal_backend.repairs import actions
from portal_backend.repairs.diagnosing import save_diagnostics
from portal_backend.repairs.models import RepairPart
from portal_backend.repairs.schemas import DiagnosedPartIn, RepairedPartIn, UnitIn
from portal_backend.shipping.schemas import CompleteLegIn, PickUpIn, ShippingIn
from portal_backend.workflow.models import Request
from portal_backend.workflow.schemas import DecisionIn
from tests import bodies

if TYPE_CHECKING:
    from tests.factories import Person, World


@dataclass(frozen=True)
class Walk:
    """Builder of one kind of service request."""

    #: creates a request: `create(world, person, ...)`
    create: Callable[..., Request]
    #: completes the current step: `complete_step(world, request, goal)`; `goal` chooses between two next statuses
    fill: Callable[["World", Request, str], None]


def create_repair(world: "World", person: "Person", *, units: int = 1, parts: Sequence[Part] = ()) -> Request:
    """Create a repair with `units` units, numbered from SN-1."""
    chosen = parts or [world.part]
    bodies_of_units = [bodies.unit(chosen[i % len(chosen)].pk, f"SN-{i + 1}") for i in range(units)]
    return actions.create_repair([UnitIn.model_validate(each) for each in bodies_of_units], actor=person.actor)


def fill_repair(world: "World", request: Request, goal: str) -> None:
    """Complete a step of a repair: all units are approved, diagnosed and repaired."""
    complete_step = _REPAIR_FILLING.get(request.status)
    if complete_step:
        complete_step(request, goal, world.admin.actor)


def _units(request: Request) -> list[int]:
    return list(RepairPart.objects.filter(repair_id=request.pk).order_by("pk").values_list("pk", flat=True))


def _decisions(request: Request, status: str) -> list[DecisionIn]:
    return [DecisionIn(id=pk, status=status) for pk in _units(request)]  # type: ignore[arg-type]


def _approvals(request: Request) -> list[DecisionIn]:
    """Approve the units that need an approval."""
    to_approve = RepairPart.objects.filter(repair_id=request.pk, initial_approval="APPROVED").exclude(
        diagnostic_status__in=("", "IT_IS_WORKING")
    )
    return [DecisionIn(id=part.pk, status="APPROVED") for part in to_approve]


def _new(request: Request, goal: str, actor: Any) -> None:
    status = "REJECTED" if goal == "REJECTED" else "APPROVED"
    actions.decide_initially(request.pk, _decisions(request, status), actor=actor)


def _shipping(request: Request, goal: str, actor: Any) -> None:
    actions.save_shipping(request.pk, ShippingIn.model_validate(bodies.shipping()), actor=actor)


def _pick_up(request: Request, goal: str, actor: Any) -> None:
    number = "" if goal == "SETTING_TRACKING_NUMBER" else "1Z999"
    actions.save_pick_up(request.pk, PickUpIn.model_validate(bodies.pick_up(trackingNumber=number)), actor=actor)


def _diagnostic_date(request: Request, goal: str, actor: Any) -> None:
    actions.save_diagnostic_date(request.pk, date(2026, 3, 9), actor=actor)


def _diagnose(request: Request, goal: str, actor: Any) -> None:
    rows = [DiagnosedPartIn.model_validate(bodies.diagnosis(pk)) for pk in _units(request)]
    save_diagnostics(request.pk, rows, actor=actor)


def _approve_repairs(request: Request, goal: str, actor: Any) -> None:
    actions.decide_repairs(request.pk, _approvals(request), actor=actor)


def _repair(request: Request, goal: str, actor: Any) -> None:
    to_repair = RepairPart.objects.filter(repair_id=request.pk, repair_approval="APPROVED")
    rows = [RepairedPartIn.model_validate(bodies.repaired(part.pk)) for part in to_repair]
    actions.save_repairs(request.pk, rows, actor=actor)


def _transit_back(request: Request, goal: str, actor: Any) -> None:
    actions.save_transit_back(request.pk, CompleteLegIn.model_validate(bodies.leg()), actor=actor)


_REPAIR_FILLING: dict[str, Callable[[Request, str, Any], None]] = {
    "NEW": _new,
    "IN_SHIPPING_DETAILS": _shipping,
    "IN_WAITING_FOR_PICK_UP": _pick_up,
    "SETTING_TRACKING_NUMBER": _pick_up,
    "IN_WAITING_DIAGNOSTICS": _diagnostic_date,
    "IN_DIAGNOSTICS": _diagnose,
    "IN_REPAIR_APPROVAL": _approve_repairs,
    "IN_SERVICE": _repair,
    "IN_TRANSIT_BACK": _transit_back,
}


def create_part_request(world: "World", person: "Person", *, units: int = 1, parts: Sequence[Part] = ()) -> Request:
    """Create a part request with `units` pieces of each part."""
    items = [{"partId": each.pk, "quantity": units} for each in parts or [world.part]]
    body = {**bodies.part_request(items[0]["partId"]), "parts": items}
    return part_actions.create_part_request(NewPartRequest.model_validate(body), actor=person.actor)


def fill_part_request(world: "World", request: Request, goal: str) -> None:
    """Complete a step of a part request: all items are approved and sent."""
    actor = world.admin.actor
    if request.status == "INITIAL":
        status = "REJECTED" if goal == "REJECTED" else "APPROVED"
        items = RequestedPart.objects.filter(part_request_id=request.pk).values_list("pk", flat=True)
        decisions = [ItemDecisionIn.model_validate({"id": pk, "initialApproval": status}) for pk in items]
        part_actions.decide_items(request.pk, decisions, actor=actor)
    if request.status == "IN_WAITING_FOR_PICK_UP":
        part_actions.save_transport(request.pk, CompleteLegIn.model_validate(bodies.leg()), actor=actor)


def create_support(world: "World", person: "Person", **body: Any) -> Request:
    """Create a remote support request; keywords change its body."""
    return support_actions.create_support(SupportIn.model_validate(bodies.support(**body)), actor=person.actor)


def fill_support(world: "World", request: Request, goal: str) -> None:
    """Complete a step of a remote support request: it is approved and has a session."""
    actor = world.admin.actor
    if request.status == "INITIAL":
        support_actions.decide(request.pk, "REJECTED" if goal == "REJECTED" else "APPROVED", actor=actor)
    if request.status == "SERVICE_REVIEW":
        support_actions.save_session(request.pk, SessionIn.model_validate(bodies.session()), actor=actor)


WALKS = {
    "REPAIR": Walk(create_repair, fill_repair),
    "PARTS": Walk(create_part_request, fill_part_request),
    "REMOTE_SUPPORT": Walk(create_support, fill_support),
}
