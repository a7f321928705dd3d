"""Who gets which mail, as administrators set it: a record for each service category (spec 2, 2.5).

It lies here because a service category is one of the catalogue's; the rows come from what the process tables register.
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
    """The service categories that mails are sent about."""
    return ServiceCategory.objects.filter(key__in={each.category for each in OCCASIONS.values()})


def _occasions(pk: int) -> list[MailTrigger]:
    key = ServiceCategory.objects.get(pk=pk).key
    return [each for each in OCCASIONS.values() if each.category == key]


def _rows(pk: int) -> Choices:
    """The statuses and actions of a service category, in the order of the tables."""
    return [{"key": each.key, "name": label(each)} for each in _occasions(pk)]


def _on(switches: Switches) -> list[str]:
    return [role for role, name in ROLES.items() if switches[name]]


def _read(pk: int, actor: Actor) -> Values:
    return {"settings": {each.key: _on(switches) for each, switches in switches_of(_occasions(pk)).items()}}


def _save(pk: int, values: Values, actor: Actor) -> int:
    """Set what is different; a row that is not named stays."""
    wanted: Mapping[str, list[str]] = values["settings"]
    occasions = {each.key: each for each in _occasions(pk)}
    before = switches_of(occasions.values())
    for type_ in ("PROCESS", "SINGLE"):
        changed = [
            RuleIn.model_validate({"id": occasion.id, **{name: role in wanted[key] for role, name in ROLES.items()}})
            for key, occasion in occasions.items()
            if occasion.type == type_ and key in wanted and set(wanted[key]) != set(_on(before[occasion]))
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
