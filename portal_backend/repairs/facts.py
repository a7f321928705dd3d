"""What a repair's guards and its page look at (contract 4.2)."""

from functools import cached_property

from django.db.models import Prefetch, prefetch_related_objects

from portal_backend.repairs.models import ChosenType, Diagnosis, Repair, RepairPart, RepairStatus
from portal_backend.shipping.actions import leg_of
from portal_backend.shipping.models import CourierLeg, Package
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
        parts = list(rows.select_related("part__category").order_by("pk"))
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

    @property
    def there(self) -> CourierLeg:
        """The way to the service."""
        return leg_of(self.request, self.legs, "THERE")

    @property
    def back(self) -> CourierLeg:
        """The way back."""
        return leg_of(self.request, self.legs, "BACK")


def approved(part: RepairPart) -> bool:
    """Initially approved: the part is sent in."""
    return part.initial_approval == Approval.APPROVED


def needs_approval(part: RepairPart) -> bool:
    """Whether a supervisor decides on the repair of a part."""
    return approved(part) and part.diagnostic_status in (Diagnosis.FOR_REPAIR, Diagnosis.NON_REPAIRABLE)


def to_repair(part: RepairPart) -> bool:
    """Whether the service works on a part."""
    working = part.diagnostic_status == Diagnosis.IT_IS_WORKING
    return approved(part) and not working and part.repair_approval == Approval.APPROVED


def chosen_types(part: RepairPart) -> list[ChosenType]:
    """The predefined services chosen for a part: one that has prices has none."""
    return list(part.types.all()) if part.with_predefined_types else []


def is_priced(part: RepairPart) -> bool:
    """At least one price (0 counts), or at least one type."""
    if part.with_predefined_types:
        return bool(chosen_types(part))
    return any(price is not None for price in (part.diagnostic_price, part.repair_price, part.parts_price))


def shown_repair_status(part: RepairPart) -> str | None:
    """The repair status as shown: a part whose repair was rejected is REJECTED."""
    if needs_approval(part) and part.repair_approval == Approval.REJECTED:
        return RepairStatus.REJECTED.value
    return part.repair_status or None
