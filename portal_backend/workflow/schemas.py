"""Schemas that all kinds of service request share."""

from datetime import datetime
from typing import Literal

from portal_backend.core.actor import Role
from portal_backend.core.types import Id, Note, RequestModel, ResponseModel, Text, Tone
from portal_backend.workflow.models import RequestKind

ApprovalKey = Literal["WAITING_APPROVAL", "APPROVED", "REJECTED"]


class DecisionIn(RequestModel):
    """Decision on one part or item."""

    id: Id
    status: ApprovalKey


class CommentIn(RequestModel):
    """Comment on a request or an item in a step; an empty text removes it."""

    owner_id: Id
    status: Text
    comment: Note


class Key(ResponseModel):
    """Key with its label in the caller's language."""

    key: str
    value: str


class StatusAnswer(Key):
    """Status with the tone of its color."""

    tone: Tone


class StatusMeta(StatusAnswer):
    """Status of a kind; `closed` if it is final."""

    closed: bool


class Saved(ResponseModel):
    """Result of a save."""

    is_allowed_to_continue: bool
    version: int


class TransitionResult(Saved):
    """Result of a transition."""

    status: Key


class CommentAnswer(ResponseModel):
    """Comment with author and time."""

    text: str
    by: str
    at: datetime


class StepAnswer(ResponseModel):
    """Tab with its state, its responsible role and its appearance for the caller."""

    key: str
    label: str
    #: role that acts in the tab
    actor: Role | None
    actor_label: str | None
    state: Literal["done", "current", "upcoming"]
    #: for the tab in which a closed request ended: whether it was completed or rejected
    ending: Literal["done", "rejected"] | None
    enabled: bool
    editable: bool
    #: time of the last transition out of the tab
    left_at: datetime | None
    #: heading of the tab for the caller's role
    title: str | None
    #: columns that the caller's role does not see
    hides: list[str]


class ActionAnswer(ResponseModel):
    """Action that the caller may take, or the reason why it is disabled."""

    key: str
    label: str
    tab: str | None
    enabled: bool
    #: reason why the action is disabled
    reason: str | None
    #: question to confirm before the action
    ask: str | None
    #: whether the action rejects the request
    rejects: bool


class ProcessAnswer(ResponseModel):
    """Process of a request; the interface renders tabs and buttons from it alone."""

    kind: RequestKind
    tab: str
    turn: str
    is_your_turn: bool
    steps: list[StepAnswer]
    actions: list[ActionAnswer]
    statuses: list[Key] | None = None


class RelatedRequest(ResponseModel):
    """Request that was created from another one, or that it was created from."""

    id: int
    number: str
    kind: RequestKind
    status: Key
    #: whether it is the request that the current one was created from
    is_origin: bool


class RequestHeader(ResponseModel):
    """Data that all kinds of service request return."""

    id: int
    number: str
    status: StatusAnswer
    version: int
    created_at: datetime
    updated_at: datetime
    completed_at: datetime | None
    client_name: str | None = None
    client_username: str | None = None
    service_name: str
    action_required: Role | None
    action_required_from_current_user: bool
    is_overdue: bool
    is_allowed_to_continue: bool
    process: ProcessAnswer
    related: list[RelatedRequest]
    #: those of a part request are for ADMIN and SUPERVISOR only (contract 4.1)
    approval_comments: dict[str, CommentAnswer] | None = None
