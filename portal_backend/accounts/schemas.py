"""Request and response schemas of users and sessions."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from portal_backend.base.actor import Role
from portal_backend.base.fields import Body, QueryId, Text, Wire


class Credentials(Body):
    """Username and password of a login.

    The password is neither trimmed nor normalized.
    """

    username: Text
    password: Annotated[str, Field(min_length=1, max_length=128)]


class Session(Wire):
    """New session and its user; the role is the only element of `permissions`."""

    identification: str
    token: str
    permissions: list[Role]
    first_name: str
    last_name: str
    language: Literal["en", "es"]
    expires_at: str


class OwnSession(Wire):
    """Open session of the caller; `device` is empty if the browser is unknown."""

    id: int
    device: str
    address: str
    last_use: datetime
    current: bool


class CurrentPasswordIn(Body):
    """Current password that confirms a change."""

    current_password: Annotated[str, Field(max_length=128)]


class EndedSessionsIn(CurrentPasswordIn):
    """Session to end; without `id` all sessions except the current one."""

    id: QueryId | None = None


class BackupEmailAnswer(Wire):
    """Additional email address of a user."""

    id: int
    value: str


class ContactAnswer(Wire):
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


class AddressAnswer(Wire):
    """Postal address; `country` is an ISO 3166 alpha-2 code."""

    company_name: str
    country: str
    province: str
    city: str
    postal_code: str
    street: str
    building: str


class ClientChoice(Wire):
    """Client, or another named object, to select."""

    id: int
    name: str


class ServiceChoice(ClientChoice):
    """Service to select."""

    support_special_services: bool


class ClientForAdmin(Wire):
    """Client as administrators edit it."""

    id: int
    name: str
    country_code: str
    service: ClientChoice | None


class ServiceForAdmin(Wire):
    """Service as administrators edit it."""

    id: int
    name: str
    support_special_services: bool
    service_contact_username: str | None


class PersonChoice(Wire):
    """User to select."""

    username: str
    full_name: str


class ServiceProfile(ServiceForAdmin):
    """Service on its users' profiles, with the users who can be its contact."""

    users: list[PersonChoice]


class ServiceForClient(Wire):
    """Service as its clients see it."""

    name: str
    username: str | None
    contact_full_name: str | None
    contact_email: str | None
    country: str | None
    city: str | None
    postal_code: str | None
    address: str | None


class ServiceForService(Wire):
    """Service as its own users see it; `price` is in USD per hour."""

    name: str
    price: float


class ManagerForAdmin(Wire):
    """List of Clients that a manager follows."""

    clients: list[ClientChoice]


class CardVersions(Wire):
    """Version of each card that the viewer may save.

    It is sent back as `version` when the card is saved.
    """

    contact: str
    address: str
    client: str | None = None
    service: str | None = None
    clients: str | None = None


class Profile(Wire):
    """Cards of a user's profile; those that the viewer may not see are omitted."""

    contact: ContactAnswer
    address: AddressAnswer | None
    client_for_admin: ClientForAdmin | None = None
    service_for_admin: ServiceProfile | None = None
    service_for_client: ServiceForClient | None = None
    service_for_service: ServiceForService | None = None
    manager_for_admin: ManagerForAdmin | None = None
    versions: CardVersions
