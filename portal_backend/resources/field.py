"""Form fields: input type, validation, readers and writers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from django.db.models import QuerySet
from pydantic import AfterValidator, BeforeValidator, Field

from portal_backend.core.actor import ALL_ROLES, Actor, Roles
from portal_backend.core.translations import translate
from portal_backend.core.types import (
    Amount,
    BoundedList,
    Email,
    Flag,
    PersonName,
    Phone,
    Username,
    blank_to_none,
    clean_text,
    reject_line_breaks,
)

FieldKind = Literal["text", "longText", "number", "money", "boolean", "choice", "choices", "texts", "matrix", "image"]
TextFormat = Literal["email", "phone", "personName", "username", "password", "currentPassword"]
FieldFormat = TextFormat | Literal[""]
FormMode = Literal["create", "edit"]
Choices = list[dict[str, Any]]
CREATE: frozenset[FormMode] = frozenset({"create"})
EDIT: frozenset[FormMode] = frozenset({"edit"})
SmallInt = Annotated[int, Field(strict=True, ge=0, le=32_767)]
FORMAT_TYPES: dict[str, Any] = {"email": Email, "phone": Phone, "personName": PersonName, "username": Username}
SECRET_FORMATS = ("password", "currentPassword")


def list_row_choices(rows: QuerySet[Any]) -> Choices:
    """List rows with a name as choices of a field or filter."""
    return [{"key": str(pk), "name": name} for pk, name in rows.values_list("pk", "name")]


def _normalize_choice_key(value: object) -> object:
    """Convert an integer key to a string, since row ids may be sent as numbers."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return blank_to_none(value)


ChoiceKey = Annotated[str, Field(max_length=64), BeforeValidator(_normalize_choice_key)]


@dataclass(frozen=True)
class DependsOn:
    """A condition on another field, under which a field is visible and writable."""

    field: str
    #: Values that meet the condition: "" means no value, an empty tuple any value.
    values: tuple[str, ...] = ()

    def is_met(self, values: Mapping[str, Any]) -> bool:
        """Return whether the other field has one of the values."""
        value = values.get(self.field)
        text = str(value).lower() if isinstance(value, bool) else str(value or "")
        return text in self.values if self.values else text != ""


@dataclass(frozen=True)
class FormField:
    """A field of a form."""

    #: Key of the value in request and response bodies.
    key: str
    kind: FieldKind = "text"
    required: bool = True
    max_length: int = 255
    choices: Callable[[Actor], Choices] | None = None
    #: Returns the choices that depend on the row; in a matrix, its rows.
    get_row_choices: Callable[[int], Choices] | None = None
    #: Key of the column heading that labels the field, where it is not the field's own.
    heading_key: str = ""
    #: Key of fields that share a row; the languages of a text have their heading's.
    group: str = ""
    #: Language of a translated text.
    language: str = ""
    #: Whether the field is written at creation, at edit, or both.
    modes: frozenset[FormMode] = CREATE | EDIT
    #: Pydantic type to use instead of the one of the kind.
    type: Any = None
    #: Format of a text.
    format: FieldFormat = ""
    #: Roles that read the field; narrows the readers of the list.
    readers: Roles = ALL_ROLES
    #: Roles that write the field; narrows the writers of the form. Other readers see it as text.
    writers: Roles = ALL_ROLES
    #: Section of the form: "" for the first one, None for the part before all sections.
    section: str | None = ""
    depends_on: DependsOn | None = None
    #: Keys of fields that this one confirms: it is visible and required while an edit changes one of them.
    confirms: tuple[str, ...] = ()
    #: Largest number of items in a list of texts.
    max_items: int = 100
    #: Key of the help message below the field.
    help: str = ""
    #: Value of the HTML `autocomplete` attribute.
    autocomplete: str = ""
    #: Value in a new row where the body has none.
    default: Any = None

    @property
    def label(self) -> str:
        """The translated label; that of a translated text names its language."""
        text = translate(f"columns.{self.heading_key or self.key}")
        return (
            translate("inLanguage", label=text, language=translate(f"languages.{self.language}"))
            if self.language
            else text
        )

    @property
    def is_secret(self) -> bool:
        """Whether the field is written but never read."""
        return self.format in SECRET_FORMATS

    def build_pydantic_field(self) -> tuple[Any, Any]:
        """Return the pydantic type and the default, which is ... for a required field."""
        least = 1 if self.required else 0
        length = Field(min_length=least, max_length=self.max_length)
        text = Annotated[str, length, clean_text(self.max_length)]
        item: Any = FORMAT_TYPES.get(self.format, str)
        types: dict[str, tuple[Any, Any]] = {
            "text": (Annotated[text, AfterValidator(reject_line_breaks)], ""),
            "longText": (text, ""),
            "number": (SmallInt, None),
            "money": (Amount, None),
            "boolean": (Flag, bool(self.default)),
            "choice": (ChoiceKey, None),
            "choices": (Annotated[list[ChoiceKey], Field(min_length=least, max_length=1000)], []),
            "texts": (Annotated[list[item], Field(min_length=least, max_length=self.max_items)], []),
            "matrix": (Annotated[dict[ChoiceKey, BoundedList[ChoiceKey]], Field(max_length=200)], {}),
            "image": (dict[str, Any], None),
        }
        annotation, default = types[self.kind]
        annotation = self.type or (FORMAT_TYPES.get(self.format) if self.kind == "text" else None) or annotation
        if self.depends_on or self.confirms or (not self.required and (self.is_secret or self.kind == "choice")):
            return Annotated[annotation | None, BeforeValidator(blank_to_none)], None
        if self.default is not None:
            return annotation, self.default
        if self.required and self.kind != "boolean":
            return annotation, ...
        return (annotation if default is not None else annotation | None), default
