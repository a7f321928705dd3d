"""The part request as a table (contract 4.3)."""

from functools import cached_property

from portal_backend.base.actor import EVERYBODY, Role, Roles
from portal_backend.base.words import Word
from portal_backend.part_requests.models import PackedItem, PartRequest, RequestedPart
from portal_backend.shipping.actions import leg_early, leg_missing, leg_of
from portal_backend.shipping.models import CourierLeg, Package
from portal_backend.workflow.approving import APPROVED_KEY, undecided
from portal_backend.workflow.models import Approval, Request
from portal_backend.workflow.process import COMMENT, HISTORY, Process, Step, TabHeading, Unmet, edits, listed, register
from portal_backend.workflow.searching import part_line

A, V, S, C = Role.ADMIN, Role.SUPERVISOR, Role.SERVICE, Role.CLIENT
AV, AS, AC, ASC = frozenset({A, V}), frozenset({A, S}), frozenset({A, C}), frozenset({A, S, C})
CONFIRMING = "WAITING_CONFIRMATION"
OPEN = ("INITIAL", "IN_ONE_WAY_SHIPPING", "IN_WAITING_FOR_PICK_UP", "WAITING_CONFIRMATION")


class Facts:
    """What the guards look at: each is read once, when it is first asked for."""

    def __init__(self, request: Request) -> None:
        self.request = request

    @cached_property
    def part_request(self) -> PartRequest:
        """What a part request has beyond every request."""
        return self.request.part_request

    @cached_property
    def items(self) -> list[RequestedPart]:
        """The items in order, with their parts."""
        rows = RequestedPart.objects.filter(part_request_id=self.request.pk)
        return list(rows.select_related("part__category").order_by("pk"))

    @cached_property
    def packages(self) -> list[Package]:
        """The packages in order, once somebody packed."""
        return list(self.request.packages.order_by("position", "pk"))

    @cached_property
    def packed(self) -> dict[int, PackedItem]:
        """How each item is sent; empty where nothing is said of it yet."""
        said = PackedItem.objects.filter(item__part_request_id=self.request.pk).in_bulk()
        return {item.pk: said.get(item.pk) or PackedItem(item=item) for item in self.items}

    @cached_property
    def has_shipment(self) -> bool:
        """Whether contact and address are saved."""
        return hasattr(self.request, "shipment")

    @cached_property
    def leg(self) -> CourierLeg:
        """The courier's journey."""
        return leg_of(self.request, self.request.legs.all(), "THERE")


def approved(item: RequestedPart) -> bool:
    """Initially approved: the item is sent."""
    return item.initial_approval == APPROVED_KEY


def line_of(item: RequestedPart) -> str:
    """What an item is found by: its part, or the name that was proposed."""
    return part_line(item.part.manufacturer, item.part.model) if item.part else item.suggested_name


def every_item_decided(facts: Facts) -> Unmet | None:
    """INITIAL: every item approved or rejected."""
    return undecided(facts.items, "initial_approval", "requestedParts", "initialApproval", "items_undecided")


def shipping_saved(facts: Facts) -> Unmet | None:
    """IN_ONE_WAY_SHIPPING: valid contact and address saved."""
    if facts.has_shipment:
        return None
    return Unmet(Word("guards.contact"), {"contact": Word("guards.contact")})


def transport_arranged(facts: Facts) -> Unmet | None:
    """IN_WAITING_FOR_PICK_UP: all four courier fields saved."""
    return leg_missing(facts.leg, tracked=True)


def early(facts: Facts) -> Word | None:
    """What is asked of the delivery."""
    return leg_early(facts.leg, arrived=True)


def after_first_approval(facts: Facts) -> str:
    """Every item rejected ends the request."""
    return "IN_ONE_WAY_SHIPPING" if any(approved(item) for item in facts.items) else "REJECTED"


def decisions(facts: Facts) -> dict[str, str]:
    """INITIAL: which items were approved and which were rejected; the reasons are for those who decide."""
    remarks = {}
    for key, approval in (("approved", Approval.APPROVED), ("rejected", Approval.REJECTED)):
        if names := [line_of(item) for item in facts.items if item.initial_approval == approval]:
            remarks[key] = listed(names)
    return remarks


PARTS: Process[Facts] = register(
    Process(
        kind="PARTS",
        prefix="P",
        page="process-part-request/{id}",
        steps=(
            # status, tab, waits for, may continue, guard, next
            Step("INITIAL", "DETAILS", V, AV, every_item_decided, after_first_approval, remarks=decisions),
            Step(
                "IN_ONE_WAY_SHIPPING",
                "SHIPPING_DETAILS",
                C,
                AC,
                shipping_saved,
                "IN_WAITING_FOR_PICK_UP",
                open_ended=True,
            ),
            Step("IN_WAITING_FOR_PICK_UP", "TRANSPORT_ARRANGEMENT", S, AS, transport_arranged, "WAITING_CONFIRMATION"),
            Step(
                *(CONFIRMING, CONFIRMING, C, ASC),
                next="DONE",
                tone="moving",
                confirms_delivery=True,
                asks=early,
                carried=True,
            ),
            Step("DONE", HISTORY, tone="done"),
            Step("REJECTED", HISTORY, tone="rejected"),
        ),
        edits=edits(
            ("initial_approval", AV, ("INITIAL",)),
            (COMMENT, AV, ("INITIAL",)),
            ("add_items", frozenset({C}), ("INITIAL",)),
            ("item_part", frozenset({A}), OPEN),
            ("save_shipping", AC, ("IN_ONE_WAY_SHIPPING",)),
            ("save_transport", AS, ("IN_WAITING_FOR_PICK_UP",)),
            ("save_packing", AS, ("IN_WAITING_FOR_PICK_UP",)),
        ),
        subject=Facts,
        items=lambda request: RequestedPart.objects.filter(part_request_id=request.pk).values_list("pk", flat=True),
        search_lines=lambda facts: [line_of(item) for item in facts.items],
        holding=lambda parts: RequestedPart.objects.filter(part__in=parts).values_list("part_request_id", flat=True),
        history_readers=EVERYBODY - {C},
        mail_actions={"DELIVERY_OVERDUE": C},
        comment_readers=AV,
        terminal_tabs={C: CONFIRMING},
        detours={"REJECTED": Word("continue.reject")},
        faces=(TabHeading(CONFIRMING, EVERYBODY, frozenset({"REJECTED"}), Word("faces.rejected")),),
    )
)

READERS: Roles = EVERYBODY
# what parts are worth is a matter of who sends them: nobody else reads a price of a part request
PACKERS: Roles = AS
