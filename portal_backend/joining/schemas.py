"""Shapes of recovery and of account requests (contract 6.1)."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from portal_backend.accounts.admin_schemas import BackupEmails, HasOrganisation, Password, UserAddressIn
from portal_backend.accounts.schemas import AddressAnswer
from portal_backend.base.actor import Role
from portal_backend.base.fields import (
    Body,
    Email,
    Id,
    Note,
    PersonName,
    Phone,
    Username,
    Wire,
    blank_is_none,
)
from portal_backend.base.printing import OptionalPrintedText


class NewPasswordIn(Body):
    """The password that a key sets."""

    new_password: Password


class InvitedAdministratorIn(Body):
    """An administrator without a password; all else is filled in at the own user details."""

    username: Username
    email: Email
    first_name: PersonName
    last_name: PersonName


class AdministratorIn(InvitedAdministratorIn):
    """An administrator who logs in with this password."""

    password: Password


class SetupAnswer(Wire):
    """Whether the portal waits for its first administrator."""

    open: bool


class WantedContactIn(Body):
    """Who asks for an account, and the username that they want."""

    username: Username
    first_name: PersonName
    last_name: PersonName
    phone: Phone
    email: Email
    backup_emails: BackupEmails = []


class AccountRequestIn(Body):
    """A request for an account."""

    contact: WantedContactIn
    address: UserAddressIn


class ChosenClientIn(Body):
    """A Client of a manager's list."""

    id: Id


class AdmissionIn(HasOrganisation):
    """Role and organization of an approved user; `username` replaces the requested one.

    `clientName` is the name of the Client that is made for the user, in place of the requester's company.
    """

    role: Annotated[Literal[Role.CLIENT, Role.SUSTAINABILITY_MANAGER] | None, BeforeValidator(blank_is_none)] = None
    clients: Annotated[list[ChosenClientIn], Field(max_length=1000)] = []
    username: Annotated[Username | None, BeforeValidator(blank_is_none)] = None
    client_name: OptionalPrintedText = ""


class AccountDecisionIn(Body):
    """A decision about an account request; a rejection may give a reason, which the email quotes."""

    id: Id
    status: Literal["APPROVAL", "REJECTED"]
    additional_info_json: Annotated[AdmissionIn, BeforeValidator(lambda value: value or {})] = AdmissionIn()
    reason: Note = ""


class WantedContact(Wire):
    """Who asks for an account."""

    username: str
    first_name: str
    last_name: str
    full_name: str
    phone: str
    email: str
    backup_emails: list[dict[str, Any]]
    role: Role | None


class AccountRequestAnswer(Wire):
    """An account request as it is decided."""

    id: int
    contact: WantedContact
    address: AddressAnswer
    status: Literal["WAITING_APPROVAL", "APPROVAL", "REJECTED"]
    reason: str
    client_name: str
    additional_info_json: dict[str, Any]
