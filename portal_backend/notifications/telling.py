"""Recipients of the emails about a service request.

The mail rules select the roles, the request's Client and Service the users (contract section 7). An event has plain
values, since this package does not import the workflow; `events` stores it until a worker expands it.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, Subquery
from django.db.models.functions import JSONObject

from portal_backend.accounts.models import Client, ClientGrant, User
from portal_backend.base.actor import EVERYBODY, Role, Roles
from portal_backend.base.words import Word, word
from portal_backend.notifications.letters import Letter, register, said, write
from portal_backend.notifications.matrix import SWITCHES, MailTrigger
from portal_backend.notifications.models import MailRule
from portal_backend.notifications.outbox import NewMail, Value, kept

# roles that can see each remark of a transition
REMARK_READERS: dict[str, Roles] = {
    **dict.fromkeys(("missing", "damaged", "unannounced", "approved", "rejected", "refused", "comment"), EVERYBODY),
    **dict.fromkeys(("repaired", "replaced", "not_repairable"), EVERYBODY),
    "reasons": frozenset({Role.CLIENT, Role.SUPERVISOR, Role.ADMIN}),
}
MOVED = register(Letter("moved", facts=("number", "client", "old", "new", "who", *REMARK_READERS)))
OVERDUE = register(Letter("overdue", facts=("number", "client", "new")))
SERVICE_CHANGED = register(Letter("serviceChanged", facts=("number", "client", "new", "who")))
SERVICE_TAKEN = register(Letter("serviceTaken", facts=("number", "who"), linked=False))
COLUMNS = dict(SWITCHES.values())


@dataclass(frozen=True)
class Event:
    """Event of a service request that users are notified of.

    Each recipient gets one email for an event that is stored as a row.
    """

    #: row of the mail rules that decides about the roles
    occasion: MailTrigger
    letter: Letter
    #: number of the service request
    number: str
    client_id: int
    service_id: int
    #: path of the request's page by role
    pages: Mapping[Role, str]
    #: values of the template
    values: Mapping[str, Value]
    #: sentence about the next step
    turn: Word
    #: the same sentence for the responsible role
    your_turn: Word | None = None
    #: role whose action is required
    acting: Role | None = None
    #: user who caused the event; the notification is already read for this user
    actor_id: int | None = None
    #: Service that lost the request; its users get FORMER_SERVICE_TEMPLATE
    left_service_id: int | None = None
    #: id of the MailEvent row, None for an event that is not stored
    row_id: int | None = None
    happened_at: datetime | None = None


@dataclass(frozen=True)
class Reader:
    """Recipient of the email about an event."""

    user_id: int
    username: str
    full_name: str
    role: Role
    language: str
    email: str
    client_name: str
    backup_emails: list[str] = field(default_factory=list)
    #: user of the Service that lost the request
    left: bool = False


_quiet: ContextVar[bool] = ContextVar("portal_quiet", default=False)


@contextmanager
def nobody_told() -> Iterator[None]:
    """Suppress notifications while the body of the with statement runs (demo data)."""
    token = _quiet.set(True)
    try:
        yield
    finally:
        _quiet.reset(token)


def is_quiet() -> bool:
    """Return whether notifications are suppressed."""
    return _quiet.get()


def would_tell(event: Event) -> list[dict[str, Any]]:
    """Return the recipients of an event with their rendered emails; stores nothing."""
    previews = []
    for recipient in readers(event):
        mail = mail_to(recipient, event)
        values = kept(mail.values)
        rendered = write(mail.template, values, mail.path, mail.language)
        previews.append(
            {
                "username": recipient.username,
                "fullName": recipient.full_name,
                "role": word(f"roles.{recipient.role}"),
                "language": word(f"languages.{mail.language}"),
                "addresses": [mail.to, *mail.copies],
                "why": said(mail.template, "reason", values),
                "subject": rendered.subject,
                "text": rendered.text,
            }
        )
    return previews


def readers(event: Event) -> list[Reader]:
    """Return the recipients of an event, each user once, with one query.

    They are unlocked users in the request's scope, or of its former Service, whose role is switched on in the mail
    rules.
    """
    rules = MailRule.objects.filter(category=event.occasion.category, key=event.occasion.key)
    rows = (
        User.objects.filter(_concerned(event), locked=False)
        .annotate(
            rule=Subquery(rules.values(told=JSONObject(**{name: name for name in COLUMNS}))[:1]),
            told_client=Subquery(Client.objects.filter(pk=event.client_id).values("name")[:1]),
        )
        .order_by("pk", "backup_emails__pk")
        .values_list(
            *("pk", "username", "first_name", "last_name", "role", "language", "email", "service_id", "told_client"),
            *("rule", "backup_emails__value"),
        )
    )
    recipients: dict[int, Reader] = {}
    for pk, username, first, last, role, language, email, service_id, client_name, rule, backup in rows:
        if role not in _roles(event.occasion, rule):
            continue
        name = f"{first} {last}".strip()
        is_former_service = role == Role.SERVICE and service_id != event.service_id
        recipient = recipients.setdefault(
            pk, Reader(pk, username, name, Role(role), language, email, client_name, left=is_former_service)
        )
        if backup and role == Role.CLIENT:
            recipient.backup_emails.append(backup)
    return list(recipients.values())


def _concerned(event: Event) -> Q:
    """Build a filter for users in the request's scope or of its former Service."""
    services = {event.service_id, event.left_service_id} - {None}
    has_client_grant = Exists(ClientGrant.objects.filter(user=OuterRef("pk"), content_object=event.client_id))
    return (
        Q(role__in=(Role.SUPERVISOR, Role.ADMIN))
        | Q(role=Role.CLIENT, client=event.client_id)
        | Q(role=Role.SERVICE, service__in=services)
        | Q(has_client_grant, role=Role.SUSTAINABILITY_MANAGER)
    )


def _roles(occasion: MailTrigger, rule: Mapping[str, Any] | None) -> set[Role]:
    """Return the roles whose switch is on, as saved or by default."""
    if rule is None:
        return {role for name, (_, role) in SWITCHES.items() if occasion.defaults[name]}
    return {role for attribute, role in COLUMNS.items() if rule[attribute]}


def mail_to(reader: Reader, event: Event) -> NewMail:
    """Build the email about an event for one recipient."""
    is_responsible = reader.role == event.acting and event.your_turn is not None
    template = SERVICE_TAKEN if reader.left else event.letter
    values = {
        **{name: value for name, value in event.values.items() if reader.role in REMARK_READERS.get(name, EVERYBODY)},
        "number": event.number,
        "client": reader.client_name,
        "turn": event.your_turn if is_responsible and event.your_turn else event.turn,
        "role": Word(f"roles.{reader.role}"),
        "kind": Word(f"kinds.{event.occasion.category}"),
    }
    return NewMail(
        reader.email,
        reader.language,
        template.key,
        event.occasion.category,
        values,
        # a role that was added after the event was stored has no page
        path=event.pages.get(reader.role, "") if template.linked else "",
        about=event.number,
        dedupe=f"event {event.row_id} {reader.user_id}" if event.row_id else None,
        user_id=reader.user_id,
        copies=reader.backup_emails,
        seen=reader.user_id == event.actor_id,
        happened_at=event.happened_at,
        caused_by=event.actor_id,
    )
