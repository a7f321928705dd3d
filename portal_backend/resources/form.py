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

from portal_backend.core.actor import ALL_ROLES, Actor, Role, Roles
from portal_backend.core.errors import MAX_ERRORS, invalid, invalid_input, not_found, serialize_errors, stale
from portal_backend.core.responses import json_default
from portal_backend.core.translations import LazyMessage, translate
from portal_backend.core.types import RequestModel
from portal_backend.resources.field import Choices, FormField

Values = dict[str, Any]


class _DeclaredBody(RequestModel):
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
    readers: Roles = ALL_ROLES

    def to_meta(self) -> dict[str, Any]:
        """Return the metadata of the section."""
        hint = translate(f"sections.{self.hint}") if self.hint else None
        return {"key": self.key, "label": translate(f"sections.{self.label or self.key}"), "hint": hint}


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
    can_create: bool = True
    #: Roles that enter other people's details, for which the browser's autofill is off.
    no_autofill_for: Roles = frozenset()

    def build_model(self, mode: str, role: Role | None = None) -> type[BaseModel]:
        """Return the request model for creation or edit, limited to what a role writes."""
        return _build_model(mode, tuple(self._get_writable_fields(mode, role)))

    def _get_writable_fields(self, mode: str, role: Role | None) -> list[FormField]:
        return [each for each in self.fields if mode in each.modes and (role is None or role in each.writers)]

    def filter_readable(self, values: Values, actor: Actor) -> Values:
        """Return the values that the actor's role may read."""
        hidden = {each.key for each in self.fields if actor.role not in each.readers}
        return {key: value for key, value in values.items() if key not in hidden}

    def get_row_choices(self, pk: int, actor: Actor) -> dict[str, Choices]:
        """Return the choices that depend on the row, by field."""
        return {
            each.key: each.get_row_choices(pk)
            for each in self.fields
            if each.get_row_choices is not None and actor.role in each.readers
        }

    def filter_writable(self, values: Mapping[str, Any], actor: Actor) -> Values:
        """Return the values that the actor's role writes in an edit."""
        return {key: values[key] for key in self.build_model("edit", actor.role).model_fields if key in values}

    def add_required_values(self, body: Any, current: Mapping[str, Any], actor: Actor) -> Any:
        """Add the current values of required fields to the body of a partial edit.

        A body that is not an object is returned unchanged.
        """
        if not isinstance(body, dict):
            return body
        fields = self.build_model("edit", actor.role).model_fields
        absent = {key: current[key] for key, each in fields.items() if each.is_required() and key in current}
        return {**absent, **body}

    def validate(
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
        model = self.build_model(mode, actor.role)
        extra = {key for key in body if key not in model.model_fields}
        changed = (
            key
            for key in extra
            if key not in current or _to_canonical_json(current[key]) != _to_canonical_json(body[key])
        )
        errors: dict[str, Any] = {key: LazyMessage("errors.field.extra") for key in islice(changed, MAX_ERRORS)}
        try:
            checked = model.model_validate({key: body[key] for key in body if key not in extra})
        except ValidationError as error:
            raise invalid({**errors, **invalid_input(serialize_errors(error)).fields}) from None
        # fields that an edit omits keep their values
        present = checked.model_fields_set if mode == "edit" else model.model_fields.keys()
        values = {key: value for key, value in checked.model_dump().items() if key in present}
        errors |= self._find_invalid_choices(values, actor, current.get("choices", {}), known)
        errors |= self._find_dependency_errors(values, mode, {**current, **body}, actor, errors)
        errors |= self._find_missing_confirmations(values, current, actor) if mode == "edit" else {}
        if errors:
            raise invalid(errors)
        return values

    def _find_invalid_choices(
        self, values: Values, actor: Actor, of_row: Mapping[str, Choices], known: Mapping[str, Choices]
    ) -> dict[str, LazyMessage]:
        """Return errors for invalid or duplicate choices.

        Valid are the choices that the field declares and those that depend on the row.
        """
        errors: dict[str, LazyMessage] = {}
        for each in self.fields:
            value = values.get(each.key)
            if value is None or not (each.choices or each.get_row_choices):
                continue
            keys = [
                {str(choice["key"]) for choice in choices}
                for choices in _list_offered_choices(each, actor, of_row, known)
            ]
            if isinstance(value, dict):
                columns, rows = keys
                is_offered = value.keys() <= rows and all(
                    _are_valid_choices(given, columns) for given in value.values()
                )
            else:
                is_offered = any(
                    _are_valid_choices(value if isinstance(value, list) else [value], offered) for offered in keys
                )
            if not is_offered:
                errors[each.key] = LazyMessage("errors.field.choice")
        return errors

    def _find_dependency_errors(
        self, values: Values, mode: str, merged: Mapping[str, Any], actor: Actor, errors: Mapping[str, Any]
    ) -> dict[str, LazyMessage]:
        """Return errors for fields that conflict with the fields they depend on.

        A field must be empty while its dependency is not met; a required one must have a value while it is.
        """
        problems: dict[str, LazyMessage] = {}
        for each in self._get_writable_fields(mode, actor.role):
            if each.depends_on is None or each.depends_on.field in errors:
                continue
            is_given = values.get(each.key) not in (None, "", [])
            if self._is_visible(each, merged, mode):
                keeps_value = mode == "edit" and each.key not in values and each.key in merged
                if each.required and not is_given and not keeps_value:
                    problems[each.key] = LazyMessage("errors.field.required")
            elif is_given:
                problems[each.key] = LazyMessage("errors.field.misplaced")
        return problems

    def _find_missing_confirmations(
        self, values: Values, current: Mapping[str, Any], actor: Actor
    ) -> dict[str, LazyMessage]:
        """Return errors for missing confirmation fields whose confirmed fields change."""
        changed = {
            key
            for key, value in values.items()
            if value not in (None, "") and _to_canonical_json(value) != _to_canonical_json(current.get(key))
        }
        return {
            each.key: LazyMessage("errors.field.required")
            for each in self._get_writable_fields("edit", actor.role)
            if changed.intersection(each.confirms) and not values.get(each.key)
        }

    def _is_visible(self, each: FormField, merged: Mapping[str, Any], mode: str) -> bool:
        """Return whether a field is visible: its dependency is visible and met."""
        if each.depends_on is None:
            return True
        others = (other for other in self.fields if other.key == each.depends_on.field and mode in other.modes)
        return all(self._is_visible(other, merged, mode) for other in others) and each.depends_on.is_met(merged)

    def to_meta(self, actor: Actor) -> dict[str, Any]:
        """Return the metadata of the form: the fields that the actor reads or writes."""
        fields = [self._field_to_meta(each, actor) for each in self.fields if actor.role in each.readers]
        shown = {each["section"] for each in fields}
        sections = [each for each in self.sections if actor.role in each.readers and each.key in shown]
        return {
            "sections": [each.to_meta() for each in sections],
            "fields": fields,
            "delete": self.remove is not None and actor.role in self.writers,
        }

    def _field_to_meta(self, each: FormField, actor: Actor) -> dict[str, Any]:
        is_written = actor.role in self.writers and actor.role in each.writers
        depends_on = each.depends_on
        return {
            "key": each.key,
            "label": each.label,
            "help": translate(f"help.{each.help}") if each.help else None,
            "addLabel": translate(f"adding.{each.key}") if each.kind == "texts" else None,
            "placeholder": translate(f"choosing.{each.key}") if each.kind == "choice" else None,
            "type": each.kind,
            "format": each.format or None,
            "required": each.required and each.kind != "boolean",
            "readOnly": not is_written,
            "maxLength": each.max_length if each.kind in ("text", "longText") else None,
            "choices": each.choices(actor) if each.choices else [],
            "on": sorted(each.modes) if is_written else ["edit"],
            "section": self.sections[0].key if each.section == "" and self.sections else each.section or None,
            "group": each.heading_key if each.language else each.group or None,
            "language": each.language or None,
            "dependsOn": {"field": depends_on.field, "values": list(depends_on.values)} if depends_on else None,
            "default": each.default,
            "confirms": list(each.confirms),
            "maxItems": each.max_items if each.kind == "texts" else None,
            "autoComplete": None if actor.role in self.no_autofill_for else each.autocomplete or None,
        }


def _list_offered_choices(
    field: FormField, actor: Actor, of_row: Mapping[str, Choices], known: Mapping[str, Choices]
) -> list[Choices]:
    """Return the sets of choices of a field: the declared ones and those of the row."""
    declared = [known[field.key] if field.key in known else field.choices(actor)] if field.choices else []
    return [*declared, of_row.get(field.key, [])] if field.get_row_choices else declared


def _are_valid_choices(given: list[str], offered: set[str]) -> bool:
    return set(given) <= offered and len(given) == len(set(given))


def update_only(save: Callable[[int, Values, Actor], int]) -> Callable[[int | None, Values, Actor], int]:
    """Build the `save` function of a form that edits rows but does not create them."""

    def edit(pk: int | None, values: Values, actor: Actor) -> int:
        if pk is None:
            raise not_found()
        return save(pk, values, actor)

    return edit


@cache
def _build_model(mode: str, fields: tuple[FormField, ...]) -> type[BaseModel]:
    declared: Any = {each.key: each.build_pydantic_field() for each in fields}
    model: type[BaseModel] = create_model(f"{mode.capitalize()}Body", __base__=_DeclaredBody, **declared)
    return model


def _to_canonical_json(value: object) -> bytes:
    return orjson.dumps(value, default=json_default, option=orjson.OPT_SORT_KEYS | orjson.OPT_UTC_Z)


def is_unchanged(body: object, current: Mapping[str, Any]) -> bool:
    """Return whether a body contains only current values of a row."""
    return isinstance(body, dict) and all(
        key in current and _to_canonical_json(current[key]) == _to_canonical_json(value) for key, value in body.items()
    )


def compute_row_version(values: Mapping[str, Any]) -> str:
    """Compute the version of a row: a fingerprint of its values.

    It detects concurrent edits of the same record.
    """
    return hashlib.sha256(_to_canonical_json(values)).hexdigest()[:16]


def check_row_version(values: Mapping[str, Any], version: object) -> None:
    """Raise 409 STALE if the values have changed since the version was read."""
    if version not in (None, "", compute_row_version(values)):
        raise stale()
