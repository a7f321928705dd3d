"""Shapes of the accounts' calls."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from portal_backend.base.actor import Role
from portal_backend.base.fields import Body, QueryId, Text, Wire


class Credentials(Body):
    """A login. The password is neither trimmed nor normalised."""

    username: Text
    password: Annotated[str, Field(min_length=1, max_length=128)]


class Session(Wire):
    """An open session; the first permission is the role."""

    identification: str
    token: str
    permissions: list[Role]
    first_name: str
    last_name: str
    language: Literal["en", "es"]
    expires_at: str


class OwnSession(Wire):
    """Where the caller is logged in; `device` is "" where the browser did not say."""

    id: int
    device: str
    address: str
    last_use: datetime
    current: bool


class CurrentPasswordIn(Body):
    """The own password, once more."""

    current_password: Annotated[str, Field(max_length=128)]


class EndedSessionsIn(CurrentPasswordIn):
    """The session to end; without `id` every one but that of the call."""

    id: QueryId | None = None


class BackupEmailAnswer(Wire):
    """A further e-mail address."""

    id: int
    value: str


class ContactAnswer(Wire):
    """A user as the portal shows one."""

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
    """A postal address; country is an ISO 3166 alpha-2 code."""

    company_name: str
    country: str
    province: str
    city: str
    postal_code: str
    street: str
    building: str


class ClientChoice(Wire):
    """A Client or another named thing to choose."""

    id: int
    name: str


class ServiceChoice(ClientChoice):
    """A Service to choose."""

    support_special_services: bool


class ClientForAdmin(Wire):
    """A client's organisation as ADMIN sees it."""

    id: int
    name: str
    country_code: str
    service: ClientChoice | None


class ServiceForAdmin(Wire):
    """A service's organisation as ADMIN sees it."""

    id: int
    name: str
    support_special_services: bool
    service_contact_username: str | None


class PersonChoice(Wire):
    """A user to choose."""

    username: str
    full_name: str


class ServiceProfile(ServiceForAdmin):
    """A service's organisation on its users' profiles, with those who may be its contact."""

    users: list[PersonChoice]


class ServiceForClient(Wire):
    """The own service as a client sees it."""

    name: str
    username: str | None
    contact_full_name: str | None
    contact_email: str | None
    country: str | None
    city: str | None
    postal_code: str | None
    address: str | None


class ServiceForService(Wire):
    """The own organisation as a service sees it; price in USD per hour."""

    name: str
    price: float


class ManagerForAdmin(Wire):
    """A manager's list."""

    clients: list[ClientChoice]


class CardVersions(Wire):
    """The version of each card that the viewer may save; the saving calls take it as `version`."""

    contact: str
    address: str
    client: str | None = None
    service: str | None = None
    clients: str | None = None


class Profile(Wire):
    """The three cards; those that the viewer may not see are left out."""

    contact: ContactAnswer
    address: AddressAnswer | None
    client_for_admin: ClientForAdmin | None = None
    service_for_admin: ServiceProfile | None = None
    service_for_client: ServiceForClient | None = None
    service_for_service: ServiceForService | None = None
    manager_for_admin: ManagerForAdmin | None = None
    versions: CardVersions
