"""Process table of part requests (contract 4.3), with guards and notes."""

from functools import cached_property

from portal_backend.core.actor import ALL_ROLES, Role, Roles
from portal_backend.core.translations import LazyMessage
from portal_backend.part_requests.models import ItemPacking, PartRequest, RequestedPart
from portal_backend.shipping.actions import confirm_early_delivery, get_leg, require_leg
from portal_backend.shipping.models import CourierLeg, Package
from portal_backend.workflow.approvals import APPROVED_KEY, check_items_decided
from portal_backend.workflow.models import Approval, ServiceRequest
from portal_backend.workflow.process import (
    COMMENT_EDIT,
    HISTORY_TAB,
    GuardFailure,
    Process,
    Step,
    TabHeading,
    build_edits,
    join_names,
)
from portal_backend.workflow.search import build_part_search_line

A, V, S, C = Role.ADMIN, Role.SUPERVISOR, Role.SERVICE, Role.CLIENT
AV, AS, AC, ASC = frozenset({A, V}), frozenset({A, S}), frozenset({A, C}), frozenset({A, S, C})
WAITING_CONFIRMATION = "WAITING_CONFIRMATION"
OPEN_STATUSES = ("INITIAL", "IN_ONE_WAY_SHIPPING", "IN_WAITING_FOR_PICK_UP", "WAITING_CONFIRMATION")


class PartRequestContext:
    """A part request with items, packages and courier leg, loaded on first access."""

    def __init__(self, request: ServiceRequest) -> None:
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
    def packing_by_item(self) -> dict[int, ItemPacking]:
        """Packing by item id; unsaved empty objects where none is stored."""
        stored = ItemPacking.objects.filter(item__part_request_id=self.request.pk).in_bulk()
        return {item.pk: stored.get(item.pk) or ItemPacking(item=item) for item in self.items}

    @cached_property
    def has_shipment(self) -> bool:
        """Whether contact and address are saved."""
        return hasattr(self.request, "shipment")

    @cached_property
    def outbound_leg(self) -> CourierLeg:
        """Outbound leg, to the client."""
        return get_leg(self.request, self.request.legs.all(), "THERE")


def is_approved(item: RequestedPart) -> bool:
    """Return whether the item passed the initial approval and is sent."""
    return item.initial_approval == APPROVED_KEY


def build_search_line(item: RequestedPart) -> str:
    """Return the search line of an item: its part, or the proposed name."""
    return build_part_search_line(item.part.manufacturer, item.part.model) if item.part else item.suggested_name


def require_items_decided(context: PartRequestContext) -> GuardFailure | None:
    """Require that every item is approved or rejected (INITIAL)."""
    return check_items_decided(
        context.items, "initial_approval", "requestedParts", "initialApproval", "items_undecided"
    )


def require_shipping_saved(context: PartRequestContext) -> GuardFailure | None:
    """Require saved contact and address (IN_ONE_WAY_SHIPPING)."""
    if context.has_shipment:
        return None
    return GuardFailure(LazyMessage("guards.contact"), {"contact": LazyMessage("guards.contact")})


def require_transport_arranged(context: PartRequestContext) -> GuardFailure | None:
    """Require all four courier fields (IN_WAITING_FOR_PICK_UP)."""
    return require_leg(context.outbound_leg, needs_tracking_number=True)


def confirm_early_outbound(context: PartRequestContext) -> LazyMessage | None:
    """Return the question to confirm before an early delivery."""
    return confirm_early_delivery(context.outbound_leg)


def route_after_initial_approval(context: PartRequestContext) -> str:
    """Return the status after INITIAL: REJECTED if every item was rejected."""
    return "IN_ONE_WAY_SHIPPING" if any(is_approved(item) for item in context.items) else "REJECTED"


def describe_initial_decisions(context: PartRequestContext) -> dict[str, str]:
    """List approved and rejected items (INITIAL).

    Reasons are left out: only approvers read them.
    """
    notes = {}
    for key, approval in (("approved", Approval.APPROVED), ("rejected", Approval.REJECTED)):
        if names := [build_search_line(item) for item in context.items if item.initial_approval == approval]:
            notes[key] = join_names(names)
    return notes


PARTS: Process[PartRequestContext] = Process(
    kind="PARTS",
    prefix="P",
    page="process-part-request/{id}",
    steps=(
        # status, tab, responsible role, roles that may continue, guard, next status
        Step(
            "INITIAL",
            "DETAILS",
            V,
            AV,
            require_items_decided,
            route_after_initial_approval,
            remarks=describe_initial_decisions,
        ),
        Step(
            "IN_ONE_WAY_SHIPPING",
            "SHIPPING_DETAILS",
            C,
            AC,
            require_shipping_saved,
            "IN_WAITING_FOR_PICK_UP",
            is_open_ended=True,
        ),
        Step(
            "IN_WAITING_FOR_PICK_UP",
            "TRANSPORT_ARRANGEMENT",
            S,
            AS,
            require_transport_arranged,
            "WAITING_CONFIRMATION",
        ),
        Step(
            *(WAITING_CONFIRMATION, WAITING_CONFIRMATION, C, ASC),
            next="DONE",
            is_delivery_confirmation=True,
            confirmation=confirm_early_outbound,
            is_with_courier=True,
        ),
        Step("DONE", HISTORY_TAB, tone="done"),
        Step("REJECTED", HISTORY_TAB, tone="rejected"),
    ),
    edits=build_edits(
        ("initial_approval", AV, ("INITIAL",)),
        (COMMENT_EDIT, AV, ("INITIAL",)),
        ("add_items", frozenset({C}), ("INITIAL",)),
        ("item_part", frozenset({A}), OPEN_STATUSES),
        ("save_shipping", AC, ("IN_ONE_WAY_SHIPPING",)),
        ("save_transport", AS, ("IN_WAITING_FOR_PICK_UP",)),
        ("save_packing", AS, ("IN_WAITING_FOR_PICK_UP",)),
    ),
    load_context=PartRequestContext,
    list_item_ids=lambda request: RequestedPart.objects.filter(part_request_id=request.pk).values_list("pk", flat=True),
    build_search_lines=lambda context: [build_search_line(item) for item in context.items],
    find_requests_with_parts=lambda parts: RequestedPart.objects.filter(part__in=parts).values_list(
        "part_request_id", flat=True
    ),
    history_readers=ALL_ROLES - {C},
    mail_actions={"DELIVERY_OVERDUE": C},
    comment_readers=AV,
    terminal_tabs={C: WAITING_CONFIRMATION},
    continue_labels={"REJECTED": LazyMessage("continue.reject")},
    headings=(TabHeading(WAITING_CONFIRMATION, ALL_ROLES, frozenset({"REJECTED"}), LazyMessage("headings.rejected")),),
)

READERS: Roles = ALL_ROLES
# Customs values are visible only to the roles that send the parts.
PACKING_READERS: Roles = AS
