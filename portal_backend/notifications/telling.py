"""Who hears of what happened to a request: the matrix decides the roles, the request's organisations the people.

Whoever tells an event knows the request; here it is plain values (contract section 7), kept by notifications.events
until a worker asks for its readers.
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

# the remarks of a transition, and who reads each of them
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
    """What happened: which occasion of the matrix, to which request, and what is said of it.

    `pages` is where each role finds it, `turn` what comes next, said as `your_turn` to the role that must act.
    `left_service_id` is the Service that loses the request: its users hear of it once more, as `SERVICE_TAKEN`. What is
    kept as a row has its `row_id`, and each reader hears of it once.
    """

    occasion: MailTrigger
    letter: Letter
    number: str
    client_id: int
    service_id: int
    pages: Mapping[Role, str]
    values: Mapping[str, Value]
    turn: Word
    your_turn: Word | None = None
    acting: Role | None = None
    actor_id: int | None = None
    left_service_id: int | None = None
    row_id: int | None = None
    happened_at: datetime | None = None


@dataclass(frozen=True)
class Reader:
    """Somebody who hears of an event. Who has `left` is told that the request is another Service's now."""

    user_id: int
    username: str
    full_name: str
    role: Role
    language: str
    email: str
    client_name: str
    backup_emails: list[str] = field(default_factory=list)
    left: bool = False


_quiet: ContextVar[bool] = ContextVar("portal_quiet", default=False)


@contextmanager
def nobody_told() -> Iterator[None]:
    """Let what is done inside be told to nobody: the demo world has a past."""
    token = _quiet.set(True)
    try:
        yield
    finally:
        _quiet.reset(token)


def is_quiet() -> bool:
    """Whether nobody is told."""
    return _quiet.get()


def would_tell(event: Event) -> list[dict[str, Any]]:
    """Who would be told, why, and what each would read; nothing is written."""
    answer = []
    for reader in readers(event):
        mail = mail_to(reader, event)
        values = kept(mail.values)
        written = write(mail.template, values, mail.path, mail.language)
        answer.append(
            {
                "username": reader.username,
                "fullName": reader.full_name,
                "role": word(f"roles.{reader.role}"),
                "language": word(f"languages.{mail.language}"),
                "addresses": [mail.to, *mail.copies],
                "why": said(mail.template, "reason", values),
                "subject": written.subject,
                "text": written.text,
            }
        )
    return answer


def readers(event: Event) -> list[Reader]:
    """Each person once, in one statement: those in the request's scope whose role the matrix switches on."""
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
    found: dict[int, Reader] = {}
    for pk, username, first, last, role, language, email, service_id, client_name, rule, backup in rows:
        if role not in _roles(event.occasion, rule):
            continue
        left, name = role == Role.SERVICE and service_id != event.service_id, f"{first} {last}".strip()
        reader = found.setdefault(pk, Reader(pk, username, name, Role(role), language, email, client_name, left=left))
        if backup and role == Role.CLIENT:
            reader.backup_emails.append(backup)
    return list(found.values())


def _concerned(event: Event) -> Q:
    """Who could ever hear of it: the request's scope, and those who are in it no more since just now."""
    services = {event.service_id, event.left_service_id} - {None}
    follows = Exists(ClientGrant.objects.filter(user=OuterRef("pk"), content_object=event.client_id))
    return (
        Q(role__in=(Role.SUPERVISOR, Role.ADMIN))
        | Q(role=Role.CLIENT, client=event.client_id)
        | Q(role=Role.SERVICE, service__in=services)
        | Q(follows, role=Role.SUSTAINABILITY_MANAGER)
    )


def _roles(occasion: MailTrigger, rule: Mapping[str, Any] | None) -> set[Role]:
    """The roles that the matrix switches on, as set or by default."""
    if rule is None:
        return {role for name, (_, role) in SWITCHES.items() if occasion.defaults[name]}
    return {role for attribute, role in COLUMNS.items() if rule[attribute]}


def mail_to(reader: Reader, event: Event) -> NewMail:
    """What a reader is told."""
    acts = reader.role == event.acting and event.your_turn is not None
    letter = SERVICE_TAKEN if reader.left else event.letter
    values = {
        **{name: value for name, value in event.values.items() if reader.role in REMARK_READERS.get(name, EVERYBODY)},
        "number": event.number,
        "client": reader.client_name,
        "turn": event.your_turn if acts and event.your_turn else event.turn,
        "role": Word(f"roles.{reader.role}"),
        "kind": Word(f"kinds.{event.occasion.category}"),
    }
    return NewMail(
        reader.email,
        reader.language,
        letter.key,
        event.occasion.category,
        values,
        # a role that is newer than the event has no page in it
        path=event.pages.get(reader.role, "") if letter.linked else "",
        about=event.number,
        dedupe=f"event {event.row_id} {reader.user_id}" if event.row_id else None,
        user_id=reader.user_id,
        copies=reader.backup_emails,
        seen=reader.user_id == event.actor_id,
        happened_at=event.happened_at,
        caused_by=event.actor_id,
    )
