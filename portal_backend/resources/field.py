"""One field of a form: what is typed into it, its rules, and who reads and writes it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from portal_backend.base.actor import EVERYBODY, Actor, Roles
from portal_backend.base.fields import (
    Amount,
    Email,
    Flag,
    PersonName,
    Phone,
    Rows,
    Username,
    blank_is_none,
    cleaned,
    one_line,
)
from portal_backend.base.words import word

FieldKind = Literal["text", "longText", "number", "money", "boolean", "choice", "choices", "texts", "matrix", "image"]
TextFormat = Literal["email", "phone", "personName", "username", "password", "currentPassword"]
Format = TextFormat | Literal[""]
Moment = Literal["create", "edit"]
Choices = list[dict[str, Any]]
CREATE: frozenset[Moment] = frozenset({"create"})
EDIT: frozenset[Moment] = frozenset({"edit"})
SMALL = Annotated[int, Field(strict=True, ge=0, le=32_767)]
FORMATS: dict[str, Any] = {"email": Email, "phone": Phone, "personName": PersonName, "username": Username}
SECRET = ("password", "currentPassword")


def _key(value: object) -> object:
    """Keys are texts; the ids of rows may come as numbers."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return blank_is_none(value)


KEY = Annotated[str, Field(max_length=64), BeforeValidator(_key)]


@dataclass(frozen=True)
class DependsOn:
    """The field that another one depends on, and the values with which that is shown and written.

    "" stands for no value; where no values are named, any value will do.
    """

    field: str
    values: tuple[str, ...] = ()

    def holds(self, values: Mapping[str, Any]) -> bool:
        """Whether the field has one of the values."""
        value = values.get(self.field)
        shown = str(value).lower() if isinstance(value, bool) else str(value or "")
        return shown in self.values if self.values else shown != ""


@dataclass(frozen=True)
class FormField:
    """One field: wire name, what is typed, and its rules.

    `column` names the heading that labels it, `language` the language of a translated text, `on` whether it is
    written at creation, at edit, or both. `type` is a pydantic type in place of the kind's own, `format` says what a
    text is. `readers` and `writers` narrow those of the list and of the form: what a role reads and does not write is
    shown as text. `choices_of` gives the choices that depend on the row, in a matrix its rows. `section` is the part
    of the form that it stands in: "" the first, None before all of them. `help` is the word below it, `autocomplete`
    what the browser may fill in. `default` is the value of a new row where none is given. A field that `confirms`
    others is shown and required while an edit changes one of them. `max_items` bounds a list of texts.
    """

    key: str
    kind: FieldKind = "text"
    required: bool = True
    max_length: int = 255
    choices: Callable[[Actor], Choices] | None = None
    choices_of: Callable[[int], Choices] | None = None
    column: str = ""
    language: str = ""
    on: frozenset[Moment] = CREATE | EDIT
    type: Any = None
    format: Format = ""
    readers: Roles = EVERYBODY
    writers: Roles = EVERYBODY
    section: str | None = ""
    depends_on: DependsOn | None = None
    confirms: tuple[str, ...] = ()
    max_items: int = 100
    help: str = ""
    autocomplete: str = ""
    default: Any = None

    @property
    def label(self) -> str:
        """Its label in the reader's language; a translated text names the language that it is in."""
        text = word(f"columns.{self.column or self.key}")
        return word("inLanguage", label=text, language=word(f"languages.{self.language}")) if self.language else text

    @property
    def is_secret(self) -> bool:
        """Whether it is written and never read."""
        return self.format in SECRET

    def declared(self) -> tuple[Any, Any]:
        """The pydantic type that checks it, and its default; ... where it must be given."""
        least = 1 if self.required else 0
        length = Field(min_length=least, max_length=self.max_length)
        text = Annotated[str, length, cleaned(self.max_length)]
        item: Any = FORMATS.get(self.format, str)
        types: dict[str, tuple[Any, Any]] = {
            "text": (Annotated[text, AfterValidator(one_line)], ""),
            "longText": (text, ""),
            "number": (SMALL, None),
            "money": (Amount, None),
            "boolean": (Flag, bool(self.default)),
            "choice": (KEY, None),
            "choices": (Annotated[list[KEY], Field(min_length=least, max_length=1000)], []),
            "texts": (Annotated[list[item], Field(min_length=least, max_length=self.max_items)], []),
            "matrix": (Annotated[dict[KEY, Rows[KEY]], Field(max_length=200)], {}),
            "image": (dict[str, Any], None),
        }
        annotation, default = types[self.kind]
        annotation = self.type or (FORMATS.get(self.format) if self.kind == "text" else None) or annotation
        if self.depends_on or self.confirms or (not self.required and (self.is_secret or self.kind == "choice")):
            return Annotated[annotation | None, BeforeValidator(blank_is_none)], None
        if self.default is not None and not self.required:
            return annotation, self.default
        if self.required and self.kind != "boolean":
            return annotation, ...
        return (annotation if default is not None else annotation | None), default
