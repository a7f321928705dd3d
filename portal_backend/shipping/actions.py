"""Shipping data of a request: saving, guards and serialization.

The caller holds the lock of the request.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from portal_backend.accounts.models import User
from portal_backend.accounts.selectors import ADDRESS_ATTRIBUTES, serialize_address, serialize_address_fields
from portal_backend.core.clock import format_day, today
from portal_backend.core.errors import invalid, invalid_field, not_found
from portal_backend.core.translations import LazyMessage
from portal_backend.shipping.models import CourierLeg, Package, Shipment, ShipmentEmail
from portal_backend.shipping.schemas import AddressIn, ContactIn, LegIn, PackageIn
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import CONFIRMATION_WINDOW, GuardFailure


def save_contact_and_address(request: ServiceRequest, contact: ContactIn, address: AddressIn) -> None:
    """Save contact and address of a request."""
    values = {**contact.model_dump(exclude={"backup_emails"}), **address.model_dump()}
    [shipment] = Shipment.objects.bulk_create(
        [Shipment(request=request, **values)],
        update_conflicts=True,
        unique_fields=["request"],
        update_fields=list(values),
    )
    shipment.backup_emails.all().delete()
    ShipmentEmail.objects.bulk_create(
        ShipmentEmail(shipment=shipment, value=each.value) for each in contact.backup_emails
    )


def has_same_shipment(request: ServiceRequest, contact: ContactIn, address: AddressIn) -> bool:
    """Return whether contact and address equal the saved ones."""
    saved = serialize_shipment(request)
    emails = [email["value"] for email in saved["contact"]["backupEmails"]]
    current = {**saved["contact"], **saved["address"], "backupEmails": emails}
    sent = {**contact.model_dump(by_alias=True), **address.model_dump(by_alias=True)}
    return bool(saved["saved"]) and current == {
        **sent,
        "backupEmails": [email.value for email in contact.backup_emails],
    }


def has_same_packages(saved: Sequence[Package], packages: Sequence[PackageIn]) -> bool:
    """Return whether the packages equal the saved ones, in the same order."""
    return [(row.pk, row.dimensions, row.weight) for row in saved] == [
        (each.id, each.dimensions, each.weight) for each in packages
    ]


def replace_packages(request: ServiceRequest, packages: Sequence[PackageIn]) -> list[Package]:
    """Replace the packages of a request and return them; those with an id keep it.

    Raises 404 for a package of another request and 400 for a repeated id.
    """
    existing = {package.pk: package for package in Package.objects.filter(request=request)}
    ids = [package.id for package in packages if package.id is not None]
    if not set(ids) <= set(existing):
        raise not_found()
    if len(ids) != len(set(ids)):
        raise invalid_field("packages", "twice")
    if removed := existing.keys() - ids:
        Package.objects.filter(pk__in=removed).delete()
    saved = []
    for position, package in enumerate(packages):
        row = existing[package.id] if package.id is not None else Package(request=request)
        row.position = position
        row.dimensions = package.dimensions
        row.weight = package.weight
        row.save()
        saved.append(row)
    return saved


def save_leg(request: ServiceRequest, direction: str, leg: LegIn) -> CourierLeg:
    """Save a courier leg. Raises 400 for a delivery before the pick-up."""
    if leg.estimate_delivery_date < leg.pick_up_date:
        raise invalid({"estimateDeliveryDate": LazyMessage("errors.field.before_pick_up")})
    values = leg.model_dump()
    row, _ = CourierLeg.objects.update_or_create(request=request, direction=direction, defaults=values)
    return row


def compute_confirmation_deadline(leg: LegIn) -> date:
    """Return the last day of the delivery confirmation window (spec 1, section 9)."""
    return leg.estimate_delivery_date + CONFIRMATION_WINDOW


def get_leg(request: ServiceRequest, saved: Iterable[CourierLeg], direction: str) -> CourierLeg:
    """Return the saved leg of a direction, or an unsaved empty one."""
    match = next((leg for leg in saved if leg.direction == direction), None)
    return match or CourierLeg(request=request, direction=direction)


def require_leg(leg: CourierLeg, *, needs_tracking_number: bool = False) -> GuardFailure | None:
    """Require courier, pick-up date and delivery estimate of a leg.

    With `needs_tracking_number`, require the tracking number as well.
    """
    values = serialize_leg(leg)
    required = [name for name in values if needs_tracking_number or name != "trackingNumber"]
    fields = {name: LazyMessage("errors.field.required") for name in required if not values[name]}
    return (
        GuardFailure(LazyMessage("guards.leg" if needs_tracking_number else "guards.pick_up"), fields)
        if fields
        else None
    )


def confirm_early_leg(leg: CourierLeg, *, is_arrival: bool = False) -> LazyMessage | None:
    """Return the question to confirm before the day of the pick-up, or None.

    It asks whether the goods are already on their way or, with `is_arrival`, have already arrived.
    """
    if leg.pick_up_date is None or leg.pick_up_date <= today():
        return None
    return LazyMessage(
        "confirmations.early_arrival" if is_arrival else "confirmations.early", {"day": format_day(leg.pick_up_date)}
    )


def confirm_early_delivery(leg: CourierLeg) -> LazyMessage | None:
    """Return the question to confirm before the estimated delivery, or None."""
    if leg.estimate_delivery_date is None or leg.estimate_delivery_date <= today():
        return None
    return LazyMessage("confirmations.early_delivery", {"day": format_day(leg.estimate_delivery_date)})


def serialize_leg(leg: CourierLeg) -> dict[str, str | date | None]:
    """Serialize the four courier fields of a leg."""
    return {
        "courierName": leg.courier_name,
        "pickUpDate": leg.pick_up_date,
        "estimateDeliveryDate": leg.estimate_delivery_date,
        "trackingNumber": leg.tracking_number,
    }


def serialize_shipment(request: ServiceRequest) -> dict[str, Any]:
    """Serialize contact and address.

    Before they are saved, those of the request's creator are suggested (contract 4.2).
    """
    shipment: Shipment | None = getattr(request, "shipment", None)
    if shipment is None:
        address = serialize_address(request.created_by) or dict.fromkeys(ADDRESS_ATTRIBUTES, "")
        return {"contact": _serialize_contact_person(request.created_by), "address": address, "saved": False}
    return {
        "contact": _serialize_contact_person(shipment),
        "address": serialize_address_fields(shipment),
        "saved": True,
    }


def _serialize_contact_person(person: User | Shipment) -> dict[str, Any]:
    return {
        "firstName": person.first_name,
        "lastName": person.last_name,
        "phone": person.phone,
        "email": person.email,
        "backupEmails": [{"id": row.pk, "value": row.value} for row in person.backup_emails.order_by("pk")],
    }


def serialize_packages(packages: Iterable[Package]) -> list[dict[str, Any]]:
    """Serialize packages."""
    return [{"id": row.pk, "dimensions": row.dimensions, "weight": row.weight} for row in packages]
