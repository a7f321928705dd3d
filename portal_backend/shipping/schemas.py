"""Schemas of contacts, addresses, packages and courier legs (spec 3, 3 and 5)."""

from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from portal_backend.accounts.schemas import AddressAnswer, BackupEmailAnswer, BackupEmailIn
from portal_backend.core.types import (
    Amount,
    BoundedList,
    Country,
    Day,
    Dimensions,
    Email,
    HsCode,
    Id,
    ItemId,
    Note,
    OptionalCountry,
    OptionalPrintableText,
    OptionalText,
    PersonName,
    Phone,
    PrintableText,
    RequestModel,
    ResponseModel,
    Text,
    blank_to_none,
    field_error,
)

MAX_PACKAGES = 5


def _validate_positive(value: Decimal) -> Decimal:
    if value <= 0:
        raise field_error("positive")
    return value


class ContactIn(RequestModel):
    """Contact person who hands over or receives the goods."""

    first_name: PersonName
    last_name: PersonName
    phone: Phone
    email: Email
    backup_emails: Annotated[list[BackupEmailIn], Field(max_length=100)] = []


class AddressIn(RequestModel):
    """Pick-up or delivery address; province and building are optional."""

    company_name: PrintableText
    country: Country
    province: OptionalPrintableText = ""
    city: PrintableText
    postal_code: PrintableText
    street: PrintableText
    building: OptionalPrintableText = ""


class PackageIn(RequestModel):
    """A package; `weight` in kg, `dimensions` in whole cm as "depth/width/height"."""

    id: ItemId = None
    dimensions: Dimensions
    weight: Annotated[Amount, AfterValidator(_validate_positive)]


class PackedIn(RequestModel):
    """Package number and customs data of a unit or item; only the id is required."""

    id: Id
    package: Annotated[int | None, Field(strict=True, ge=1, le=MAX_PACKAGES), BeforeValidator(blank_to_none)] = None
    customs_value: Annotated[Amount | None, BeforeValidator(blank_to_none)] = None
    hs_code: HsCode = ""
    origin: OptionalCountry = ""


class PackedUnitIn(PackedIn):
    """Packing of a unit, with the data that couriers require."""

    battery: Literal["", "NONE", "LITHIUM_ION", "LITHIUM_METAL", "OTHER"] = ""
    check_source: Literal["", "NONE", "INSIDE"] = ""


class ShippingIn(RequestModel):
    """Shipping data of a repair: 1 to 5 packages, and the packing of some units."""

    contact: ContactIn
    address: AddressIn
    packages: Annotated[list[PackageIn], Field(min_length=1, max_length=MAX_PACKAGES)]
    units: BoundedList[PackedUnitIn] = []


class PackingIn(RequestModel):
    """Packages that a service sends, and the items in them."""

    packages: Annotated[list[PackageIn], Field(min_length=1, max_length=MAX_PACKAGES)]
    items: BoundedList[PackedIn] = []


class LegIn(RequestModel):
    """A courier leg; the tracking number may follow later."""

    courier_name: Text
    pick_up_date: Day
    estimate_delivery_date: Day
    tracking_number: OptionalText = ""


class PickUpIn(LegIn):
    """The outbound leg, with a note of at most 1024 characters."""

    note: Note = ""


class CompleteLegIn(LegIn):
    """A courier leg with all four fields, for transit back and part requests."""

    tracking_number: Text


class ContactPerson(ResponseModel):
    """Contact person who hands over or receives the goods."""

    first_name: str
    last_name: str
    phone: str
    email: str
    backup_emails: list[BackupEmailAnswer]


class PackageAnswer(ResponseModel):
    """A package."""

    id: int
    dimensions: str
    weight: float


class LegAnswer(ResponseModel):
    """A courier leg; dates are YYYY-MM-DD."""

    courier_name: str
    pick_up_date: date | None
    estimate_delivery_date: date | None
    tracking_number: str


class PickUpShipping(LegAnswer):
    """The outbound leg with contact, address and packages.

    `saved` is false while contact and address are only suggested.
    """

    note: str
    contact: ContactPerson
    address: AddressAnswer
    packages: list[PackageAnswer]
    saved: bool
