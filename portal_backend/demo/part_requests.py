"""Demo part requests: creation, and the work done in each status."""

from datetime import datetime

from portal_backend.accounts.models import User
from portal_backend.accounts.selectors import serialize_address
from portal_backend.core.actor import Actor
from portal_backend.demo.scenarios import (
    DemoContext,
    FixtureRow,
    ScenarioScript,
    StatusWork,
    build_inline_file,
    get_part_id,
    get_profile_contact,
)
from portal_backend.part_requests import actions
from portal_backend.part_requests.models import RequestedPart
from portal_backend.part_requests.process import PARTS
from portal_backend.part_requests.schemas import ItemDecisionIn, NewPartRequest
from portal_backend.shipping.schemas import CompleteLegIn
from portal_backend.workflow.actions import save_comment
from portal_backend.workflow.models import ServiceRequest


def create(scenario: FixtureRow, context: DemoContext, actor: Actor, now: datetime) -> ServiceRequest:
    """Create a part request with the contact and address of the client's profile."""
    body = {
        "contact": get_profile_contact(actor),
        "address": serialize_address(User.objects.get(pk=actor.user_id)),
        "parts": [_build_item(item, context) for item in scenario["items"]],
    }
    return actions.create_part_request(NewPartRequest.model_validate(body), actor=actor)


def _build_item(item: FixtureRow, context: DemoContext) -> FixtureRow:
    if item["part"]:
        return {"partId": get_part_id(context, item["part"]), "quantity": item["quantity"]}
    images = [build_inline_file({"image": name}) for name in item["images"]]
    return {"id": -1, "partName": item["partName"], "quantity": item["quantity"], "images": images}


def decide(work: StatusWork) -> None:
    """Save the supervisor's decisions and comments (INITIAL)."""
    items = RequestedPart.objects.filter(part_request_id=work.request_id).order_by("pk")
    pairs = list(zip(items, work.scenario["items"], strict=True))
    decisions = [
        ItemDecisionIn(id=item.pk, initial_approval=row["initialApproval"])
        for item, row in pairs
        if row["initialApproval"]
    ]
    if decisions:
        actions.decide_items(work.request_id, decisions, actor=work.actor)
    for owner, text in [(0, work.scenario["comment"]), *((item.pk, row["comment"]) for item, row in pairs)]:
        if text:
            save_comment(PARTS, work.request_id, actor=work.actor, step="INITIAL", text=text, item=owner)


def arrange_courier(work: StatusWork) -> None:
    """Save the courier that the service booked (IN_WAITING_FOR_PICK_UP)."""
    leg = work.scenario["transport"]
    if leg:
        data = CompleteLegIn.model_validate(work.build_leg(leg))
        actions.save_transport(work.request_id, data, actor=work.actor)


SCRIPT = ScenarioScript(PARTS, create, {"INITIAL": decide, "IN_WAITING_FOR_PICK_UP": arrange_courier})
