"""Shapes of the mail settings' calls."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from portal_backend.base.fields import Body, Flag, OptionalText, Text, Wire, cleaned, one_line


class RuleIn(Body):
    """One row: who gets a mail. A null switch is off; `label` may come along."""

    id: Text
    process_status: OptionalText = ""
    action_type: OptionalText = ""
    label: OptionalText = ""
    is_client: Flag | None = None
    is_service: Flag | None = None
    is_supervisor: Flag | None = None
    is_administrator: Flag | None = None
    is_sustainability_manager: Flag | None = None


class RulesIn(Body):
    """The rows of one type to save."""

    type: Literal["PROCESS", "SINGLE"]
    settings: Annotated[list[RuleIn], Field(min_length=1, max_length=200)]


class RuleAnswer(Wire):
    """One row: a status or an action, its name, and who gets a mail."""

    id: str
    process_status: str | None = None
    action_type: str | None = None
    label: str
    is_client: bool
    is_service: bool
    is_supervisor: bool
    is_administrator: bool
    is_sustainability_manager: bool


class CategoryRules(Wire):
    """The rows of one service category."""

    id: int
    key: str
    name: str
    settings: list[RuleAnswer]


class FeedbackIn(Body):
    """What a user thinks of the portal (spec 1, section 5); the page is where it was written."""

    title: Annotated[str, Field(min_length=1, max_length=64), cleaned(64), AfterValidator(one_line)]
    content: Annotated[str, Field(min_length=1, max_length=640), cleaned(640)]
    page_name: OptionalText = ""
    page_path: OptionalText = ""
