"""What was done, as administrators look it up."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet

from portal_backend.accounts.lists import USER_ADMINS
from portal_backend.audit.models import Entry, Event
from portal_backend.base.actor import Actor
from portal_backend.base.folding import matching_any
from portal_backend.base.words import catalogue, current_language, word
from portal_backend.resources.resource import Column, Resource, Row
from portal_backend.resources.states import state_column, state_filter


def _search(rows: QuerySet[Entry], keyword: str, actor: Actor) -> QuerySet[Entry]:
    return rows.filter(matching_any(keyword, "username", "about", "address", "call"))


def _role(row: Row) -> str:
    return word(f"roles.{row['role']}") if row["role"] else ""


# fields whose values are keys, and what those are called
NAMES: dict[str, Callable[[str], str]] = {
    "role": lambda key: word(f"roles.{key}"),
    "decision": lambda key: word(f"requestStates.{key}"),
    "secondFactor": lambda key: word(f"secondFactorKinds.{key}"),
}


def _shown(key: str, value: Any) -> str:
    if isinstance(value, bool):
        return word("yes" if value else "no")
    if isinstance(value, list):
        return ", ".join(_shown(key, each) for each in value) or "–"
    if value in (None, ""):
        return "–"
    return NAMES[key](value) if key in NAMES else str(value)


def _details(row: Row, actor: Actor) -> str:
    """One line a field: what it was and what it is, or a figure."""
    details = dict(row["details"])
    changed = details.pop("changed", {})
    told = {key: " → ".join(_shown(key, each) for each in values) for key, values in changed.items()}
    told |= {key: _shown(key, value) for key, value in details.items()}
    labels = catalogue(current_language())
    return "\n".join(f"{labels.get(f'columns.{key}', key)}: {text}" for key, text in told.items())


AUDIT = Resource(
    name="audit",
    columns=(
        Column("id", "number", source="id", shown=False),
        Column("at", "datetime", source="at"),
        Column("username", source="username"),
        state_column("event", "events", name="event", key="event"),
        Column("about", source="about"),
        Column("details", "longText", value=_details),
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
    ),
    rows=lambda actor, parent: Entry.objects.all(),
    readers=USER_ADMINS,
    default_sort=("at", "DESC"),
    search=_search,
    carried=("details",),
    filters=(state_filter("event", "events", Event.values, key="event"),),
    route="audit",
    group="settings",
    icon="history",
    export="audit",
)
