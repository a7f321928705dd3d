"""Lists for administrators: feedback and emails."""

from typing import Any

from django.db.models import QuerySet

from portal_backend.accounts.lists import USER_ADMINS
from portal_backend.base.actor import EVERYBODY, Actor, Roles
from portal_backend.base.folding import matching_any
from portal_backend.base.words import choices
from portal_backend.notifications.letters import subject_of
from portal_backend.notifications.models import Feedback, Mail, MailState
from portal_backend.notifications.outbox import mail_of, send_again
from portal_backend.resources.field import EDIT, FormField
from portal_backend.resources.form import Form, Values, edits
from portal_backend.resources.resource import BulkAction, Column, Resource, Row
from portal_backend.resources.states import state_column, state_filter

WORDS = "mailStates"
WRITERS: Roles = EVERYBODY


def _search(rows: QuerySet[Feedback], keyword: str, actor: Actor) -> QuerySet[Feedback]:
    return rows.filter(matching_any(keyword, "title", "content", "user__username", "page_name", "page_path"))


FEEDBACK = Resource(
    name="feedback",
    columns=(
        Column("id", "number", source="id", shown=False),
        Column("title", source="title"),
        Column("content", "longText", source="content", sort=None),
        Column("username", source="user__username"),
        Column("pageName", source="page_name"),
        Column("pagePath", source="page_path"),
        Column("createdAt", "datetime", source="created_at"),
    ),
    rows=lambda actor, parent: Feedback.objects.all(),
    readers=USER_ADMINS,
    search=_search,
    route="feedback",
    group="users",
    icon="feedback",
    export="feedback",
)


def _find(rows: QuerySet[Mail], keyword: str, actor: Actor) -> QuerySet[Mail]:
    return rows.filter(matching_any(keyword, "to", "about", "user__username", "error"))


def _settable(actor: Actor) -> list[dict[str, str]]:
    return choices(WORDS, [MailState.WAITING])


def _read(pk: int, actor: Actor) -> Values:
    return {"state": mail_of(pk).state}


def _save(pk: int, values: Values, actor: Actor) -> int:
    """Send an email again if its state is set to WAITING; other states are ignored."""
    if values["state"] == MailState.WAITING:
        send_again(pk, actor=actor)
    return pk


def _subject(row: Row, actor: Actor) -> Any:
    return subject_of(row["template"], row["values"])


MAILS = Resource(
    name="mails",
    columns=(
        Column("id", "number", source="id", shown=False),
        Column("createdAt", "datetime", source="created_at"),
        Column("to", source="to"),
        Column("subject", "longText", value=_subject, sort=None),
        state_column("state", WORDS, name="deliveryState"),
        Column("attempts", "number", source="attempts"),
        Column("sentAt", "datetime", source="sent_at"),
        Column("error", "longText", source="error", sort=None),
    ),
    rows=lambda actor, parent: Mail.objects.all(),
    readers=USER_ADMINS,
    carried=("template", "values"),
    search=_find,
    filters=(state_filter("state", WORDS, MailState.values),),
    route="mails",
    group="settings",
    icon="outbox",
    export="mails",
    form=Form(
        (FormField("state", "choice", choices=_settable, column="deliveryState", on=EDIT),),
        USER_ADMINS,
        _read,
        edits(_save),
        creates=False,
    ),
    bulk=(BulkAction("sendAgain", {"state": MailState.WAITING.value}),),
)
