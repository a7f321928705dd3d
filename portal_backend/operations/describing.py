"""Presentation of activity log entries: object names, pages and changed values."""

from collections.abc import Iterable
from typing import Any

from portal_backend.accounts.models import Client, Service, User
from portal_backend.audit.models import Event
from portal_backend.base.countries import country_name
from portal_backend.base.words import LANGUAGES, catalogue, current_language, word
from portal_backend.catalogue.models import Category, Part, ServiceCategory
from portal_backend.notifications.matrix import OCCASIONS, SWITCHES, label
from portal_backend.resources.resource import Row
from portal_backend.workflow.models import Request

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
    "part-categories": "part-categories/{id}",
    "service-categories": "service-categories/{id}",
    "predefined-services": "predefined-services/{id}",
    "check-points": "check-points/{id}",
    "mails": "mails",
    "mail-notification": "mail-notification",
    "second-factor": "second-factor",
}
# models whose rows may have been deleted since the entry was written
MODELS: dict[str, Any] = {"parts": Part, "contacts": User, "clients": Client, "services": Service}
REMOVED = (Event.ROW_DELETED, Event.REQUEST_DELETED)
NONE = "–"
Names = dict[str, dict[str, str]]

# fields whose values are translation keys, by the prefix of the keys
WORDS = {
    "role": "roles",
    "decision": "requestStates",
    "secondFactor": "secondFactorKinds",
    "kind": "predefinedKinds",
    "importTarget": "resources",
}
COUNTRIES = ("country", "origin")


def describe(rows: list[Row]) -> None:
    """Add to each entry its object's name and path, its changes, and a summary text."""
    names: Names = {
        "category": {each.key: each.name for each in Category.objects.all()},
        "serviceCategories": {each.key: each.name for each in ServiceCategory.objects.all()},
    }
    paths = _paths(rows)
    labels = catalogue(current_language())
    for row in rows:
        details = dict(row["details"])
        changed = details.pop("changed", {})
        row["object_name"] = _object_name(row)
        row["object_path"] = paths.get((row["object_type"], row["object_id"])) if row["event"] not in REMOVED else None
        row["changes"] = [
            {"label": _label(key, labels), "before": _shown(key, old, names), "after": _shown(key, new, names)}
            for key, (old, new) in changed.items()
        ]
        facts = [f"{_label(key, labels)}: {_shown(key, value, names)}" for key, value in details.items()]
        lines = [word("changedFromTo", **each) for each in row["changes"]]
        row["text"] = "\n".join(lines + facts)


def _object_name(row: Row) -> str:
    """Return the object's name as stored, or the label of an email setting.

    Email settings are stored by their key.
    """
    occasion = OCCASIONS.get(row["about"]) if row["event"] == Event.MAIL_RULES else None
    if occasion is None:
        return str(row["about"])
    return f"{word(f'kinds.{occasion.category}')}, {label(occasion)}"


def _paths(rows: Iterable[Row]) -> dict[tuple[str, int | None], str]:
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
        if model := MODELS.get(type_):
            existing = set(model.objects.filter(pk__in=existing).values_list("pk", flat=True))
        elif type_ in ("REPAIR", "PARTS", "REMOTE_SUPPORT"):
            existing = set(Request.objects.filter(pk__in=existing, deleted_at=None).values_list("pk", flat=True))
        paths |= {(type_, pk): template.format(id=pk) for pk in existing}
    return paths


def _label(key: str, labels: dict[str, str]) -> str:
    """Return a field's label.

    A switch of the email settings is labeled with its role, a translated field with its language.
    """
    if key in SWITCHES:
        return word(f"roles.{SWITCHES[key][1]}")
    for language in LANGUAGES:
        base = key.removesuffix(language.capitalize())
        if base != key and f"columns.{base}" in labels:
            return word("inLanguage", label=labels[f"columns.{base}"], language=word(f"languages.{language}"))
    return labels.get(f"columns.{key}", key)


def _shown(key: str, value: Any, names: Names) -> str:
    if isinstance(value, bool):
        return word("yes" if value else "no")
    if isinstance(value, list):
        return ", ".join(_shown(key, each, names) for each in value) or NONE
    if value in (None, ""):
        return NONE
    if key in WORDS:
        return word(f"{WORDS[key]}.{value}")
    if key in COUNTRIES:
        return country_name(str(value))
    return names.get(key, {}).get(str(value), str(value))
