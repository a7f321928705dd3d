"""Data that the guards and the presenter of a repair read (contract 4.2)."""

from collections.abc import Sequence
from functools import cached_property

from django.db.models import Prefetch, prefetch_related_objects

from portal_backend.core.errors import invalid_field, not_found
from portal_backend.repairs.models import (
    ArrivalState,
    Diagnosis,
    Repair,
    RepairStatus,
    RepairUnit,
    SelectedService,
    UnitPacking,
)
from portal_backend.shipping.actions import get_leg
from portal_backend.shipping.models import CourierLeg, Package
from portal_backend.workflow.approvals import get_comment_texts
from portal_backend.workflow.models import Approval, ServiceRequest


class RepairContext:
    """A repair with its units, packages and courier legs, loaded on first access.

    A transition needs only a few of them, and each of them costs a query.
    """

    def __init__(self, request: ServiceRequest) -> None:
        self.request = request

    @cached_property
    def repair(self) -> Repair:
        """Data of the repair in addition to the request."""
        return self.request.repair

    @cached_property
    def units(self) -> list[RepairUnit]:
        """Units in creation order with parts, packing, goods receipt and services."""
        rows = RepairUnit.objects.filter(repair_id=self.request.pk)
        units = list(rows.select_related("part__category", "packing", "receipt_line").order_by("pk"))
        with_services = [unit for unit in units if unit.with_predefined_types]
        prefetch_related_objects(
            with_services, Prefetch("selected_services", SelectedService.objects.select_related("service"))
        )
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
        return get_comment_texts(self.request)

    @property
    def outbound_leg(self) -> CourierLeg:
        """Outbound leg, to the service."""
        return get_leg(self.request, self.legs, "THERE")

    @property
    def inbound_leg(self) -> CourierLeg:
        """Inbound leg, back to the client."""
        return get_leg(self.request, self.legs, "BACK")


def get_packing(unit: RepairUnit) -> UnitPacking:
    """Return the packing data of a unit, or an unsaved empty object."""
    return getattr(unit, "packing", None) or UnitPacking(unit=unit)


def get_units_by_id(context: RepairContext, ids: Sequence[int]) -> dict[int, RepairUnit]:
    """Return units of this repair by id.

    Raises 404 for a unit of another repair and 400 for a repeated id.
    """
    by_id = {unit.pk: unit for unit in context.units}
    if not set(ids) <= set(by_id):
        raise not_found()
    if len(ids) != len(set(ids)):
        raise invalid_field("parts", "twice")
    return {pk: by_id[pk] for pk in ids}


def is_approved(unit: RepairUnit) -> bool:
    """Return whether the unit passed the initial approval and is sent in."""
    return unit.initial_approval == Approval.APPROVED


def is_missing(unit: RepairUnit) -> bool:
    """Return whether goods receipt recorded the unit as missing.

    A unit without a line in the goods receipt counts as received.
    """
    line = getattr(unit, "receipt_line", None)
    return line is not None and line.condition == ArrivalState.MISSING


def is_received(unit: RepairUnit) -> bool:
    """Return whether the service has the unit: approved and not missing."""
    return is_approved(unit) and not is_missing(unit)


def needs_approval(unit: RepairUnit) -> bool:
    """Return whether a supervisor must decide on the repair of the unit."""
    return is_received(unit) and unit.diagnostic_status in (Diagnosis.FOR_REPAIR, Diagnosis.NON_REPAIRABLE)


def needs_repair(unit: RepairUnit) -> bool:
    """Return whether the service has to repair the unit."""
    is_working = unit.diagnostic_status == Diagnosis.IT_IS_WORKING
    return is_received(unit) and not is_working and unit.repair_approval == Approval.APPROVED


def get_selected_services(unit: RepairUnit) -> list[SelectedService]:
    """Return the predefined services of a unit; empty if it has single prices."""
    return list(unit.selected_services.all()) if unit.with_predefined_types else []


def is_priced(unit: RepairUnit) -> bool:
    """Return whether the unit has at least one price (0 counts) or one service."""
    if unit.with_predefined_types:
        return bool(get_selected_services(unit))
    return any(price is not None for price in (unit.diagnostic_price, unit.repair_price, unit.parts_price))


def get_displayed_repair_status(unit: RepairUnit) -> str | None:
    """Return the repair status to display: REJECTED if refused, None if missing."""
    if is_missing(unit):
        return None
    if needs_approval(unit) and unit.repair_approval == Approval.REJECTED:
        return RepairStatus.REJECTED.value
    return unit.repair_status or None


def get_returned_serial(unit: RepairUnit) -> str:
    """Return the serial number to send back: the replacement's or the unit's own."""
    return unit.replacement_serial if unit.replacement_key else unit.serial_number
