"""Process table of part requests (contract 4.3), with guards and notes."""

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
    """A part request with items, packages and courier leg, loaded on first access."""

    def __init__(self, request: Request) -> None:
        self.request = request

    @cached_property
    def part_request(self) -> PartRequest:
        """Part request of the request."""
        return self.request.part_request

    @cached_property
    def items(self) -> list[RequestedPart]:
        """Items in creation order, with their parts."""
        rows = RequestedPart.objects.filter(part_request_id=self.request.pk)
        return list(rows.select_related("part__category").order_by("pk"))

    @cached_property
    def packages(self) -> list[Package]:
        """Packages in order; empty before packing is saved."""
        return list(self.request.packages.order_by("position", "pk"))

    @cached_property
    def packed(self) -> dict[int, PackedItem]:
        """Packing by item id; unsaved empty objects where none is stored."""
        stored = PackedItem.objects.filter(item__part_request_id=self.request.pk).in_bulk()
        return {item.pk: stored.get(item.pk) or PackedItem(item=item) for item in self.items}

    @cached_property
    def has_shipment(self) -> bool:
        """Whether contact and address are saved."""
        return hasattr(self.request, "shipment")

    @cached_property
    def leg(self) -> CourierLeg:
        """Outbound leg, to the client."""
        return leg_of(self.request, self.request.legs.all(), "THERE")


def approved(item: RequestedPart) -> bool:
    """Return whether the item passed the initial approval and is sent."""
    return item.initial_approval == APPROVED_KEY


def line_of(item: RequestedPart) -> str:
    """Return the search line of an item: its part, or the proposed name."""
    return part_line(item.part.manufacturer, item.part.model) if item.part else item.suggested_name


def every_item_decided(context: Facts) -> Unmet | None:
    """Require that every item is approved or rejected (INITIAL)."""
    return undecided(context.items, "initial_approval", "requestedParts", "initialApproval", "items_undecided")


def shipping_saved(context: Facts) -> Unmet | None:
    """Require saved contact and address (IN_ONE_WAY_SHIPPING)."""
    if context.has_shipment:
        return None
    return Unmet(Word("guards.contact"), {"contact": Word("guards.contact")})


def transport_arranged(context: Facts) -> Unmet | None:
    """Require all four courier fields (IN_WAITING_FOR_PICK_UP)."""
    return leg_missing(context.leg, tracked=True)


def early(context: Facts) -> Word | None:
    """Return the question to confirm before an early arrival."""
    return leg_early(context.leg, arrived=True)


def after_first_approval(context: Facts) -> str:
    """Return the status after INITIAL: REJECTED if every item was rejected."""
    return "IN_ONE_WAY_SHIPPING" if any(approved(item) for item in context.items) else "REJECTED"


def decisions(context: Facts) -> dict[str, str]:
    """List approved and rejected items (INITIAL).

    Reasons are left out: only approvers read them.
    """
    notes = {}
    for key, approval in (("approved", Approval.APPROVED), ("rejected", Approval.REJECTED)):
        if names := [line_of(item) for item in context.items if item.initial_approval == approval]:
            notes[key] = listed(names)
    return notes


PARTS: Process[Facts] = register(
    Process(
        kind="PARTS",
        prefix="P",
        page="process-part-request/{id}",
        steps=(
            # status, tab, responsible role, roles that may continue, guard, next status
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
        search_lines=lambda context: [line_of(item) for item in context.items],
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
# Customs values are visible only to the roles that send the parts.
PACKERS: Roles = AS
