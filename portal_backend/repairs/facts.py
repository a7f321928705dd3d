"""Data that the guards and the presenter of a repair read (contract 4.2)."""

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
    """A repair with its units, packages and courier legs, loaded on first access.

    A transition needs only a few of them, and each of them costs a query.
    """

    def __init__(self, request: Request) -> None:
        self.request = request

    @cached_property
    def repair(self) -> Repair:
        """Data of the repair in addition to the request."""
        return self.request.repair

    @cached_property
    def parts(self) -> list[RepairPart]:
        """Units in creation order with parts, packing, goods receipt and services."""
        rows = RepairPart.objects.filter(repair_id=self.request.pk)
        units = list(rows.select_related("part__category", "packed", "arrival").order_by("pk"))
        with_services = [unit for unit in units if unit.with_predefined_types]
        prefetch_related_objects(with_services, Prefetch("types", ChosenType.objects.select_related("service")))
        return units

    @cached_property
    def has_shipment(self) -> bool:
        """Whether contact and address are saved."""
        return hasattr(self.request, "shipment")

    @cached_property
    def packages(self) -> list[Package]:
        """Packages in order."""
        return list(self.request.packages.order_by("position", "pk"))

    @cached_property
    def legs(self) -> list[CourierLeg]:
        """Saved courier legs."""
        return list(self.request.legs.all())

    @cached_property
    def comments(self) -> dict[tuple[int, str], str]:
        """Comment texts by item id (0 for the request) and step."""
        return comments_of(self.request)

    @property
    def there(self) -> CourierLeg:
        """Outbound leg, to the service."""
        return leg_of(self.request, self.legs, "THERE")

    @property
    def back(self) -> CourierLeg:
        """Inbound leg, back to the client."""
        return leg_of(self.request, self.legs, "BACK")


def packed(unit: RepairPart) -> PackedUnit:
    """Return the packing data of a unit, or an unsaved empty object."""
    return getattr(unit, "packed", None) or PackedUnit(unit=unit)


def parts_by_id(context: Facts, ids: Sequence[int]) -> dict[int, RepairPart]:
    """Return units of this repair by id.

    Raises 404 for a unit of another repair and 400 for a repeated id.
    """
    by_id = {unit.pk: unit for unit in context.parts}
    if not set(ids) <= set(by_id):
        raise not_found()
    if len(ids) != len(set(ids)):
        raise invalid_field("parts", "twice")
    return {pk: by_id[pk] for pk in ids}


def approved(unit: RepairPart) -> bool:
    """Return whether the unit passed the initial approval and is sent in."""
    return unit.initial_approval == Approval.APPROVED


def is_missing(unit: RepairPart) -> bool:
    """Return whether goods receipt recorded the unit as missing.

    A unit without a line in the goods receipt counts as received.
    """
    line = getattr(unit, "arrival", None)
    return line is not None and line.found == ArrivalState.MISSING


def is_received(unit: RepairPart) -> bool:
    """Return whether the service has the unit: approved and not missing."""
    return approved(unit) and not is_missing(unit)


def needs_approval(unit: RepairPart) -> bool:
    """Return whether a supervisor must decide on the repair of the unit."""
    return is_received(unit) and unit.diagnostic_status in (Diagnosis.FOR_REPAIR, Diagnosis.NON_REPAIRABLE)


def to_repair(unit: RepairPart) -> bool:
    """Return whether the service has to repair the unit."""
    is_working = unit.diagnostic_status == Diagnosis.IT_IS_WORKING
    return is_received(unit) and not is_working and unit.repair_approval == Approval.APPROVED


def chosen_types(unit: RepairPart) -> list[ChosenType]:
    """Return the predefined services of a unit; empty if it has single prices."""
    return list(unit.types.all()) if unit.with_predefined_types else []


def is_priced(unit: RepairPart) -> bool:
    """Return whether the unit has at least one price (0 counts) or one service."""
    if unit.with_predefined_types:
        return bool(chosen_types(unit))
    return any(price is not None for price in (unit.diagnostic_price, unit.repair_price, unit.parts_price))


def shown_repair_status(unit: RepairPart) -> str | None:
    """Return the repair status to display: REJECTED if refused, None if missing."""
    if is_missing(unit):
        return None
    if needs_approval(unit) and unit.repair_approval == Approval.REJECTED:
        return RepairStatus.REJECTED.value
    return unit.repair_status or None


def serial_after_repair(unit: RepairPart) -> str:
    """Return the serial number to send back: the replacement's or the unit's own."""
    return unit.replacement_serial if unit.replacement_key else unit.serial_number
