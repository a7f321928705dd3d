"""Activity log for administrators: the list, and the texts of its entries."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from django.db.models import Q, QuerySet

from portal_backend.accounts.models import Client, Service, User
from portal_backend.accounts.selectors import USER_ADMINS
from portal_backend.audit.models import AuditEntry, AuditEvent
from portal_backend.catalogue.admin_lists import ADMIN_RESOURCES
from portal_backend.catalogue.models import Category, Part, ServiceCategory
from portal_backend.core.actor import ALL_ROLES, Actor
from portal_backend.core.countries import get_country_name
from portal_backend.core.text_search import contains_any
from portal_backend.core.translations import LANGUAGES, get_current_language, load_messages, translate
from portal_backend.notifications.mail_rules import ROLE_SWITCHES, get_trigger_label, get_triggers
from portal_backend.resources.filters import build_choices_filter, parse_text
from portal_backend.resources.query import get_end_of_second, parse_datetime_filter
from portal_backend.resources.resource import Column, Filter, Resource, Row
from portal_backend.resources.state_columns import build_state_column
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.search import build_keyword_filter

# object types by the path of their page; types without a detail page link to a list
OBJECT_TYPES: dict[str, str] = {
    "parts": "edit/part/{id}",
    "contacts": "edit/contact/{name}",
    "clients": "clients/{id}",
    "services": "services/{id}",
    "account-requests": "request-account/approve/{id}",
    "REPAIR": "process-repair/{id}",
    "PARTS": "process-part-request/{id}",
    "REMOTE_SUPPORT": "remote-support/process/{id}",
    "imports": "imports/{id}",
    **{each.name: each.detail_routes[""] for each in ADMIN_RESOURCES},
    "mails": "mails",
    "mail-notification": "mail-notification",
    "second-factor": "second-factor",
}
# models whose rows may have been deleted since the entry was written
MODELS_BY_OBJECT_TYPE: dict[str, Any] = {"parts": Part, "contacts": User, "clients": Client, "services": Service}
DELETION_EVENTS = (AuditEvent.ROW_DELETED, AuditEvent.REQUEST_DELETED)
# names that entries without a user have instead of a username
COMMANDS = frozenset({"create_administrator", "reset_two_factor", "unlock_user"})
SETUP_PAGE = "first_run"
# events that commands and the setup page write without a user
COMMAND_EVENTS = (AuditEvent.USER_CREATED, AuditEvent.USER_UNLOCKED, AuditEvent.SECOND_FACTOR_RESET)
EMPTY_VALUE = "–"
NamesByField = dict[str, dict[str, str]]

# fields whose values are translation keys, by the prefix of the keys
MESSAGE_PREFIXES = {
    "role": "roles",
    "decision": "requestStates",
    "secondFactor": "secondFactorKinds",
    "kind": "predefinedKinds",
    "importTarget": "resources",
}
COUNTRY_FIELDS = ("country", "origin")


def describe_entries(rows: list[Row], actor: Actor) -> None:
    """Add to each entry its object's name and path, its changes, and a summary text."""
    names: NamesByField = {
        "category": {each.key: each.name for each in Category.objects.all()},
        "serviceCategories": {each.key: each.name for each in ServiceCategory.objects.all()},
    }
    paths = _get_object_paths(rows)
    labels = load_messages(get_current_language())
    for row in rows:
        details = dict(row["details"])
        changed = details.pop("changed", {})
        row["object_name"] = _get_object_name(row)
        row["object_path"] = (
            paths.get((row["object_type"], row["object_id"])) if row["event"] not in DELETION_EVENTS else None
        )
        row["changes"] = [
            {
                "label": _get_field_label(key, labels),
                "before": _format_value(key, old, names),
                "after": _format_value(key, new, names),
            }
            for key, (old, new) in changed.items()
        ]
        facts = [
            f"{_get_field_label(key, labels)}: {_format_value(key, value, names)}" for key, value in details.items()
        ]
        lines = [translate("changedFromTo", **each) for each in row["changes"]]
        row["text"] = "\n".join(lines + facts)


def _has_user(row: Row) -> bool:
    """Return whether the username is one: of a user, or given by a caller."""
    return row["actor_id"] is not None or row["event"] not in COMMAND_EVENTS


def _is_command(row: Row) -> bool:
    return not _has_user(row) and row["username"] in COMMANDS


def _get_actor_name(row: Row, actor: Actor) -> str:
    if _is_command(row):
        return translate("auditActors.commandLine")
    if not _has_user(row) and row["username"] == SETUP_PAGE:
        return translate("auditActors.setupPage")
    return str(row["username"])


def _get_object_name(row: Row) -> str:
    """Return the stored name of an object.

    For an exported list it is the title, for an email setting the label.

    Email settings are stored by their key, exported lists by their title in the exporting user's language.
    """
    if row["event"] == AuditEvent.EXPORTED:
        key = _get_list_keys_by_title().get(row["object_repr"])
        return translate(key) if key else str(row["object_repr"])
    trigger = get_triggers().get(row["object_repr"]) if row["event"] == AuditEvent.MAIL_RULES else None
    if trigger is None:
        return str(row["object_repr"])
    return f"{translate(f'kinds.{trigger.category}')}, {get_trigger_label(trigger)}"


@cache
def _get_list_keys_by_title() -> dict[str, str]:
    """Map list titles in all languages to their message keys."""
    return {
        text: key
        for language in LANGUAGES
        for key, text in load_messages(language).items()
        if key.startswith("resources.")
    }


def _get_object_paths(rows: Iterable[Row]) -> dict[tuple[str, int | None], str]:
    """Return the page paths of objects that still exist, with one query per type."""
    ids: dict[str, set[int]] = {}
    for row in rows:
        ids.setdefault(row["object_type"], set()).add(row["object_id"])
    paths: dict[tuple[str, int | None], str] = {}
    for type_ in ids.keys() & OBJECT_TYPES.keys():
        template, existing = OBJECT_TYPES[type_], ids[type_]
        if type_ == "contacts":
            users = User.objects.filter(pk__in=existing).values_list("pk", "username")
            paths |= {(type_, pk): template.format(name=name) for pk, name in users}
            continue
        if model := MODELS_BY_OBJECT_TYPE.get(type_):
            existing = set(model.objects.filter(pk__in=existing).values_list("pk", flat=True))
        elif type_ in ("REPAIR", "PARTS", "REMOTE_SUPPORT"):
            existing = set(ServiceRequest.objects.filter(pk__in=existing, deleted_at=None).values_list("pk", flat=True))
        paths |= {(type_, pk): template.format(id=pk) for pk in existing}
    return paths


def _get_field_label(key: str, labels: dict[str, str]) -> str:
    """Return a field's label.

    A switch of the email settings is labeled with its role, a translated field with its language.
    """
    if key in ROLE_SWITCHES:
        return translate(f"roles.{ROLE_SWITCHES[key][1]}")
    for language in LANGUAGES:
        base = key.removesuffix(language.capitalize())
        if base != key and f"columns.{base}" in labels:
            return translate("inLanguage", label=labels[f"columns.{base}"], language=translate(f"languages.{language}"))
    return labels.get(f"columns.{key}", key)


def _format_value(key: str, value: Any, names: NamesByField) -> str:
    if isinstance(value, bool):
        return translate("yes" if value else "no")
    if isinstance(value, list):
        return ", ".join(_format_value(key, each, names) for each in value) or EMPTY_VALUE
    if value in (None, ""):
        return EMPTY_VALUE
    if key in MESSAGE_PREFIXES:
        return translate(f"{MESSAGE_PREFIXES[key]}.{value}")
    if key in COUNTRY_FIELDS:
        return get_country_name(str(value))
    return names.get(key, {}).get(str(value), str(value))


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


def _get_role_name(row: Row) -> str:
    return translate(f"roles.{row['role']}") if row["role"] else ""


AUDIT_LOG = Resource(
    name="audit",
    columns=(
        Column("id", "number", source="id", in_interface=False),
        Column("at", "datetime", source="created_at"),
        Column("username", source="username", value=_get_actor_name),
        build_state_column("event", "events", heading_key="event", key="event"),
        Column("about", source="object_repr", value=lambda row, actor: row["object_name"]),
        Column("details", "longText", value=lambda row, actor: row["text"]),
        Column(
            "role",
            "choice",
            source="role",
            sort=None,
            hidden_by_default=ALL_ROLES,
            value=lambda row, actor: {"key": row["role"], "name": _get_role_name(row)} if row["role"] else None,
            export_text=_get_role_name,
        ),
        Column("networkAddress", source="ip_address", hidden_by_default=ALL_ROLES),
        Column("call", source="request_id", hidden_by_default=ALL_ROLES, sort=None),
        Column("objectPath", value=lambda row, actor: row["object_path"], sort=None, in_interface=False),
        Column("changes", "items", value=lambda row, actor: row["changes"], sort=None, in_interface=False),
    ),
    rows=lambda actor, parent: AuditEntry.objects.all(),
    readers=USER_ADMINS,
    default_sort=("at", "DESC"),
    search=_search,
    extra_sources=("event", "actor_id", "object_repr", "details", "object_type", "object_id"),
    prefetch=describe_entries,
    filters=(
        Filter("actor", "text", parse_text, _filter_by_actor),
        build_choices_filter("event", "events", AuditEvent.values, key="event"),
        build_choices_filter("object_type", "objects", list(OBJECT_TYPES), key="objectType"),
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
    menu_group="security",
    icon="history",
    export_name="audit",
)
