"""Construction of a list with its form from a model.

Columns, fields and rules come from the model itself.
"""

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
# texts of at least this length get a wider column, since they hold sentences rather than names
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
    """Build a resource with a form for `model`.

    Its routes and its export are named after it. A translated field is edited in both languages and listed in the
    viewer's. A new row has the model's defaults where a body omits them. Deleting a row in use raises 409 IN_USE.

    Args:
        model: The model of the rows.
        name: Name of the resource.
        fields: Names of model fields, in order.
        writers: Roles that read the list and write rows.
        default_sort: Column and direction of the default order.
        words: Prefix of the message keys of a field's choices, by field.
        code_exists: Error code for a duplicate of a unique value, in place of ROW_EXISTS.
        overrides: Changes of form fields, by model field.
        column_overrides: Changes of columns, by model field.
        group: Group of the navigation menu.
        icon: Name of the icon in the navigation menu.
        fixed: Fields that are written at creation only, since a row is identified by them.
        field_readers: Roles that read a field, where not all `writers` do.
        field_writers: Roles that write a field, where not all `writers` do.
        can_delete: Whether rows can be deleted.
        sections: Fields of each section of the form; the others come before all sections.
        filters: Boolean fields and fields with choices that the list can be filtered by.
        bulk: Actions on several rows.
        importing: Settings for imports from spreadsheets.
    """
    if unknown := (overrides.keys() | column_overrides.keys()) - set(fields):
        raise ValueError(f"{name}: no field is called {sorted(unknown)}")
    columns = [Column("id", "number", source="id", shown=False)]
    form_fields: list[FormField] = []
    section_of = {field: section for section, named in sections.items() for field in named}
    for field in fields:
        readers, on = field_readers.get(field, EVERYBODY), CREATE if field in fixed else CREATE | EDIT
        options: dict[str, Any] = {"on": on, "readers": readers, "writers": field_writers.get(field, EVERYBODY)}
        options["section"] = section_of.get(field)
        column = replace(_column(model, field, words.get(field, "")), readers=readers)
        columns.append(replace(column, **column_overrides.get(field, {})))
        options |= overrides.get(field, {})
        form_fields += [replace(each, **options) for each in _form_fields(model, field, words.get(field, ""))]
    # text columns are searched even if their form field is a choice
    text_columns = {each.key for each in columns if each.kind == "text"}
    texts = [each for each in form_fields if each.kind in ("text", "longText") or each.key in text_columns]

    def search(rows: QuerySet[Any], keyword: str, actor: Actor) -> QuerySet[Any]:
        readable = (each for each in texts if actor.role in each.readers)
        return rows.filter(matching_any(keyword, *(to_snake(each.key) for each in readable)))

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
    """Build a filter for a field: a switch, or several of its choices."""
    key, label_key = to_camel(field), f"columns.{to_camel(field)}"
    model_field = _declared(model, field)
    if _kind(model_field) == "boolean":

        def parse_switch(values: list[str]) -> bool:
            if values[0] not in ("true", "false"):
                raise invalid_field(key, "boolean")
            return values[0] == "true"

        return Filter(
            key, "switch", parse_switch, lambda rows, value, actor: rows.filter(**{field: value}), label_key=label_key
        )
    keys = [str(each) for each, _ in model_field.choices or ()]
    if not keys:
        raise TypeError(f"{model.__name__}.{field} is no filter: it has neither two values nor choices")

    def validate_choices(values: list[str]) -> list[str]:
        if not set(values) <= set(keys):
            raise invalid_field(key, "choice")
        return values

    return Filter(
        key,
        "choices",
        validate_choices,
        lambda rows, value, actor: rows.filter(**{f"{field}__in": value}),
        lambda actor: choices(prefix, keys),
        multiple=True,
        label_key=label_key,
    )


def _declared(model: type[models.Model], field: str) -> "models.Field[Any, Any]":
    model_field = model._meta.get_field(field)
    if not isinstance(model_field, models.Field):
        raise TypeError(f"{model.__name__}.{field} cannot be typed")
    return model_field


def _kind(model_field: "models.Field[Any, Any]") -> Kind:
    return next((kind for type_, kind in KINDS.items() if isinstance(model_field, type_)), "text")


def _column(model: type[models.Model], field: str, words: str) -> Column:
    model_field = _declared(model, field)
    kind = "choice" if words else _kind(model_field)
    if kind == "text" and (model_field.max_length or SENTENCES) >= SENTENCES:
        kind = "longText"
    return Column(to_camel(field), kind, source=field, words=words)


def _form_fields(model: type[models.Model], field: str, words: str) -> list[FormField]:
    model_field = _declared(model, field)
    if words:
        keys = [str(key) for key, _ in model_field.choices or ()]
        return [FormField(to_camel(field), "choice", choices=lambda actor: choices(words, keys))]
    kind: FieldKind = FIELD_KINDS.get(_kind(model_field), "text")
    length, required = model_field.max_length or 255, not model_field.blank
    default = model_field.default if model_field.has_default() and not callable(model_field.default) else None
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
    """Reads, saves and deletes rows of a model."""

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
        """Return the values to edit, or raise 404."""
        row = self._row(pk)
        return {key: getattr(row, attribute) for key, attribute in self.attributes.items()}

    def save(self, pk: int | None, values: Values, actor: Actor) -> int:
        """Create or edit a row.

        Raises 404, or 409 for a duplicate of a unique value.
        """
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
            duplicates = self._taken(pk, values)
            raise Refusal(409, self.code_exists or "ROW_EXISTS", fields=duplicates) from None
        return int(row.pk)

    def _taken(self, pk: int | None, values: Values) -> dict[str, Word]:
        """Return errors for unique fields whose value another row has."""
        others = self.model._default_manager.exclude(pk=pk)
        unique = {key for key, attribute in self.attributes.items() if _declared(self.model, attribute).unique}
        return {
            key: Word("errors.field.taken")
            for key in sorted(unique & values.keys())
            if others.filter(**{self.attributes[key]: values[key]}).exists()
        }

    def remove(self, pk: int, actor: Actor) -> None:
        """Delete a row.

        Raises 404, or 409 if it is in use.
        """
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
        """Return the values of a row for the audit log."""
        values = {key: getattr(row, attribute) for key, attribute in self.attributes.items()}
        return {key: value if isinstance(value, bool | int | None) else str(value) for key, value in values.items()}

    def _record(self, event: Event, row: models.Model, actor: Actor, changed: dict[str, list[Any]]) -> None:
        name = getattr(row, "name", "") or str(row)
        record(event, name, actor=actor, subject=(self.name, row.pk), changed=changed)

    def _is_linked(self, row: models.Model) -> bool:
        """Return whether other models refer to the row by a many-to-many relation.

        The database does not protect these.
        """
        lists = (each for each in self.model._meta.related_objects if each.many_to_many)
        return any(each.related_model._default_manager.filter(**{each.field.name: row}).exists() for each in lists)
