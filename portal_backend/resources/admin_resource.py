"""A list and a form over a model from one declaration: columns, fields and rules come from the model itself."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.db import IntegrityError, models, transaction
from django.db.models import ProtectedError, QuerySet
from pydantic.alias_generators import to_camel, to_snake

from portal_backend.audit.models import Event
from portal_backend.audit.record import changes, record
from portal_backend.base.actor import EVERYBODY, Actor, Roles
from portal_backend.base.errors import Refusal, invalid_field, not_found
from portal_backend.base.folding import matching_any
from portal_backend.base.words import LANGUAGES, Word, choices
from portal_backend.resources.field import CREATE, EDIT, FieldKind, FormField
from portal_backend.resources.form import Form, Section, Values
from portal_backend.resources.importing import Import
from portal_backend.resources.resource import BulkAction, Column, Direction, Filter, Kind, Resource

KINDS: "dict[type[models.Field[Any, Any]], Kind]" = {
    models.BooleanField: "boolean",
    models.DecimalField: "money",
    models.DateTimeField: "datetime",
    models.DateField: "date",
    models.IntegerField: "number",
}
# a text that may be as long as this holds sentences: a list gives it more room than a name
SENTENCES = 512
FIELD_KINDS: dict[Kind, FieldKind] = {"boolean": "boolean", "money": "money", "number": "number"}


def admin_resource(
    model: type[models.Model],
    name: str,
    fields: tuple[str, ...],
    *,
    writers: Roles,
    default_sort: tuple[str, Direction],
    words: Mapping[str, str] = MappingProxyType({}),
    code_exists: str = "",
    overrides: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
    column_overrides: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
    group: str = "",
    icon: str = "",
    fixed: tuple[str, ...] = (),
    field_readers: Mapping[str, Roles] = MappingProxyType({}),
    field_writers: Mapping[str, Roles] = MappingProxyType({}),
    can_delete: bool = True,
    sections: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    filters: tuple[str, ...] = (),
    bulk: tuple[BulkAction, ...] = (),
    importing: Import | None = None,
) -> Resource:
    """A Resource with its form over `model`, for `writers`. `fields` are the model's; a translated one is written in
    both languages and listed in the reader's. `words` names the prefix of the words that the keys of a field with
    choices are shown by. Its address in the interface is its name, it stands under the heading `group` of the
    navigation, beside the icon named `icon`. `fixed` fields are written at creation only: others know a row by them.
    `field_readers` and `field_writers` name those of a field that not all `writers` read or write. A row in use cannot
    be deleted (409 IN_USE). `sections` are the headings of the form with the fields below each; what none names stands
    before them. `filters` are the fields that the list can be cut to (switches and choices), `bulk` what may be done to
    several rows at once; with `importing` rows come from spreadsheets. `overrides` change the form field of a model
    field, `column_overrides` its column. A new row has the model's defaults where a body names none."""
    if unknown := (overrides.keys() | column_overrides.keys()) - set(fields):
        raise ValueError(f"{name}: no field is called {sorted(unknown)}")
    columns = [Column("id", "number", source="id", shown=False)]
    form_fields: list[FormField] = []
    section_of = {field: section for section, named in sections.items() for field in named}
    for field in fields:
        readers, on = field_readers.get(field, EVERYBODY), CREATE if field in fixed else CREATE | EDIT
        may: dict[str, Any] = {"on": on, "readers": readers, "writers": field_writers.get(field, EVERYBODY)}
        may["section"] = section_of.get(field)
        column = replace(_column(model, field, words.get(field, "")), readers=readers)
        columns.append(replace(column, **column_overrides.get(field, {})))
        may |= overrides.get(field, {})
        form_fields += [replace(each, **may) for each in _form_fields(model, field, words.get(field, ""))]
    # a text that is chosen in the form is searched all the same
    shown = {each.key for each in columns if each.kind == "text"}
    texts = [each for each in form_fields if each.kind in ("text", "longText") or each.key in shown]

    def search(rows: QuerySet[Any], keyword: str, actor: Actor) -> QuerySet[Any]:
        read = (each for each in texts if actor.role in each.readers)
        return rows.filter(matching_any(keyword, *(to_snake(each.key) for each in read)))

    access = _Access(model, name, {each.key: to_snake(each.key) for each in form_fields}, code_exists)
    form = Form(
        tuple(form_fields),
        writers,
        access.read,
        access.save,
        access.remove if can_delete else None,
        tuple(map(Section, sections)),
    )
    return Resource(
        name=name,
        columns=tuple(columns),
        rows=lambda actor, parent: model._default_manager.all(),
        readers=writers,
        default_sort=default_sort,
        search=search,
        route=name,
        records={"": f"{name}/{{id}}"},
        create=f"{name}/create",
        group=group,
        icon=icon,
        export=name,
        form=form,
        filters=tuple(_filter(model, field, words.get(field, "")) for field in filters),
        bulk=bulk,
        importing=importing,
    )


def _filter(model: type[models.Model], field: str, prefix: str) -> Filter:
    """What the rows can be cut to by a field: a switch, or several of its choices."""
    key, label_key = to_camel(field), f"columns.{to_camel(field)}"
    declared = _declared(model, field)
    if _kind(declared) == "boolean":

        def on(values: list[str]) -> bool:
            if values[0] not in ("true", "false"):
                raise invalid_field(key, "boolean")
            return values[0] == "true"

        return Filter(key, "switch", on, lambda rows, value, actor: rows.filter(**{field: value}), label_key=label_key)
    keys = [str(each) for each, _ in declared.choices or ()]
    if not keys:
        raise TypeError(f"{model.__name__}.{field} is no filter: it has neither two values nor choices")

    def among(values: list[str]) -> list[str]:
        if not set(values) <= set(keys):
            raise invalid_field(key, "choice")
        return values

    return Filter(
        key,
        "choices",
        among,
        lambda rows, value, actor: rows.filter(**{f"{field}__in": value}),
        lambda actor: choices(prefix, keys),
        multiple=True,
        label_key=label_key,
    )


def _declared(model: type[models.Model], field: str) -> "models.Field[Any, Any]":
    declared = model._meta.get_field(field)
    if not isinstance(declared, models.Field):
        raise TypeError(f"{model.__name__}.{field} cannot be typed")
    return declared


def _kind(declared: "models.Field[Any, Any]") -> Kind:
    return next((kind for type_, kind in KINDS.items() if isinstance(declared, type_)), "text")


def _column(model: type[models.Model], field: str, words: str) -> Column:
    declared = _declared(model, field)
    kind = "choice" if words else _kind(declared)
    if kind == "text" and (declared.max_length or SENTENCES) >= SENTENCES:
        kind = "longText"
    return Column(to_camel(field), kind, source=field, words=words)


def _form_fields(model: type[models.Model], field: str, words: str) -> list[FormField]:
    declared = _declared(model, field)
    if words:
        keys = [str(key) for key, _ in declared.choices or ()]
        return [FormField(to_camel(field), "choice", choices=lambda actor: choices(words, keys))]
    kind: FieldKind = FIELD_KINDS.get(_kind(declared), "text")
    length, required = declared.max_length or 255, not declared.blank
    default = declared.default if declared.has_default() and not callable(declared.default) else None
    if _is_translated(model, field):
        return [
            FormField(to_camel(f"{field}_{each}"), kind, required, length, column=to_camel(field), language=each)
            for each in LANGUAGES
        ]
    return [FormField(to_camel(field), kind, required, length, default=default if default != "" else None)]


def _is_translated(model: type[models.Model], field: str) -> bool:
    try:
        model._meta.get_field(f"{field}_{LANGUAGES[0]}")
    except FieldDoesNotExist:
        return False
    return True


class _Access:
    """Reading, saving and removing rows of one model."""

    def __init__(self, model: type[models.Model], name: str, attributes: dict[str, str], code_exists: str) -> None:
        self.model = model
        self.name = name
        self.attributes = attributes
        self.code_exists = code_exists

    def _row(self, pk: int, *, lock: bool = False) -> models.Model:
        rows = self.model._default_manager.all()
        row = (rows.select_for_update() if lock else rows).filter(pk=pk).first()
        if row is None:
            raise not_found()
        return row

    def read(self, pk: int, actor: Actor) -> Values:
        """The values to edit. Raises 404."""
        row = self._row(pk)
        return {key: getattr(row, attribute) for key, attribute in self.attributes.items()}

    def save(self, pk: int | None, values: Values, actor: Actor) -> int:
        """Create or change a row. Raises 404, or 409 where a unique value is taken."""
        try:
            with transaction.atomic():
                row = self.model() if pk is None else self._row(pk, lock=True)
                before = self._values(row)
                for key, value in values.items():
                    setattr(row, self.attributes[key], value)
                row.save()
                event = Event.ROW_CREATED if pk is None else Event.ROW_EDITED
                self._record(event, row, actor, changes(before, self._values(row)))
        except IntegrityError:
            taken = self._taken(pk, values)
            raise Refusal(409, self.code_exists or "ROW_EXISTS", fields=taken) from None
        return int(row.pk)

    def _taken(self, pk: int | None, values: Values) -> dict[str, Word]:
        """The fields whose value another row has, where a value may stand once only."""
        others = self.model._default_manager.exclude(pk=pk)
        unique = {key for key, attribute in self.attributes.items() if _declared(self.model, attribute).unique}
        return {
            key: Word("errors.field.taken")
            for key in sorted(unique & values.keys())
            if others.filter(**{self.attributes[key]: values[key]}).exists()
        }

    def remove(self, pk: int, actor: Actor) -> None:
        """Delete a row. Raises 404, or 409 where it is in use."""
        try:
            with transaction.atomic():
                row = self._row(pk, lock=True)
                if self._is_linked(row):
                    raise Refusal(409, "IN_USE")
                self._record(Event.ROW_DELETED, row, actor, changes(self._values(row), {}))
                row.delete()
        except ProtectedError:
            raise Refusal(409, "IN_USE") from None

    def _values(self, row: models.Model) -> Values:
        """What the record keeps of a row."""
        values = {key: getattr(row, attribute) for key, attribute in self.attributes.items()}
        return {key: value if isinstance(value, bool | int | None) else str(value) for key, value in values.items()}

    def _record(self, event: Event, row: models.Model, actor: Actor, changed: dict[str, list[Any]]) -> None:
        name = getattr(row, "name", "") or str(row)
        record(event, name, actor=actor, subject=(self.name, row.pk), changed=changed)

    def _is_linked(self, row: models.Model) -> bool:
        """Whether rows of other models name this one in a list of theirs, which no database protects."""
        lists = (each for each in self.model._meta.related_objects if each.many_to_many)
        return any(each.related_model._default_manager.filter(**{each.field.name: row}).exists() for each in lists)
