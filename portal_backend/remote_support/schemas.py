"""Schemas of the remote support endpoints."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, AliasChoices, BeforeValidator, Field

from portal_backend.catalogue.schemas import CategoryAnswer
from portal_backend.core.types import (
    Amount,
    BoundedList,
    Day,
    Flag,
    Id,
    ItemId,
    OptionalText,
    RequestModel,
    ResponseModel,
    Text,
    UtcDateTime,
    clean_text,
    field_error,
)
from portal_backend.files.schemas import AttachmentAnswer, FileIn
from portal_backend.shipping.schemas import ContactIn, ContactPerson
from portal_backend.workflow.schemas import ApprovalKey, RequestHeader

ContactMethod = Literal["PHONE", "VIBER", "WHATS_APP", "SKYPE"]
CONTACT_METHODS = list(get_args(ContactMethod))


def _validate_hours(value: Decimal) -> Decimal:
    if value <= 0:
        raise field_error("positive")
    if value > Decimal("999.99"):
        raise field_error("max_number", value="999.99")
    return value


Hours = Annotated[Amount, AfterValidator(_validate_hours)]


def _require_time(value: object) -> object:
    """Reject a date without a time."""
    if isinstance(value, str) and len(value.strip()) <= len("2026-03-09"):
        raise field_error("date")
    return value


class ClientIn(RequestModel):
    """The client on whose behalf a service creates a request; only the id is used."""

    id: Id
    name: OptionalText = ""
    full_name: OptionalText = ""
    email: OptionalText = ""


class SupportIn(RequestModel):
    """A new remote support request.

    `preferredDate` is a date-time in UTC; `preferredDateTime` is an alias.
    """

    title: Text
    description: Annotated[str, Field(min_length=1, max_length=4000), clean_text(4000)]
    special_support: Flag
    preferred_date: Annotated[
        UtcDateTime,
        BeforeValidator(_require_time),
        Field(validation_alias=AliasChoices("preferredDate", "preferredDateTime", "preferred_date")),
    ]
    preferred_contact_methods: Annotated[list[ContactMethod], Field(min_length=1, max_length=4)]
    contact: ContactIn
    part_id: Id | None = None
    serial_number: OptionalText = ""
    client: ClientIn | None = None
    attachments: BoundedList[FileIn] = []


class SessionIn(RequestModel):
    """A session; id -1 creates one."""

    id: ItemId = None
    duration_in_hours: Hours
    completion_date: Day
    summary: Annotated[str, Field(max_length=4000), clean_text(4000)] = ""


class SupportCreated(ResponseModel):
    """Id and number of a new remote support request."""

    id: int
    request_id: str


class SessionAnswer(ResponseModel):
    """A session."""

    id: int
    duration_in_hours: float
    completion_date: date
    summary: str


class SessionSaved(ResponseModel):
    """Response of saving a session; the flag has the spec's name."""

    allowed_to_continue: bool
    version: int
    session: SessionAnswer


class EditMode(ResponseModel):
    """Edit window of one hour after completion; `secondsLeft` is the remaining time."""

    enabled: bool
    end_at: datetime | None
    seconds_left: int


class OrganizationReference(ResponseModel):
    """Id and name of a client or service."""

    id: int
    name: str


class UnitPart(ResponseModel):
    """Catalogue part of a unit."""

    id: int
    part_name: str
    manufacturer: str
    number: str
    category: CategoryAnswer
    image_url: str | None


class CheckAnswer(ResponseModel):
    """A point of the checklist, with the time and the user of the check."""

    id: int
    text: str
    at: datetime | None
    by: str | None


class SupportAnswer(RequestHeader):
    """A remote support request as shown on its page; costs depend on the role."""

    request_id: str
    title: str
    description: str
    special_support: bool
    preferred_date: datetime
    preferred_date_time: datetime
    preferred_contact_methods: list[ContactMethod]
    part: UnitPart | None
    serial_number: str
    contact: ContactPerson
    contact_full_name: str
    client: OrganizationReference | None = None
    service: OrganizationReference
    attachments: list[AttachmentAnswer]
    check_list: list[CheckAnswer]
    initial_approval: ApprovalKey
    service_review_sessions: list[SessionAnswer]
    service_review_sessions_edit_mode: EditMode
    total_hours: float
    total_cost: float | None = None
    last_session_date: date | None
