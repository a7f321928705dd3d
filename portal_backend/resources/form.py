"""Forms of declared lists: sections, fields, validation and the save action."""

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
    """Base of request models built from declarations, whose keys have no alias."""

    model_config = ConfigDict(extra="forbid", alias_generator=None)


@dataclass(frozen=True)
class Section:
    """A section of a form with its own heading.

    A section whose label or hint differs by role is declared once for each, with its `readers`.
    """

    key: str
    #: Message key of the heading, where it is not the section's own key.
    label: str = ""
    #: Message key of the introduction below the heading; "" for none.
    hint: str = ""
    readers: Roles = EVERYBODY

    def described(self) -> dict[str, Any]:
        """Return the metadata of the section."""
        hint = word(f"sections.{self.hint}") if self.hint else None
        return {"key": self.key, "label": word(f"sections.{self.label or self.key}"), "hint": hint}


@dataclass(frozen=True)
class Form:
    """The form of a resource: its fields, and the functions that read and save a row."""

    fields: tuple[FormField, ...]
    writers: Roles
    #: Returns the values to edit by row id, or raises 404.
    read: Callable[[int, Actor], Values]
    #: Creates a row (id None) or edits one, and returns its id.
    save: Callable[[int | None, Values, Actor], int]
    #: Deletes a row; None where rows cannot be deleted.
    remove: Callable[[int, Actor], None] | None = None
    sections: tuple[Section, ...] = ()
    #: False if the form does not create rows.
    creates: bool = True
    #: Roles that enter other people's details, for which the browser's autofill is off.
    of_others: Roles = frozenset()

    def model(self, mode: str, role: Role | None = None) -> type[BaseModel]:
        """Return the request model for creation or edit, limited to what a role writes."""
        return _model(mode, tuple(self._written(mode, role)))

    def _written(self, mode: str, role: Role | None) -> list[FormField]:
        return [each for each in self.fields if mode in each.on and (role is None or role in each.writers)]

    def readable(self, values: Values, actor: Actor) -> Values:
        """Return the values that the actor's role may read."""
        hidden = {each.key for each in self.fields if actor.role not in each.readers}
        return {key: value for key, value in values.items() if key not in hidden}

    def choices_of(self, pk: int, actor: Actor) -> dict[str, Choices]:
        """Return the choices that depend on the row, by field."""
        return {
            each.key: each.choices_of(pk)
            for each in self.fields
            if each.choices_of is not None and actor.role in each.readers
        }

    def written(self, values: Mapping[str, Any], actor: Actor) -> Values:
        """Return the values that the actor's role writes in an edit."""
        return {key: values[key] for key in self.model("edit", actor.role).model_fields if key in values}

    def completed(self, body: Any, current: Mapping[str, Any], actor: Actor) -> Any:
        """Add the current values of required fields to the body of a partial edit.

        A body that is not an object is returned unchanged.
        """
        if not isinstance(body, dict):
            return body
        fields = self.model("edit", actor.role).model_fields
        absent = {key: current[key] for key, each in fields.items() if each.is_required() and key in current}
        return {**absent, **body}

    def checked(
        self,
        body: object,
        mode: str,
        current: Mapping[str, Any],
        actor: Actor,
        known: Mapping[str, Choices] = MappingProxyType({}),
    ) -> Values:
        """Validate a body and return its values, or raise 400 with errors by field.

        Read-only values may be sent unchanged, since react-admin sends the whole record; changed ones are rejected.
        `known` holds choices by field that are already loaded.
        """
        if not isinstance(body, dict):
            raise invalid()
        model = self.model(mode, actor.role)
        extra = {key for key in body if key not in model.model_fields}
        changed = (key for key in extra if key not in current or _canonical(current[key]) != _canonical(body[key]))
        errors: dict[str, Any] = {key: Word("errors.field.extra") for key in islice(changed, MOST_ERRORS)}
        try:
            checked = model.model_validate({key: body[key] for key in body if key not in extra})
        except ValidationError as error:
            raise invalid({**errors, **invalid_input(errors_of(error)).fields}) from None
        # fields that an edit omits keep their values
        present = checked.model_fields_set if mode == "edit" else model.model_fields.keys()
        values = {key: value for key, value in checked.model_dump().items() if key in present}
        errors |= self._unoffered(values, actor, current.get("choices", {}), known)
        errors |= self._misplaced(values, mode, {**current, **body}, actor, errors)
        errors |= self._unconfirmed(values, current, actor) if mode == "edit" else {}
        if errors:
            raise invalid(errors)
        return values

    def _unoffered(
        self, values: Values, actor: Actor, of_row: Mapping[str, Choices], known: Mapping[str, Choices]
    ) -> dict[str, Word]:
        """Return errors for invalid or duplicate choices.

        Valid are the choices that the field declares and those that depend on the row.
        """
        errors: dict[str, Word] = {}
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
                errors[each.key] = Word("errors.field.choice")
        return errors

    def _misplaced(
        self, values: Values, mode: str, merged: Mapping[str, Any], actor: Actor, errors: Mapping[str, Any]
    ) -> dict[str, Word]:
        """Return errors for fields that conflict with the fields they depend on.

        A field must be empty while its dependency is not met; a required one must have a value while it is.
        """
        problems: dict[str, Word] = {}
        for each in self._written(mode, actor.role):
            if each.depends_on is None or each.depends_on.field in errors:
                continue
            is_given = values.get(each.key) not in (None, "", [])
            if self._holds(each, merged, mode):
                keeps_value = mode == "edit" and each.key not in values and each.key in merged
                if each.required and not is_given and not keeps_value:
                    problems[each.key] = Word("errors.field.required")
            elif is_given:
                problems[each.key] = Word("errors.field.misplaced")
        return problems

    def _unconfirmed(self, values: Values, current: Mapping[str, Any], actor: Actor) -> dict[str, Word]:
        """Return errors for missing confirmation fields whose confirmed fields change."""
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

    def _holds(self, each: FormField, merged: Mapping[str, Any], mode: str) -> bool:
        """Return whether a field is visible: its dependency is visible and met."""
        if each.depends_on is None:
            return True
        others = (other for other in self.fields if other.key == each.depends_on.field and mode in other.on)
        return all(self._holds(other, merged, mode) for other in others) and each.depends_on.holds(merged)

    def described(self, actor: Actor) -> dict[str, Any]:
        """Return the metadata of the form: the fields that the actor reads or writes."""
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
    """Return the sets of choices of a field: the declared ones and those of the row."""
    declared = [known[field.key] if field.key in known else field.choices(actor)] if field.choices else []
    return [*declared, of_row.get(field.key, [])] if field.choices_of else declared


def _are_of(given: list[str], offered: set[str]) -> bool:
    return set(given) <= offered and len(given) == len(set(given))


def edits(save: Callable[[int, Values, Actor], int]) -> Callable[[int | None, Values, Actor], int]:
    """Build the `save` function of a form that edits rows but does not create them."""

    def edit(pk: int | None, values: Values, actor: Actor) -> int:
        if pk is None:
            raise not_found()
        return save(pk, values, actor)

    return edit


@cache
def _model(mode: str, fields: tuple[FormField, ...]) -> type[BaseModel]:
    declared: Any = {each.key: each.declared() for each in fields}
    model: type[BaseModel] = create_model(f"{mode.capitalize()}Body", __base__=_Declared, **declared)
    return model


def _canonical(value: object) -> bytes:
    return orjson.dumps(value, default=plain, option=orjson.OPT_SORT_KEYS | orjson.OPT_UTC_Z)


def is_unchanged(body: object, current: Mapping[str, Any]) -> bool:
    """Return whether a body contains only current values of a row."""
    return isinstance(body, dict) and all(
        key in current and _canonical(current[key]) == _canonical(value) for key, value in body.items()
    )


def version_of(values: Mapping[str, Any]) -> str:
    """Compute the version of a row: a fingerprint of its values.

    It detects concurrent edits of the same record.
    """
    return hashlib.sha256(_canonical(values)).hexdigest()[:16]


def check_version_of(values: Mapping[str, Any], version: object) -> None:
    """Raise 409 STALE if the values have changed since the version was read."""
    if version not in (None, "", version_of(values)):
        raise stale()
