"""Schemas of the mail rules and of feedback."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from portal_backend.core.types import (
    Flag,
    OptionalText,
    RequestModel,
    ResponseModel,
    Text,
    clean_text,
    reject_line_breaks,
)


class RuleIn(RequestModel):
    """Roles that get an email for one trigger; a null switch is off."""

    id: Text
    process_status: OptionalText = ""
    action_type: OptionalText = ""
    #: accepted since clients send a rule as they received it; ignored
    label: OptionalText = ""
    is_client: Flag | None = None
    is_service: Flag | None = None
    is_supervisor: Flag | None = None
    is_administrator: Flag | None = None
    is_sustainability_manager: Flag | None = None


class RulesIn(RequestModel):
    """Mail rules of one type to save."""

    type: Literal["PROCESS", "SINGLE"]
    settings: Annotated[list[RuleIn], Field(min_length=1, max_length=200)]


class RuleAnswer(ResponseModel):
    """Mail rule: a status or an action, its label, and the roles that get an email."""

    id: str
    process_status: str | None = None
    action_type: str | None = None
    label: str
    is_client: bool
    is_service: bool
    is_supervisor: bool
    is_administrator: bool
    is_sustainability_manager: bool


class CategoryRules(ResponseModel):
    """Mail rules of one service category."""

    id: int
    key: str
    name: str
    settings: list[RuleAnswer]


class FeedbackIn(RequestModel):
    """Feedback of a user (spec 1, section 5) and the page where it was written."""

    title: Annotated[str, Field(min_length=1, max_length=64), clean_text(64), AfterValidator(reject_line_breaks)]
    content: Annotated[str, Field(min_length=1, max_length=640), clean_text(640)]
    page_name: OptionalText = ""
    page_path: OptionalText = ""
