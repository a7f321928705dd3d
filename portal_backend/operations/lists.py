"""Activity log for administrators."""

from typing import Any

from django.db.models import Q, QuerySet

from portal_backend.accounts.lists import USER_ADMINS
from portal_backend.accounts.models import User
from portal_backend.audit.models import Entry, Event
from portal_backend.base.actor import Actor
from portal_backend.base.errors import invalid_field
from portal_backend.base.folding import matching_any
from portal_backend.base.words import choices, word
from portal_backend.operations.describing import OBJECT_TYPES, describe
from portal_backend.resources.periods import end_of_second, moment_of
from portal_backend.resources.query import keyword_of
from portal_backend.resources.resource import Column, Filter, Resource, Row
from portal_backend.resources.states import state_column, state_filter
from portal_backend.workflow.searching import holding

NAMES = ("username", "first_name", "last_name")


def _named(keyword: str) -> QuerySet[User, Any]:
    """Return the ids of users whose current name matches.

    Entries store the name that a user had at the time.
    """
    return User.objects.filter(matching_any(keyword, *NAMES)).values("pk")


def _search(rows: QuerySet[Entry], keyword: str, actor: Actor) -> QuerySet[Entry]:
    users = _named(keyword)
    return rows.filter(
        matching_any(keyword, "username", "about", "address", "call")
        | holding(keyword)
        | Q(actor_id__in=users)
        | Q(object_type="contacts", object_id__in=users)
    )


def _by(rows: QuerySet[Entry], name: str, actor: Actor) -> QuerySet[Entry]:
    return rows.filter(matching_any(name, "username") | Q(actor_id__in=_named(name)))


def _object_types(values: list[str]) -> list[str]:
    if not set(values) <= set(OBJECT_TYPES):
        raise invalid_field("objectType", "choice")
    return values


def _role(row: Row) -> str:
    return word(f"roles.{row['role']}") if row["role"] else ""


AUDIT = Resource(
    name="audit",
    columns=(
        Column("id", "number", source="id", shown=False),
        Column("at", "datetime", source="at"),
        Column("username", source="username"),
        state_column("event", "events", name="event", key="event"),
        Column("about", source="about", value=lambda row, actor: row["object_name"]),
        Column("details", "longText", value=lambda row, actor: row["text"]),
        Column(
            "role",
            "choice",
            source="role",
            sort=None,
            hidden=True,
            value=lambda row, actor: {"key": row["role"], "name": _role(row)} if row["role"] else None,
            text=_role,
        ),
        Column("networkAddress", source="address", hidden=True),
        Column("call", source="call", hidden=True, sort=None),
        Column("objectPath", value=lambda row, actor: row["object_path"], sort=None, shown=False),
        Column("changes", "items", value=lambda row, actor: row["changes"], sort=None, shown=False),
    ),
    rows=lambda actor, parent: Entry.objects.all(),
    readers=USER_ADMINS,
    default_sort=("at", "DESC"),
    search=_search,
    carried=("event", "about", "details", "object_type", "object_id"),
    complete=describe,
    filters=(
        Filter("actor", "text", lambda values: keyword_of(values[0]), _by),
        state_filter("event", "events", Event.values, key="event"),
        Filter(
            "objectType",
            "choices",
            _object_types,
            lambda rows, value, actor: rows.filter(object_type__in=value),
            lambda actor: choices("objects", list(OBJECT_TYPES)),
            multiple=True,
        ),
        Filter(
            "from",
            "date",
            lambda values: moment_of("from", values),
            lambda rows, value, actor: rows.filter(at__gte=value),
            other="to",
            bound="from",
        ),
        Filter(
            "to",
            "date",
            lambda values: moment_of("to", values),
            lambda rows, value, actor: rows.filter(at__lt=end_of_second(value)),
            other="from",
            bound="to",
        ),
    ),
    route="audit",
    group="settings",
    icon="history",
    export="audit",
)
