"""Demo part requests: creation, and the work done in each status."""

from datetime import datetime

from portal_backend.accounts.lists import address
from portal_backend.accounts.models import User
from portal_backend.base.actor import Actor
from portal_backend.demo.world import Plot, Row, Work, World, inline, part_id, person_of
from portal_backend.part_requests import actions
from portal_backend.part_requests.models import RequestedPart
from portal_backend.part_requests.process import PARTS
from portal_backend.part_requests.schemas import ItemDecisionIn, NewPartRequest
from portal_backend.shipping.schemas import CompleteLegIn
from portal_backend.workflow.actions import save_comment
from portal_backend.workflow.models import Request


def create(scenario: Row, context: World, actor: Actor, now: datetime) -> Request:
    """Create a part request with the contact and address of the client's profile."""
    body = {
        "contact": person_of(actor),
        "address": address(User.objects.get(pk=actor.user_id)),
        "parts": [_item(item, context) for item in scenario["items"]],
    }
    return actions.create_part_request(NewPartRequest.model_validate(body), actor=actor)


def _item(item: Row, context: World) -> Row:
    if item["part"]:
        return {"partId": part_id(context, item["part"]), "quantity": item["quantity"]}
    images = [inline({"image": name}) for name in item["images"]]
    return {"id": -1, "partName": item["partName"], "quantity": item["quantity"], "images": images}


def decide(work: Work) -> None:
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


def arrange(work: Work) -> None:
    """Save the courier that the service booked (IN_WAITING_FOR_PICK_UP)."""
    leg = work.scenario["transport"]
    if leg:
        body = {
            "courierName": leg["courierName"],
            "pickUpDate": work.day(leg["pickUpDaysAgo"]),
            "estimateDeliveryDate": work.day(leg["deliveryDaysAgo"]),
            "trackingNumber": leg["trackingNumber"],
        }
        actions.save_transport(work.request_id, CompleteLegIn.model_validate(body), actor=work.actor)


PLOT = Plot(PARTS, create, {"INITIAL": decide, "IN_WAITING_FOR_PICK_UP": arrange})
