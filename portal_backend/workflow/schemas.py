"""Shapes that all kinds share."""

from datetime import datetime
from typing import Literal

from portal_backend.base.actor import Role
from portal_backend.base.fields import Body, Id, Note, Text, Tone, Wire
from portal_backend.workflow.models import Kind

ApprovalKey = Literal["WAITING_APPROVAL", "APPROVED", "REJECTED"]


class DecisionIn(Body):
    """The approval of one part or item."""

    id: Id
    status: ApprovalKey


class CommentIn(Body):
    """A comment on a request or an item in a step; empty text removes it."""

    owner_id: Id
    status: Text
    comment: Note


class Key(Wire):
    """A key with its value in the reader's language."""

    key: str
    value: str


class StatusAnswer(Key):
    """A status with the tone it is coloured by."""

    tone: Tone


class StatusMeta(StatusAnswer):
    """A status among those of its kind; at a closed one a request ends."""

    closed: bool


class Saved(Wire):
    """What a save answers."""

    is_allowed_to_continue: bool
    version: int


class Moved(Saved):
    """What a move answers."""

    status: Key


class CommentAnswer(Wire):
    """A comment: text, author and time."""

    text: str
    by: str
    at: datetime


class StepAnswer(Wire):
    """A tab: whether it is done, current or upcoming, who acts in it and when it was left.

    `title`, `note` and `hides` are how it shows itself to the reader's role: heading, a sentence, columns it lacks.
    `ending` is told of the tab in which a closed request ended.
    """

    key: str
    label: str
    actor: Role | None
    actor_label: str | None
    state: Literal["done", "current", "upcoming"]
    ending: Literal["done", "rejected"] | None
    enabled: bool
    editable: bool
    left_at: datetime | None
    title: str | None
    note: str | None
    hides: list[str]


class ActionAnswer(Wire):
    """Something that the caller may do now, or the reason why not yet; `ask` is what to ask before it is done."""

    key: str
    label: str
    tab: str | None
    enabled: bool
    reason: str | None
    ask: str | None


class ProcessAnswer(Wire):
    """Where a request stands and what the caller may do; the interface draws tabs and buttons from it alone."""

    kind: Kind
    tab: str
    turn: str
    is_your_turn: bool
    steps: list[StepAnswer]
    actions: list[ActionAnswer]
    statuses: list[Key] | None = None


class RelatedRequest(Wire):
    """A request that another one was made out of (`isOrigin`), or that was made out of it."""

    id: int
    number: str
    kind: Kind
    status: Key
    is_origin: bool


class Head(Wire):
    """What every kind answers of a request."""

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
    # those of a part request are told to A and V alone (contract 4.1)
    approval_comments: dict[str, CommentAnswer] | None = None
