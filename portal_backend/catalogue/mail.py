"""Admin form of the mail settings, one record per service category (spec 2, 2.5).

It belongs to the catalogue because of the service categories; its rows come from the registered processes.
"""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from portal_backend.base.actor import Actor
from portal_backend.base.words import choices, word
from portal_backend.catalogue.lists import ADMINS
from portal_backend.catalogue.models import ServiceCategory
from portal_backend.notifications.matrix import (
    OCCASIONS,
    SWITCHES,
    MailTrigger,
    Switches,
    label,
    save_rules,
    switches_of,
)
from portal_backend.notifications.schemas import RuleIn
from portal_backend.resources.field import Choices, FormField
from portal_backend.resources.form import Form, Values, edits
from portal_backend.resources.resource import Column, Resource

ROLES = {role: name for name, (_, role) in SWITCHES.items()}


def _categories(actor: Actor, parent: int | None) -> QuerySet[ServiceCategory]:
    """Select the service categories that emails are sent about."""
    return ServiceCategory.objects.filter(key__in={each.category for each in OCCASIONS.values()})


def _occasions(pk: int) -> list[MailTrigger]:
    key = ServiceCategory.objects.get(pk=pk).key
    return [trigger for trigger in OCCASIONS.values() if trigger.category == key]


def _rows(pk: int) -> Choices:
    """List the statuses and actions of a service category in process order."""
    return [{"key": trigger.key, "name": label(trigger)} for trigger in _occasions(pk)]


def _on(switches: Switches) -> list[str]:
    return [role for role, name in ROLES.items() if switches[name]]


def _read(pk: int, actor: Actor) -> Values:
    return {"settings": {each.key: _on(switches) for each, switches in switches_of(_occasions(pk)).items()}}


def _save(pk: int, values: Values, actor: Actor) -> int:
    """Save the rows that differ; rows that are left out stay unchanged."""
    roles_by_key: Mapping[str, list[str]] = values["settings"]
    triggers_by_key = {each.key: each for each in _occasions(pk)}
    before = switches_of(triggers_by_key.values())
    for type_ in ("PROCESS", "SINGLE"):
        changed = [
            RuleIn.model_validate(
                {"id": trigger.id, **{name: role in roles_by_key[key] for role, name in ROLES.items()}}
            )
            for key, trigger in triggers_by_key.items()
            if trigger.type == type_ and key in roles_by_key and set(roles_by_key[key]) != set(_on(before[trigger]))
        ]
        save_rules(type_, changed, actor=actor)
    return pk


def _name(row: dict[str, Any], actor: Actor) -> str:
    return word(f"kinds.{row['key']}")


MAIL_NOTIFICATION = Resource(
    name="mail-notification",
    columns=(
        Column("id", "number", source="id"),
        Column("name", value=_name, sort=None),
        Column("key", source="key"),
    ),
    rows=_categories,
    readers=ADMINS,
    default_sort=("id", "ASC"),
    form=Form(
        (
            FormField(
                "settings",
                "matrix",
                choices=lambda actor: choices("roles", list(ROLES)),
                choices_of=_rows,
            ),
        ),
        ADMINS,
        _read,
        edits(_save),
        creates=False,
    ),
)
