"""Shapes of the calls that write users and organisations (contract 6.1)."""

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
    """A further e-mail address."""

    id: ItemId = None
    value: Email


def _check_distinct(addresses: Iterable[str]) -> None:
    """Refuse an address that is listed twice, whatever its case."""
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
"""The same as a declared form has them: bare addresses."""


class HasOrganisation(Body):
    """The Client or the Service that a user joins or moves to; for a new Client, the Service it gets."""

    client_id: Annotated[Id | None, BeforeValidator(blank_is_none)] = None
    service_id: Annotated[Id | None, BeforeValidator(blank_is_none)] = None


class PersonIn(HasOrganisation):
    """What every user has. `adminUsername`, where it is sent, must name the caller."""

    admin_username: Keyword = ""
    first_name: PersonName
    last_name: PersonName
    phone: Phone
    email: Email
    backup_emails: BackupEmails = []


class NewContactIn(PersonIn):
    """A new user; `permission` is the role.

    Without a password the user is mailed a link to set one. `clients` are those that a manager's list begins with.
    """

    username: Username
    password: OptionalPassword = None
    permission: Role
    clients: Annotated[list[Id], Field(max_length=1000)] = []


class EditedContactIn(PersonIn):
    """A changed user; the own password needs the current one."""

    old_username: Text
    new_username: Username
    password: OptionalPassword = None
    current_password: Annotated[str, Field(max_length=128)] = ""


class UserAddressIn(Body):
    """A user's address; only the province is optional."""

    company_name: PrintedText
    country: Country
    province: OptionalPrintedText = ""
    city: PrintedText
    postal_code: PrintedText
    street: PrintedText
    building: PrintedText


class EditedClientIn(Body):
    """A Client's name, country and Service."""

    admin_username: Keyword = ""
    old_client_name: Text
    new_client_name: PrintedText
    country_code: CountryCode
    service: Annotated[Id | None, BeforeValidator(blank_is_none)] = None


class ServiceIn(Body):
    """A Service's name, contact user, price per hour in USD and whether it supports special services."""

    admin_username: Keyword = ""
    old_service_name: Text
    new_service_name: PrintedText
    service_contact_username: OptionalText = ""
    price: Amount
    support_special_services: Flag


class ServiceAnswer(Wire):
    """A Service as ADMIN edits it."""

    id: int
    name: str
    price: float
    support_special_services: bool
    service_contact_username: str | None
