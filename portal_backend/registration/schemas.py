"""Schemas of password reset and account requests (contract 6.1)."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from portal_backend.accounts.schemas import AddressAnswer, BackupEmails, OrganizationFields, Password, UserAddressIn
from portal_backend.core.actor import Role
from portal_backend.core.types import (
    Email,
    Id,
    Note,
    OptionalPrintableText,
    PersonName,
    Phone,
    RequestModel,
    ResponseModel,
    Username,
    blank_to_none,
)


class NewPasswordIn(RequestModel):
    """New password to be set with a reset token."""

    new_password: Password


class InvitedAdministratorIn(RequestModel):
    """Administrator without a password; the phone and address are added later."""

    username: Username
    email: Email
    first_name: PersonName
    last_name: PersonName


class AdministratorIn(InvitedAdministratorIn):
    """Administrator with a password."""

    password: Password


class FirstAdministratorIn(AdministratorIn):
    """Administrator that the setup page creates, with all that an account requires."""

    phone: Phone


class SetupAnswer(ResponseModel):
    """State of the setup page; `open` is true until there is a user."""

    open: bool


class RequestedContactIn(RequestModel):
    """Person who requests an account, with the requested username."""

    username: Username
    first_name: PersonName
    last_name: PersonName
    phone: Phone
    email: Email
    backup_emails: BackupEmails = []


class AccountRequestIn(RequestModel):
    """Account request to be submitted."""

    contact: RequestedContactIn
    address: UserAddressIn


class ChosenClientIn(RequestModel):
    """Client on a manager's list."""

    id: Id


class AdmissionIn(OrganizationFields):
    """Role and organization of an approved user.

    - `username`: replaces the requested username.
    - `clientName`: name of the Client created for the user; the requester's company if empty.
    """

    role: Annotated[Literal[Role.CLIENT, Role.SUSTAINABILITY_MANAGER] | None, BeforeValidator(blank_to_none)] = None
    clients: Annotated[list[ChosenClientIn], Field(max_length=1000)] = []
    username: Annotated[Username | None, BeforeValidator(blank_to_none)] = None
    client_name: OptionalPrintableText = ""


class AccountDecisionIn(RequestModel):
    """Decision of an account request; the email quotes the `reason` of a rejection."""

    id: Id
    status: Literal["APPROVAL", "REJECTED"]
    additional_info_json: Annotated[AdmissionIn, BeforeValidator(lambda value: value or {})] = AdmissionIn()
    reason: Note = ""


class RequestedContact(ResponseModel):
    """Person who requests an account."""

    username: str
    first_name: str
    last_name: str
    full_name: str
    phone: str
    email: str
    backup_emails: list[dict[str, Any]]
    role: Role | None


class ExistingClient(ResponseModel):
    """Client with the name and country of the requester's company."""

    id: int
    name: str


class AccountRequestAnswer(ResponseModel):
    """Account request with its decision.

    - `clientName`: free name for a new Client.
    - `existingClient`: Client with the name and country of the requester's company; unverified.
    - `decidedBy`: username, null if the request is open or the user has been deleted.
    """

    id: int
    contact: RequestedContact
    address: AddressAnswer
    status: Literal["WAITING_APPROVAL", "APPROVAL", "REJECTED"]
    reason: str
    decided_by: str | None
    decided_at: datetime | None
    client_name: str
    existing_client: ExistingClient | None
    additional_info_json: dict[str, Any]
