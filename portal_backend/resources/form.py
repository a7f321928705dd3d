"""How a row of a declared list is written: its fields in their sections, and the one action that saves it."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice
from types import MappingProxyType
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from portal_backend.base.actor import EVERYBODY, Actor, Role, Roles
from portal_backend.base.answers import plain
from portal_backend.base.errors import invalid, not_found, stale
from portal_backend.base.fields import Body
from portal_backend.base.validation import MOST_ERRORS, errors_of, invalid_input
from portal_backend.base.words import Word, word
from portal_backend.resources.field import Choices, FormField

Values = dict[str, Any]


class _Declared(Body):
    """The base of bodies made from declarations: keys stand as they are declared."""

    model_config = ConfigDict(extra="forbid", alias_generator=None)


@dataclass(frozen=True)
class Section:
    """A part of a form under a heading of its own; `hint` is the word that says what it is about, if any does.

    Where roles are told different things of the same part, it is declared for each with its `readers`.
    """

    key: str
    label: str = ""
    hint: str = ""
    readers: Roles = EVERYBODY

    def described(self) -> dict[str, Any]:
        """The section for the interface."""
        hint = word(f"sections.{self.hint}") if self.hint else None
        return {"key": self.key, "label": word(f"sections.{self.label or self.key}"), "hint": hint}


@dataclass(frozen=True)
class Form:
    """The writing side of a Resource. `save(id or None, values, actor)` is its action and answers the id.

    `read(id, actor)` gives the values to edit, or raises 404; `remove` deletes, where rows can be deleted at all, and
    `creates` tells whether new ones come by this form. `of_others`: roles that write other people's details here, so
    that a browser fills in nothing of its own.
    """

    fields: tuple[FormField, ...]
    writers: Roles
    read: Callable[[int, Actor], Values]
    save: Callable[[int | None, Values, Actor], int]
    remove: Callable[[int, Actor], None] | None = None
    sections: tuple[Section, ...] = ()
    creates: bool = True
    of_others: Roles = frozenset()

    def model(self, moment: str, role: Role | None = None) -> type[BaseModel]:
        """The body of creation or edit, of what a role writes, or of all of it."""
        return _model(moment, tuple(self._written(moment, role)))

    def _written(self, moment: str, role: Role | None) -> list[FormField]:
        return [each for each in self.fields if moment in each.on and (role is None or role in each.writers)]

    def readable(self, values: Values, actor: Actor) -> Values:
        """Those of a row's values that the actor's role reads."""
        hidden = {each.key for each in self.fields if actor.role not in each.readers}
        return {key: value for key, value in values.items() if key not in hidden}

    def choices_of(self, pk: int, actor: Actor) -> dict[str, Choices]:
        """The choices that depend on the row, by field."""
        return {
            each.key: each.choices_of(pk)
            for each in self.fields
            if each.choices_of is not None and actor.role in each.readers
        }

    def written(self, values: Mapping[str, Any], actor: Actor) -> Values:
        """Those of a row's values that an edit by the actor writes."""
        return {key: values[key] for key in self.model("edit", actor.role).model_fields if key in values}

    def completed(self, body: Any, current: Mapping[str, Any], actor: Actor) -> Any:
        """An edit that names some fields, with what is required of the others as it is now."""
        if not isinstance(body, dict):
            return body
        fields = self.model("edit", actor.role).model_fields
        absent = {key: current[key] for key, each in fields.items() if each.is_required() and key in current}
        return {**absent, **body}

    def checked(
        self,
        body: object,
        moment: str,
        current: Mapping[str, Any],
        actor: Actor,
        known: Mapping[str, Choices] = MappingProxyType({}),
    ) -> Values:
        """The values of a body. Raises 400 by field. `known` are choices that need not be asked for again.

        What is only read may come along unchanged, as react-admin sends a whole record; changed it is refused.
        """
        if not isinstance(body, dict):
            raise invalid()
        model = self.model(moment, actor.role)
        extra = {key for key in body if key not in model.model_fields}
        changed = (key for key in extra if key not in current or _canonical(current[key]) != _canonical(body[key]))
        wrong: dict[str, Any] = {key: Word("errors.field.extra") for key in islice(changed, MOST_ERRORS)}
        try:
            checked = model.model_validate({key: body[key] for key in body if key not in extra})
        except ValidationError as error:
            raise invalid({**wrong, **invalid_input(errors_of(error)).fields}) from None
        # what an edit does not name stays as it is
        named = checked.model_fields_set if moment == "edit" else model.model_fields.keys()
        values = {key: value for key, value in checked.model_dump().items() if key in named}
        wrong |= self._unoffered(values, actor, current.get("choices", {}), known)
        wrong |= self._misplaced(values, moment, {**current, **body}, actor, wrong)
        wrong |= self._unconfirmed(values, current, actor) if moment == "edit" else {}
        if wrong:
            raise invalid(wrong)
        return values

    def _unoffered(
        self, values: Values, actor: Actor, of_row: Mapping[str, Choices], known: Mapping[str, Choices]
    ) -> dict[str, Word]:
        """The fields whose choice is none of those offered, by the declaration or of the row, or stands twice."""
        wrong: dict[str, Word] = {}
        for each in self.fields:
            value = values.get(each.key)
            if value is None or not (each.choices or each.choices_of):
                continue
            keys = [{str(choice["key"]) for choice in choices} for choices in _offered(each, actor, of_row, known)]
            if isinstance(value, dict):
                columns, rows = keys
                is_offered = value.keys() <= rows and all(_are_of(given, columns) for given in value.values())
            else:
                is_offered = any(_are_of(value if isinstance(value, list) else [value], offered) for offered in keys)
            if not is_offered:
                wrong[each.key] = Word("errors.field.choice")
        return wrong

    def _misplaced(
        self, values: Values, moment: str, whole: Mapping[str, Any], actor: Actor, wrong: Mapping[str, Any]
    ) -> dict[str, Word]:
        """The fields that are given where what they depend on does not hold, or are missing where it does."""
        problems: dict[str, Word] = {}
        for each in self._written(moment, actor.role):
            if each.depends_on is None or each.depends_on.field in wrong:
                continue
            is_given = values.get(each.key) not in (None, "", [])
            if self._holds(each, whole, moment):
                stays = moment == "edit" and each.key not in values and each.key in whole
                if each.required and not is_given and not stays:
                    problems[each.key] = Word("errors.field.required")
            elif is_given:
                problems[each.key] = Word("errors.field.misplaced")
        return problems

    def _unconfirmed(self, values: Values, current: Mapping[str, Any], actor: Actor) -> dict[str, Word]:
        """The fields that confirm a change and are missing where one of those they confirm is changed."""
        changed = {
            key
            for key, value in values.items()
            if value not in (None, "") and _canonical(value) != _canonical(current.get(key))
        }
        return {
            each.key: Word("errors.field.required")
            for each in self._written("edit", actor.role)
            if changed.intersection(each.confirms) and not values.get(each.key)
        }

    def _holds(self, each: FormField, whole: Mapping[str, Any], moment: str) -> bool:
        """Whether a field is shown: what it depends on is shown itself, and has one of the values."""
        if each.depends_on is None:
            return True
        others = (other for other in self.fields if other.key == each.depends_on.field and moment in other.on)
        return all(self._holds(other, whole, moment) for other in others) and each.depends_on.holds(whole)

    def described(self, actor: Actor) -> dict[str, Any]:
        """The form for the interface: what the actor's role reads, and which of it that writes."""
        fields = [self._field(each, actor) for each in self.fields if actor.role in each.readers]
        shown = {each["section"] for each in fields}
        sections = [each for each in self.sections if actor.role in each.readers and each.key in shown]
        return {
            "sections": [each.described() for each in sections],
            "fields": fields,
            "delete": self.remove is not None and actor.role in self.writers,
        }

    def _field(self, each: FormField, actor: Actor) -> dict[str, Any]:
        is_written = actor.role in self.writers and actor.role in each.writers
        depends_on = each.depends_on
        return {
            "key": each.key,
            "label": each.label,
            "help": word(f"help.{each.help}") if each.help else None,
            "addLabel": word(f"adding.{each.key}") if each.kind == "texts" else None,
            "type": each.kind,
            "format": each.format or None,
            "required": each.required and each.kind != "boolean",
            "readOnly": not is_written,
            "maxLength": each.max_length if each.kind in ("text", "longText") else None,
            "choices": each.choices(actor) if each.choices else [],
            "on": sorted(each.on) if is_written else ["edit"],
            "section": self.sections[0].key if each.section == "" and self.sections else each.section or None,
            "group": each.column if each.language else None,
            "language": each.language or None,
            "dependsOn": {"field": depends_on.field, "values": list(depends_on.values)} if depends_on else None,
            "default": each.default,
            "confirms": list(each.confirms),
            "maxItems": each.max_items if each.kind == "texts" else None,
            "autoComplete": None if actor.role in self.of_others else each.autocomplete or None,
        }


def _offered(
    field: FormField, actor: Actor, of_row: Mapping[str, Choices], known: Mapping[str, Choices]
) -> list[Choices]:
    """The choices of a field, and those that depend on the row."""
    declared = [known[field.key] if field.key in known else field.choices(actor)] if field.choices else []
    return [*declared, of_row.get(field.key, [])] if field.choices_of else declared


def _are_of(given: list[str], offered: set[str]) -> bool:
    return set(given) <= offered and len(given) == len(set(given))


def edits(save: Callable[[int, Values, Actor], int]) -> Callable[[int | None, Values, Actor], int]:
    """The `save` of a form by which no row is created."""

    def edit(pk: int | None, values: Values, actor: Actor) -> int:
        if pk is None:
            raise not_found()
        return save(pk, values, actor)

    return edit


@cache
def _model(moment: str, fields: tuple[FormField, ...]) -> type[BaseModel]:
    declared: Any = {each.key: each.declared() for each in fields}
    model: type[BaseModel] = create_model(f"{moment.capitalize()}Body", __base__=_Declared, **declared)
    return model


def _canonical(value: object) -> bytes:
    return orjson.dumps(value, default=plain, option=orjson.OPT_SORT_KEYS | orjson.OPT_UTC_Z)


def is_unchanged(body: object, current: Mapping[str, Any]) -> bool:
    """Whether a body holds only values of a row as they are."""
    return isinstance(body, dict) and all(
        key in current and _canonical(current[key]) == _canonical(value) for key, value in body.items()
    )


def version_of(values: Mapping[str, Any]) -> str:
    """A fingerprint of a row's values: two administrators who edit one record are told apart by it."""
    return hashlib.sha256(_canonical(values)).hexdigest()[:16]


def check_version_of(values: Mapping[str, Any], version: object) -> None:
    """Refuse (409 STALE) an edit of values that have changed since they were read."""
    if version not in (None, "", version_of(values)):
        raise stale()
