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
from portal_backend.repairs.diagnostics import save_diagnostics
from portal_backend.repairs.models import RepairUnit
from portal_backend.repairs.schemas import DiagnosedPartIn, RepairedPartIn, RepairIn
from portal_backend.shipping.schemas import CompleteLegIn, PickUpIn, ShippingIn
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.schemas import DecisionIn
from tests import request_bodies

if TYPE_CHECKING:
    from tests.factories import Person, World


@dataclass(frozen=True)
class RequestBuilder:
    """Builder of one kind of service request."""

    #: creates a request: `create(world, person, ...)`
    create: Callable[..., ServiceRequest]
    #: completes the current step: `complete_step(world, request, goal)`; `goal` chooses between two next statuses
    complete_step: Callable[["World", ServiceRequest, str], None]


def create_repair(world: "World", person: "Person", *, units: int = 1, parts: Sequence[Part] = ()) -> ServiceRequest:
    """Create a repair with `units` units, numbered from SN-1."""
    chosen = parts or [world.part]
    bodies_of_units = [request_bodies.unit(chosen[i % len(chosen)].pk, f"SN-{i + 1}") for i in range(units)]
    return actions.create_repair(RepairIn.model_validate({"units": bodies_of_units}), actor=person.actor)


def complete_repair_step(world: "World", request: ServiceRequest, goal: str) -> None:
    """Complete a step of a repair: all units are approved, diagnosed and repaired."""
    complete_step = _REPAIR_STEPS.get(request.status)
    if complete_step:
        complete_step(request, goal, world.admin.actor)


def _list_unit_ids(request: ServiceRequest) -> list[int]:
    return list(RepairUnit.objects.filter(repair_id=request.pk).order_by("pk").values_list("pk", flat=True))


def _build_decisions(request: ServiceRequest, status: str) -> list[DecisionIn]:
    return [DecisionIn(id=pk, status=status) for pk in _list_unit_ids(request)]  # type: ignore[arg-type]


def _build_approvals(request: ServiceRequest) -> list[DecisionIn]:
    """Approve the units that need an approval."""
    to_approve = RepairUnit.objects.filter(repair_id=request.pk, initial_approval="APPROVED").exclude(
        diagnostic_status__in=("", "IT_IS_WORKING")
    )
    return [DecisionIn(id=part.pk, status="APPROVED") for part in to_approve]


def _decide_new(request: ServiceRequest, goal: str, actor: Any) -> None:
    status = "REJECTED" if goal == "REJECTED" else "APPROVED"
    actions.decide_initially(request.pk, _build_decisions(request, status), actor=actor)


def _save_shipping(request: ServiceRequest, goal: str, actor: Any) -> None:
    actions.save_shipping(request.pk, ShippingIn.model_validate(request_bodies.shipping()), actor=actor)


def _save_pick_up(request: ServiceRequest, goal: str, actor: Any) -> None:
    number = "" if goal == "SETTING_TRACKING_NUMBER" else "1Z999"
    actions.save_pick_up(
        request.pk, PickUpIn.model_validate(request_bodies.pick_up(trackingNumber=number)), actor=actor
    )


def _save_diagnostic_date(request: ServiceRequest, goal: str, actor: Any) -> None:
    actions.save_diagnostic_date(request.pk, date(2026, 3, 9), actor=actor)


def _diagnose(request: ServiceRequest, goal: str, actor: Any) -> None:
    rows = [DiagnosedPartIn.model_validate(request_bodies.diagnosis(pk)) for pk in _list_unit_ids(request)]
    save_diagnostics(request.pk, rows, actor=actor)


def _approve_repairs(request: ServiceRequest, goal: str, actor: Any) -> None:
    actions.decide_repairs(request.pk, _build_approvals(request), actor=actor)


def _repair(request: ServiceRequest, goal: str, actor: Any) -> None:
    to_repair = RepairUnit.objects.filter(repair_id=request.pk, repair_approval="APPROVED")
    rows = [RepairedPartIn.model_validate(request_bodies.repair_result(part.pk)) for part in to_repair]
    actions.save_repairs(request.pk, rows, actor=actor)


def _save_transit_back(request: ServiceRequest, goal: str, actor: Any) -> None:
    actions.save_transit_back(request.pk, CompleteLegIn.model_validate(request_bodies.courier_leg()), actor=actor)


_REPAIR_STEPS: dict[str, Callable[[ServiceRequest, str, Any], None]] = {
    "NEW": _decide_new,
    "IN_SHIPPING_DETAILS": _save_shipping,
    "IN_WAITING_FOR_PICK_UP": _save_pick_up,
    "SETTING_TRACKING_NUMBER": _save_pick_up,
    "IN_WAITING_DIAGNOSTICS": _save_diagnostic_date,
    "IN_DIAGNOSTICS": _diagnose,
    "IN_REPAIR_APPROVAL": _approve_repairs,
    "IN_SERVICE": _repair,
    "IN_TRANSIT_BACK": _save_transit_back,
}


def create_part_request(
    world: "World", person: "Person", *, units: int = 1, parts: Sequence[Part] = ()
) -> ServiceRequest:
    """Create a part request with `units` pieces of each part."""
    items = [{"partId": each.pk, "quantity": units} for each in parts or [world.part]]
    body = {**request_bodies.part_request(items[0]["partId"]), "parts": items}
    return part_actions.create_part_request(NewPartRequest.model_validate(body), actor=person.actor)


def complete_part_request_step(world: "World", request: ServiceRequest, goal: str) -> None:
    """Complete a step of a part request: all items are approved and sent."""
    actor = world.admin.actor
    if request.status == "INITIAL":
        status = "REJECTED" if goal == "REJECTED" else "APPROVED"
        items = RequestedPart.objects.filter(part_request_id=request.pk).values_list("pk", flat=True)
        decisions = [ItemDecisionIn.model_validate({"id": pk, "initialApproval": status}) for pk in items]
        part_actions.decide_items(request.pk, decisions, actor=actor)
    if request.status == "IN_WAITING_FOR_PICK_UP":
        part_actions.save_transport(request.pk, CompleteLegIn.model_validate(request_bodies.courier_leg()), actor=actor)


def create_support(world: "World", person: "Person", **body: Any) -> ServiceRequest:
    """Create a remote support request; keywords change its body."""
    return support_actions.create_support(
        SupportIn.model_validate(request_bodies.remote_support(**body)), actor=person.actor
    )


def complete_support_step(world: "World", request: ServiceRequest, goal: str) -> None:
    """Complete a step of a remote support request: it is approved and has a session."""
    actor = world.admin.actor
    if request.status == "INITIAL":
        support_actions.decide(request.pk, "REJECTED" if goal == "REJECTED" else "APPROVED", actor=actor)
    if request.status == "SERVICE_REVIEW":
        support_actions.save_session(request.pk, SessionIn.model_validate(request_bodies.session()), actor=actor)


REQUEST_BUILDERS = {
    "REPAIR": RequestBuilder(create_repair, complete_repair_step),
    "PARTS": RequestBuilder(create_part_request, complete_part_request_step),
    "REMOTE_SUPPORT": RequestBuilder(create_support, complete_support_step),
}
