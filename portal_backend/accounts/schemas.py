"""Request and response schemas of users and sessions (contract 6.1)."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from portal_backend.accounts.passwords import validate_password
from portal_backend.core.actor import Role
from portal_backend.core.types import (
    MAX_TEXT_LENGTH,
    Amount,
    Country,
    Email,
    Flag,
    Id,
    ItemId,
    OptionalPrintableText,
    OptionalText,
    PersonName,
    Phone,
    PrintableText,
    QueryId,
    RequestModel,
    ResponseModel,
    ShortText,
    Text,
    Username,
    blank_to_none,
    clean_text,
    field_error,
    match_pattern,
    validate_country,
)

MAX_BACKUP_EMAILS = 10
Password = Annotated[str, AfterValidator(validate_password)]
OptionalPassword = Annotated[Password | None, BeforeValidator(blank_to_none)]
CountryCode = Annotated[
    str,
    Field(min_length=1),
    clean_text(MAX_TEXT_LENGTH),
    match_pattern(r"[A-Za-z]{2}", "country_code"),
    AfterValidator(validate_country),
]


class BackupEmailIn(RequestModel):
    """A backup email address."""

    id: ItemId = None
    value: Email


def _check_distinct(addresses: Iterable[str]) -> None:
    """Reject email addresses that are listed twice, ignoring case."""
    seen: set[str] = set()
    for address in addresses:
        if address.casefold() in seen:
            raise field_error("email_twice", address=address)
        seen.add(address.casefold())


def _validate_distinct_rows(rows: list[BackupEmailIn]) -> list[BackupEmailIn]:
    _check_distinct(each.value for each in rows)
    return rows


def _validate_distinct_texts(addresses: list[str]) -> list[str]:
    _check_distinct(addresses)
    return addresses


_MaxBackupEmails = Field(max_length=MAX_BACKUP_EMAILS)
BackupEmails = Annotated[list[BackupEmailIn], _MaxBackupEmails, AfterValidator(_validate_distinct_rows)]
BackupEmailTexts = Annotated[list[Email], _MaxBackupEmails, AfterValidator(_validate_distinct_texts)]
"""List of plain addresses, as declared forms send it."""


class OrganizationFields(RequestModel):
    """Client or Service that a user joins or moves to.

    If a Client is created for the user, `serviceId` is the Service assigned to it.
    """

    client_id: Annotated[Id | None, BeforeValidator(blank_to_none)] = None
    service_id: Annotated[Id | None, BeforeValidator(blank_to_none)] = None


class PersonIn(OrganizationFields):
    """Fields that every user has.

    `adminUsername` must be the caller's username if it is sent.
    """

    admin_username: ShortText = ""
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


class UserAddressIn(RequestModel):
    """Postal address of a user; only the province is optional."""

    company_name: PrintableText
    country: Country
    province: OptionalPrintableText = ""
    city: PrintableText
    postal_code: PrintableText
    street: PrintableText
    building: PrintableText


class EditedClientIn(RequestModel):
    """Changed name, country and Service of a Client."""

    admin_username: ShortText = ""
    old_client_name: Text
    new_client_name: PrintableText
    country_code: CountryCode
    service: Annotated[Id | None, BeforeValidator(blank_to_none)] = None


class ServiceIn(RequestModel):
    """Changed details of a Service; `price` is in USD per hour."""

    admin_username: ShortText = ""
    old_service_name: Text
    new_service_name: PrintableText
    service_contact_username: OptionalText = ""
    price: Amount
    support_special_services: Flag


class ServiceAnswer(ResponseModel):
    """Service as administrators edit it."""

    id: int
    name: str
    price: float
    support_special_services: bool
    service_contact_username: str | None


class Credentials(RequestModel):
    """Username and password of a login.

    The password is neither trimmed nor normalized.
    """

    username: Text
    password: Annotated[str, Field(min_length=1, max_length=128)]


class Session(ResponseModel):
    """New session and its user; the role is the only element of `permissions`."""

    identification: str
    token: str
    permissions: list[Role]
    first_name: str
    last_name: str
    language: Literal["en", "es"]
    expires_at: str


class OwnSession(ResponseModel):
    """Open session of the caller; `device` is empty if the browser is unknown."""

    id: int
    device: str
    address: str
    last_use: datetime
    current: bool


class CurrentPasswordIn(RequestModel):
    """Current password that confirms a change."""

    current_password: Annotated[str, Field(max_length=128)]


class EndedSessionsIn(CurrentPasswordIn):
    """Session to end; without `id` all sessions except the current one."""

    id: QueryId | None = None


class BackupEmailAnswer(ResponseModel):
    """Additional email address of a user."""

    id: int
    value: str


class ContactAnswer(ResponseModel):
    """User as displayed to others."""

    id: int
    username: str
    first_name: str
    last_name: str
    full_name: str
    phone: str
    email: str
    backup_emails: list[BackupEmailAnswer]
    role: Role
    status: str
    locked: bool


class AddressAnswer(ResponseModel):
    """Postal address; `country` is an ISO 3166 alpha-2 code."""

    company_name: str
    country: str
    province: str
    city: str
    postal_code: str
    street: str
    building: str


class ClientChoice(ResponseModel):
    """Client, or another named object, to select."""

    id: int
    name: str


class ServiceChoice(ClientChoice):
    """Service to select."""

    support_special_services: bool


class ClientForAdmin(ResponseModel):
    """Client as administrators edit it."""

    id: int
    name: str
    country_code: str
    service: ClientChoice | None


class ServiceForAdmin(ResponseModel):
    """Service as administrators edit it."""

    id: int
    name: str
    support_special_services: bool
    service_contact_username: str | None


class PersonChoice(ResponseModel):
    """User to select."""

    username: str
    full_name: str


class ServiceProfile(ServiceForAdmin):
    """Service on its users' profiles, with the users who can be its contact."""

    users: list[PersonChoice]


class ServiceForClient(ResponseModel):
    """Service as its clients see it."""

    name: str
    username: str | None
    contact_full_name: str | None
    contact_email: str | None
    country: str | None
    city: str | None
    postal_code: str | None
    address: str | None


class ServiceForService(ResponseModel):
    """Service as its own users see it; `price` is in USD per hour."""

    name: str
    price: float


class ManagerForAdmin(ResponseModel):
    """List of Clients that a manager follows."""

    clients: list[ClientChoice]


class CardVersions(ResponseModel):
    """Version of each card that the viewer may save.

    It is sent back as `version` when the card is saved.
    """

    contact: str
    address: str
    client: str | None = None
    service: str | None = None
    clients: str | None = None


class Profile(ResponseModel):
    """Cards of a user's profile; those that the viewer may not see are omitted."""

    contact: ContactAnswer
    address: AddressAnswer | None
    client_for_admin: ClientForAdmin | None = None
    service_for_admin: ServiceProfile | None = None
    service_for_client: ServiceForClient | None = None
    service_for_service: ServiceForService | None = None
    manager_for_admin: ManagerForAdmin | None = None
    versions: CardVersions
