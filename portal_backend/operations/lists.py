"""Activity log for administrators."""

from typing import Any

from django.db.models import Q, QuerySet

from portal_backend.accounts.models import User
from portal_backend.accounts.selectors import USER_ADMINS
from portal_backend.audit.models import AuditEntry, AuditEvent
from portal_backend.core.actor import Actor
from portal_backend.core.case_folding import contains_any
from portal_backend.core.errors import invalid_field
from portal_backend.core.translations import build_choices, translate
from portal_backend.operations.audit_presenter import OBJECT_TYPES, describe_entries
from portal_backend.resources.date_filters import get_end_of_second, parse_datetime_filter
from portal_backend.resources.query import parse_keyword
from portal_backend.resources.resource import Column, Filter, Resource, Row
from portal_backend.resources.state_columns import state_column, state_filter
from portal_backend.workflow.search import build_keyword_filter

USER_NAME_FIELDS = ("username", "first_name", "last_name")


def _find_user_ids(keyword: str) -> QuerySet[User, Any]:
    """Return the ids of users whose current name matches.

    Entries store the name that a user had at the time.
    """
    return User.objects.filter(contains_any(keyword, *USER_NAME_FIELDS)).values("pk")


def _search(rows: QuerySet[AuditEntry], keyword: str, actor: Actor) -> QuerySet[AuditEntry]:
    users = _find_user_ids(keyword)
    return rows.filter(
        contains_any(keyword, "username", "object_repr", "ip_address", "request_id")
        | build_keyword_filter(keyword)
        | Q(actor_id__in=users)
        | Q(object_type="contacts", object_id__in=users)
    )


def _filter_by_actor(rows: QuerySet[AuditEntry], name: str, actor: Actor) -> QuerySet[AuditEntry]:
    return rows.filter(contains_any(name, "username") | Q(actor_id__in=_find_user_ids(name)))


def _parse_object_types(values: list[str]) -> list[str]:
    if not set(values) <= set(OBJECT_TYPES):
        raise invalid_field("objectType", "choice")
    return values


def _get_role_name(row: Row) -> str:
    return translate(f"roles.{row['role']}") if row["role"] else ""


AUDIT_LOG = Resource(
    name="audit",
    columns=(
        Column("id", "number", source="id", in_interface=False),
        Column("at", "datetime", source="created_at"),
        Column("username", source="username"),
        state_column("event", "events", heading_key="event", key="event"),
        Column("about", source="object_repr", value=lambda row, actor: row["object_name"]),
        Column("details", "longText", value=lambda row, actor: row["text"]),
        Column(
            "role",
            "choice",
            source="role",
            sort=None,
            hidden_by_default=True,
            value=lambda row, actor: {"key": row["role"], "name": _get_role_name(row)} if row["role"] else None,
            export_text=_get_role_name,
        ),
        Column("networkAddress", source="ip_address", hidden_by_default=True),
        Column("call", source="request_id", hidden_by_default=True, sort=None),
        Column("objectPath", value=lambda row, actor: row["object_path"], sort=None, in_interface=False),
        Column("changes", "items", value=lambda row, actor: row["changes"], sort=None, in_interface=False),
    ),
    rows=lambda actor, parent: AuditEntry.objects.all(),
    readers=USER_ADMINS,
    default_sort=("at", "DESC"),
    search=_search,
    extra_sources=("event", "object_repr", "details", "object_type", "object_id"),
    prefetch=describe_entries,
    filters=(
        Filter("actor", "text", lambda values: parse_keyword(values[0]), _filter_by_actor),
        state_filter("event", "events", AuditEvent.values, key="event"),
        Filter(
            "objectType",
            "choices",
            _parse_object_types,
            lambda rows, value, actor: rows.filter(object_type__in=value),
            lambda actor: build_choices("objects", list(OBJECT_TYPES)),
            multiple=True,
        ),
        Filter(
            "from",
            "date",
            lambda values: parse_datetime_filter("from", values),
            lambda rows, value, actor: rows.filter(created_at__gte=value),
            related_filter="to",
            range_end="from",
        ),
        Filter(
            "to",
            "date",
            lambda values: parse_datetime_filter("to", values),
            lambda rows, value, actor: rows.filter(created_at__lt=get_end_of_second(value)),
            related_filter="from",
            range_end="to",
        ),
    ),
    route="audit",
    menu_group="settings",
    icon="history",
    export_name="audit",
)
