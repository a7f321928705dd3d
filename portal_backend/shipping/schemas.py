"""Shapes of contacts, addresses, packages and courier legs (spec 3, sections 3 and 5)."""

from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from portal_backend.accounts.schemas import AddressAnswer, BackupEmailAnswer
from portal_backend.base.fields import (
    Amount,
    Body,
    Country,
    Day,
    Dimensions,
    Email,
    HsCode,
    Id,
    ItemId,
    Note,
    OptionalCountry,
    OptionalText,
    PersonName,
    Phone,
    Rows,
    Text,
    Wire,
    blank_is_none,
    wrong,
)
from portal_backend.base.printing import OptionalPrintedText, PrintedText

MOST_PACKAGES = 5


def _positive(value: Decimal) -> Decimal:
    if value <= 0:
        raise wrong("positive")
    return value


class BackupEmailIn(Body):
    """A further e-mail address."""

    id: ItemId = None
    value: Email


class ContactIn(Body):
    """Who hands over or receives the goods."""

    first_name: PersonName
    last_name: PersonName
    phone: Phone
    email: Email
    backup_emails: Annotated[list[BackupEmailIn], Field(max_length=100)] = []


class AddressIn(Body):
    """Where the goods are picked up or delivered; province and building are optional."""

    company_name: PrintedText
    country: Country
    province: OptionalPrintedText = ""
    city: PrintedText
    postal_code: PrintedText
    street: PrintedText
    building: OptionalPrintedText = ""


class PackageIn(Body):
    """A package; `weight` in kg, `dimensions` in whole cm as "depth/width/height"."""

    id: ItemId = None
    dimensions: Dimensions
    weight: Annotated[Amount, AfterValidator(_positive)]


class PackedIn(Body):
    """How something is sent: its package by number, and what customs are told. All but the id is optional."""

    id: Id
    package: Annotated[int | None, Field(strict=True, ge=1, le=MOST_PACKAGES), BeforeValidator(blank_is_none)] = None
    customs_value: Annotated[Amount | None, BeforeValidator(blank_is_none)] = None
    hs_code: HsCode = ""
    origin: OptionalCountry = ""


class PackedUnitIn(PackedIn):
    """How a unit is sent, and what couriers are told of it."""

    battery: Literal["", "NONE", "LITHIUM_ION", "LITHIUM_METAL", "OTHER"] = ""
    check_source: Literal["", "NONE", "INSIDE"] = ""


class ShippingIn(Body):
    """A repair's shipping data: 1 to 5 packages, and how those units are sent that are named."""

    contact: ContactIn
    address: AddressIn
    packages: Annotated[list[PackageIn], Field(min_length=1, max_length=MOST_PACKAGES)]
    units: Rows[PackedUnitIn] = []


class PackingIn(Body):
    """The packages of what a service sends, and what is in which."""

    packages: Annotated[list[PackageIn], Field(min_length=1, max_length=MOST_PACKAGES)]
    items: Rows[PackedIn] = []


class LegIn(Body):
    """A courier's journey as far as it is known; the tracking number may follow."""

    courier_name: Text
    pick_up_date: Day
    estimate_delivery_date: Day
    tracking_number: OptionalText = ""


class PickUpIn(LegIn):
    """The journey to the service, with a note of at most 1024 characters."""

    note: Note = ""


class CompleteLegIn(LegIn):
    """A journey with all four fields, as transit back and transport arrangement need it."""

    tracking_number: Text


class ContactPerson(Wire):
    """Who hands over or receives the goods."""

    first_name: str
    last_name: str
    phone: str
    email: str
    backup_emails: list[BackupEmailAnswer]


class PackageAnswer(Wire):
    """A package."""

    id: int
    dimensions: str
    weight: float


class LegAnswer(Wire):
    """A courier's journey; days as YYYY-MM-DD."""

    courier_name: str
    pick_up_date: date | None
    estimate_delivery_date: date | None
    tracking_number: str


class PickUpShipping(LegAnswer):
    """The journey to the service with contact, address and packages; `saved` tells offered data from saved."""

    note: str
    contact: ContactPerson
    address: AddressAnswer
    packages: list[PackageAnswer]
    saved: bool
