"""How a row of a declared list is written: its fields, their rules, and the one action that saves it."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal

import orjson
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, create_model

from portal_backend.base.actor import EVERYBODY, Actor, Role, Roles
from portal_backend.base.answers import plain
from portal_backend.base.errors import invalid, stale
from portal_backend.base.fields import Amount, Body, Flag, blank_is_none, clean, one_line
from portal_backend.base.validation import invalid_input
from portal_backend.base.words import Word, word

FieldKind = Literal["text", "longText", "number", "money", "boolean", "choice", "choices", "image"]
Values = dict[str, Any]
CREATE, EDIT = frozenset({"create"}), frozenset({"edit"})
SMALL = Annotated[int, Field(strict=True, ge=0, le=32_767)]


def _key(value: object) -> object:
    """Keys are texts; the ids of rows may come as numbers."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return blank_is_none(value)


KEY = Annotated[str, Field(max_length=64), BeforeValidator(_key)]


@dataclass(frozen=True)
class FormField:
    """One field: wire name, what is typed, and its rules.

    `column` names the heading that labels it, `language` the language of a translated text, `on` whether it is
    written at creation, at edit, or both. `type` is a pydantic type in place of the kind's own. `readers` and
    `writers` narrow those of the list and of the form.
    """

    key: str
    kind: FieldKind = "text"
    required: bool = True
    max_length: int = 255
    choices: Callable[[Actor], list[dict[str, Any]]] | None = None
    column: str = ""
    language: str = ""
    on: frozenset[str] = CREATE | EDIT
    type: Any = None
    readers: Roles = EVERYBODY
    writers: Roles = EVERYBODY

    @property
    def label(self) -> str:
        """Its label in the reader's language; a translated text names the language that it is in."""
        text = word(f"columns.{self.column or self.key}")
        return word("inLanguage", label=text, language=word(f"languages.{self.language}")) if self.language else text

    def declared(self) -> tuple[Any, Any]:
        """The pydantic type that checks it, and its default; ... where it must be given."""
        least = 1 if self.required else 0
        length = Field(min_length=least, max_length=self.max_length)
        types: dict[str, tuple[Any, Any]] = {
            "text": (Annotated[str, length, BeforeValidator(clean), AfterValidator(one_line)], ""),
            "longText": (Annotated[str, length, BeforeValidator(clean)], ""),
            "number": (SMALL, None),
            "money": (Amount, None),
            "boolean": (Flag, False),
            "choice": (KEY, None),
            "choices": (Annotated[list[KEY], Field(min_length=least, max_length=1000)], []),
            "image": (dict[str, Any], None),
        }
        annotation, default = types[self.kind]
        annotation = self.type or annotation
        if self.required and self.kind != "boolean":
            return annotation, ...
        return (annotation if default is not None else annotation | None), default


class _Declared(Body):
    """The base of bodies made from declarations: keys stand as they are declared."""

    model_config = ConfigDict(extra="forbid", alias_generator=None)


@dataclass(frozen=True)
class Form:
    """The writing side of a Resource. `save(id or None, values, actor)` is its action and answers the id.

    `read(id, actor)` gives the values to edit, or raises 404; `remove` deletes, where rows can be deleted at all.
    """

    fields: tuple[FormField, ...]
    writers: Roles
    read: Callable[[int, Actor], Values]
    save: Callable[[int | None, Values, Actor], int]
    remove: Callable[[int, Actor], None] | None = None

    def model(self, moment: str, role: Role | None = None) -> type[BaseModel]:
        """The body of creation or edit, of what a role writes, or of all of it."""
        written = (each for each in self.fields if moment in each.on and (role is None or role in each.writers))
        return _model(moment, tuple(written))

    def readable(self, values: Values, actor: Actor) -> Values:
        """Those of a row's values that the actor's role reads."""
        hidden = {each.key for each in self.fields if actor.role not in each.readers}
        return {key: value for key, value in values.items() if key not in hidden}

    def written(self, values: Mapping[str, Any], actor: Actor) -> Values:
        """Those of a row's values that an edit by the actor writes."""
        return {key: values[key] for key in self.model("edit", actor.role).model_fields if key in values}

    def checked(self, body: object, moment: str, current: Mapping[str, Any], actor: Actor) -> Values:
        """The values of a body. Raises 400 by field.

        What is only read may come along unchanged, as react-admin sends a whole record; changed it is refused.
        """
        if not isinstance(body, dict):
            raise invalid()
        model = self.model(moment, actor.role)
        extra = {key for key in body if key not in model.model_fields}
        wrong: dict[str, Any] = {
            key: Word("errors.field.extra")
            for key in extra
            if key not in current or _canonical(current[key]) != _canonical(body[key])
        }
        try:
            checked = model.model_validate({key: body[key] for key in body if key not in extra})
        except ValidationError as error:
            raise invalid({**wrong, **invalid_input(error.errors()).fields}) from None
        # what an edit does not name stays as it is
        named = checked.model_fields_set if moment == "edit" else model.model_fields.keys()
        values = {key: value for key, value in checked.model_dump().items() if key in named}
        wrong |= self._unoffered(values, actor)
        if wrong:
            raise invalid(wrong)
        return values

    def _unoffered(self, values: Values, actor: Actor) -> dict[str, Word]:
        """The fields whose choice is none of those offered, or stands twice."""
        wrong: dict[str, Word] = {}
        for each in self.fields:
            if each.choices is None or values.get(each.key) is None:
                continue
            value = values[each.key]
            given = value if isinstance(value, list) else [value]
            offered = {str(choice["key"]) for choice in each.choices(actor)}
            if not set(given) <= offered or len(given) != len(set(given)):
                wrong[each.key] = Word("errors.field.choice")
        return wrong

    def described(self, actor: Actor) -> dict[str, Any]:
        """The form for the interface: what the actor's role writes."""
        fields = [
            {
                "key": each.key,
                "label": each.label,
                "type": each.kind,
                "required": each.required and each.kind != "boolean",
                "maxLength": each.max_length if each.kind in ("text", "longText") else None,
                "choices": each.choices(actor) if each.choices else [],
                "on": sorted(each.on),
                "group": each.column if each.language else None,
                "language": each.language or None,
            }
            for each in self.fields
            if actor.role in each.writers
        ]
        return {"fields": fields, "delete": self.remove is not None}


@cache
def _model(moment: str, fields: tuple[FormField, ...]) -> type[BaseModel]:
    declared: Any = {each.key: each.declared() for each in fields}
    model: type[BaseModel] = create_model(f"{moment.capitalize()}Body", __base__=_Declared, **declared)
    return model


def _canonical(value: object) -> bytes:
    return orjson.dumps(value, default=plain, option=orjson.OPT_SORT_KEYS | orjson.OPT_UTC_Z)


def version_of(values: Mapping[str, Any]) -> str:
    """A fingerprint of a row's values: two administrators who edit one record are told apart by it."""
    return hashlib.sha256(_canonical(values)).hexdigest()[:16]


def check_version_of(values: Mapping[str, Any], version: object) -> None:
    """Refuse (409 STALE) an edit of values that have changed since they were read."""
    if version not in (None, "", version_of(values)):
        raise stale()
