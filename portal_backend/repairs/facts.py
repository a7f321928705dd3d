"""What a repair's guards and its page look at (contract 4.2)."""

from collections.abc import Sequence
from functools import cached_property

from django.db.models import Prefetch, prefetch_related_objects

from portal_backend.base.errors import invalid_field, not_found
from portal_backend.repairs.models import (
    ArrivalState,
    ChosenType,
    Diagnosis,
    PackedUnit,
    Repair,
    RepairPart,
    RepairStatus,
)
from portal_backend.shipping.actions import leg_of
from portal_backend.shipping.models import CourierLeg, Package
from portal_backend.workflow.approving import comments_of
from portal_backend.workflow.models import Approval, Request


class Facts:
    """A repair with its parts, shipment and journeys: each is read once, when it is first asked for.

    A step asks for little of it, and a statement costs more than all that is done with its rows.
    """

    def __init__(self, request: Request) -> None:
        self.request = request

    @cached_property
    def repair(self) -> Repair:
        """What a repair has beyond every request."""
        return self.request.repair

    @cached_property
    def parts(self) -> list[RepairPart]:
        """The units in order, with their instruments and what was chosen for them."""
        rows = RepairPart.objects.filter(repair_id=self.request.pk)
        parts = list(rows.select_related("part__category", "packed", "arrival").order_by("pk"))
        by_type = [part for part in parts if part.with_predefined_types]
        prefetch_related_objects(by_type, Prefetch("types", ChosenType.objects.select_related("service")))
        return parts

    @cached_property
    def has_shipment(self) -> bool:
        """Whether contact and address are saved."""
        return hasattr(self.request, "shipment")

    @cached_property
    def packages(self) -> list[Package]:
        """The packages in order."""
        return list(self.request.packages.order_by("position", "pk"))

    @cached_property
    def legs(self) -> list[CourierLeg]:
        """The journeys that are saved."""
        return list(self.request.legs.all())

    @cached_property
    def comments(self) -> dict[tuple[int, str], str]:
        """The comments by item (0: the request) and step."""
        return comments_of(self.request)

    @property
    def there(self) -> CourierLeg:
        """The way to the service."""
        return leg_of(self.request, self.legs, "THERE")

    @property
    def back(self) -> CourierLeg:
        """The way back."""
        return leg_of(self.request, self.legs, "BACK")


def packed(part: RepairPart) -> PackedUnit:
    """How a unit is sent; empty where nothing is said of it yet."""
    return getattr(part, "packed", None) or PackedUnit(unit=part)


def parts_by_id(facts: Facts, ids: Sequence[int]) -> dict[int, RepairPart]:
    """The named parts of this repair. Raises 404 for one of another, 400 for one named twice."""
    by_id = {part.pk: part for part in facts.parts}
    if not set(ids) <= set(by_id):
        raise not_found()
    if len(ids) != len(set(ids)):
        raise invalid_field("parts", "twice")
    return {pk: by_id[pk] for pk in ids}


def approved(part: RepairPart) -> bool:
    """Initially approved: the part is sent in."""
    return part.initial_approval == Approval.APPROVED


def is_missing(part: RepairPart) -> bool:
    """Whether goods receipt recorded a unit as missing; one that was not looked for counts as received."""
    arrival = getattr(part, "arrival", None)
    return arrival is not None and arrival.found == ArrivalState.MISSING


def is_received(part: RepairPart) -> bool:
    """Whether a unit is in the service: sent in, and not missing."""
    return approved(part) and not is_missing(part)


def needs_approval(part: RepairPart) -> bool:
    """Whether a supervisor decides on the repair of a part."""
    return is_received(part) and part.diagnostic_status in (Diagnosis.FOR_REPAIR, Diagnosis.NON_REPAIRABLE)


def to_repair(part: RepairPart) -> bool:
    """Whether the service works on a part."""
    working = part.diagnostic_status == Diagnosis.IT_IS_WORKING
    return is_received(part) and not working and part.repair_approval == Approval.APPROVED


def chosen_types(part: RepairPart) -> list[ChosenType]:
    """The predefined services chosen for a part: one that has prices has none."""
    return list(part.types.all()) if part.with_predefined_types else []


def is_priced(part: RepairPart) -> bool:
    """At least one price (0 counts), or at least one type."""
    if part.with_predefined_types:
        return bool(chosen_types(part))
    return any(price is not None for price in (part.diagnostic_price, part.repair_price, part.parts_price))


def shown_repair_status(part: RepairPart) -> str | None:
    """The repair status as shown: a part whose repair was rejected is REJECTED, a missing one has none."""
    if is_missing(part):
        return None
    if needs_approval(part) and part.repair_approval == Approval.REJECTED:
        return RepairStatus.REJECTED.value
    return part.repair_status or None


def serial_after_repair(part: RepairPart) -> str:
    """The serial number of what goes back for a unit: its own, or that of its replacement."""
    return part.replacement_serial if part.replacement_key else part.serial_number
