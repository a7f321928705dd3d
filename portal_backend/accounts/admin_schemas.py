"""Schemas of the endpoints that create and edit users (contract 6.1)."""

from collections.abc import Iterable
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from portal_backend.accounts.passwords import strong
from portal_backend.base.actor import Role
from portal_backend.base.fields import (
    TEXT,
    Amount,
    Body,
    Country,
    Email,
    Flag,
    Id,
    ItemId,
    Keyword,
    OptionalText,
    PersonName,
    Phone,
    Text,
    Username,
    Wire,
    blank_is_none,
    cleaned,
    known_country,
    matches,
    wrong,
)
from portal_backend.base.printing import OptionalPrintedText, PrintedText

MAX_BACKUP_EMAILS = 10
Password = Annotated[str, AfterValidator(strong)]
OptionalPassword = Annotated[Password | None, BeforeValidator(blank_is_none)]
CountryCode = Annotated[
    str,
    Field(min_length=1),
    cleaned(TEXT),
    matches(r"[A-Za-z]{2}", "country_code"),
    AfterValidator(known_country),
]
Caller = Annotated[Keyword, Field(alias="adminUsername")]


class BackupEmailIn(Body):
    """Additional email address of a user."""

    id: ItemId = None
    value: Email


def _check_distinct(addresses: Iterable[str]) -> None:
    """Reject email addresses that are listed twice, ignoring case."""
    seen: set[str] = set()
    for address in addresses:
        if address.casefold() in seen:
            raise wrong("email_twice", address=address)
        seen.add(address.casefold())


def _distinct_rows(rows: list[BackupEmailIn]) -> list[BackupEmailIn]:
    _check_distinct(each.value for each in rows)
    return rows


def _distinct_texts(addresses: list[str]) -> list[str]:
    _check_distinct(addresses)
    return addresses


_AtMost = Field(max_length=MAX_BACKUP_EMAILS)
BackupEmails = Annotated[list[BackupEmailIn], _AtMost, AfterValidator(_distinct_rows)]
BackupEmailTexts = Annotated[list[Email], _AtMost, AfterValidator(_distinct_texts)]
"""List of plain addresses, as declared forms send it."""


class HasOrganisation(Body):
    """Client or Service that a user joins or moves to.

    If a Client is created for the user, `serviceId` is the Service assigned to it.
    """

    client_id: Annotated[Id | None, BeforeValidator(blank_is_none)] = None
    service_id: Annotated[Id | None, BeforeValidator(blank_is_none)] = None


class PersonIn(HasOrganisation):
    """Fields that every user has.

    `adminUsername` must be the caller's username if it is sent.
    """

    admin_username: Keyword = ""
    first_name: PersonName
    last_name: PersonName
    phone: Phone
    email: Email
    backup_emails: BackupEmails = []


class NewContactIn(PersonIn):
    """User to be created.

    - `password`: without it the user is emailed a link to set one.
    - `permission`: role of the user.
    - `clients`: ids of the Clients that a sustainability manager follows from the start.
    """

    username: Username
    password: OptionalPassword = None
    permission: Role
    clients: Annotated[list[Id], Field(max_length=1000)] = []


class EditedContactIn(PersonIn):
    """Changed details of a user.

    Users need their current password to set their own new password.
    """

    old_username: Text
    new_username: Username
    password: OptionalPassword = None
    current_password: Annotated[str, Field(max_length=128)] = ""


class UserAddressIn(Body):
    """Postal address of a user; only the province is optional."""

    company_name: PrintedText
    country: Country
    province: OptionalPrintedText = ""
    city: PrintedText
    postal_code: PrintedText
    street: PrintedText
    building: PrintedText


class EditedClientIn(Body):
    """Changed name, country and Service of a Client."""

    admin_username: Keyword = ""
    old_client_name: Text
    new_client_name: PrintedText
    country_code: CountryCode
    service: Annotated[Id | None, BeforeValidator(blank_is_none)] = None


class ServiceIn(Body):
    """Changed details of a Service; `price` is in USD per hour."""

    admin_username: Keyword = ""
    old_service_name: Text
    new_service_name: PrintedText
    service_contact_username: OptionalText = ""
    price: Amount
    support_special_services: Flag


class ServiceAnswer(Wire):
    """Service as administrators edit it."""

    id: int
    name: str
    price: float
    support_special_services: bool
    service_contact_username: str | None
