"""Construction of a list with its form from a model.

Columns, fields and rules come from the model itself.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from django.db import IntegrityError, models, transaction
from django.db.models import ProtectedError, QuerySet
from modeltranslation.manager import get_translatable_fields_for_model
from pydantic.alias_generators import to_camel, to_snake

from portal_backend.audit.log import diff_values, record_event
from portal_backend.audit.models import AuditEvent
from portal_backend.core.actor import ALL_ROLES, Actor, Roles
from portal_backend.core.errors import ApiError, get_or_404
from portal_backend.core.text_search import contains_any
from portal_backend.core.translations import LANGUAGES, LazyMessage, build_choices
from portal_backend.resources.field import CREATE, EDIT, FieldKind, FormField
from portal_backend.resources.filters import build_choices_filter, build_switch_parser
from portal_backend.resources.form import Form, Section, Values
from portal_backend.resources.import_spec import ImportSpec
from portal_backend.resources.resource import BulkAction, Column, ColumnKind, Filter, Resource, SortDirection

COLUMN_KINDS: "dict[type[models.Field[Any, Any]], ColumnKind]" = {
    models.BooleanField: "boolean",
    models.DecimalField: "money",
    models.DateTimeField: "datetime",
    models.DateField: "date",
    models.IntegerField: "number",
}
# texts of at least this length get a wider column, since they hold sentences rather than names
MIN_LONG_TEXT_LENGTH = 512
FIELD_KINDS: dict[ColumnKind, FieldKind] = {"boolean": "boolean", "money": "money", "number": "number"}


def admin_resource(
    model: type[models.Model],
    name: str,
    fields: tuple[str, ...],
    *,
    writers: Roles,
    default_sort: tuple[str, SortDirection],
    message_prefixes: Mapping[str, str] = MappingProxyType({}),
    duplicate_code: str = "",
    overrides: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
    column_overrides: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
    menu_group: str = "",
    icon: str = "",
    create_only_fields: tuple[str, ...] = (),
    field_readers: Mapping[str, Roles] = MappingProxyType({}),
    field_writers: Mapping[str, Roles] = MappingProxyType({}),
    can_delete: bool = True,
    sections: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    filter_fields: tuple[str, ...] = (),
    bulk_actions: tuple[BulkAction, ...] = (),
    import_spec: ImportSpec | None = None,
) -> Resource:
    """Build a resource with a form for `model`.

    Its routes and its export are named after it. A translated field is edited in both languages and listed in the
    viewer's. A new row has the model's defaults where a body omits a value; the form of the interface starts
    with all of them. Deleting a row in use raises 409 IN_USE.

    Args:
        model: The model of the rows.
        name: Name of the resource.
        fields: Names of model fields, in order.
        writers: Roles that read the list and write rows.
        default_sort: Column and direction of the default order.
        message_prefixes: Prefix of the message keys of a field's choices, by field.
        duplicate_code: Error code for a duplicate of a unique value, in place of ROW_EXISTS.
        overrides: Changes of form fields, by model field.
        column_overrides: Changes of columns, by model field.
        menu_group: Group of the navigation menu.
        icon: Name of the icon in the navigation menu.
        create_only_fields: Fields that are written at creation only, since a row is identified by them.
        field_readers: Roles that read a field, where not all `writers` do.
        field_writers: Roles that write a field, where not all `writers` do.
        can_delete: Whether rows can be deleted.
        sections: Fields of each section of the form; the others come before all sections.
        filter_fields: Boolean fields and fields with choices that the list can be filtered by.
        bulk_actions: Actions on several rows.
        import_spec: Settings for imports from spreadsheets.
    """
    if unknown := (overrides.keys() | column_overrides.keys()) - set(fields):
        raise ValueError(f"{name}: no field is called {sorted(unknown)}")
    columns = [Column("id", "number", source="id", in_interface=False)]
    form_fields: list[FormField] = []
    section_of = {field: section for section, named in sections.items() for field in named}
    for field in fields:
        readers, on = field_readers.get(field, ALL_ROLES), CREATE if field in create_only_fields else CREATE | EDIT
        options: dict[str, Any] = {"modes": on, "readers": readers, "writers": field_writers.get(field, ALL_ROLES)}
        options["section"] = section_of.get(field)
        column = replace(_build_column(model, field, message_prefixes.get(field, "")), readers=readers)
        columns.append(replace(column, **column_overrides.get(field, {})))
        changes = overrides.get(field, {})
        # the model's default makes a field optional, unless the override requires it
        options |= {"default": None, **changes} if changes.get("required") else changes
        form_fields += [
            replace(each, **options) for each in _build_form_fields(model, field, message_prefixes.get(field, ""))
        ]
    # text columns are searched even if their form field is a choice
    text_columns = {each.key for each in columns if each.kind == "text"}
    texts = [each for each in form_fields if each.kind in ("text", "longText") or each.key in text_columns]

    def search(rows: QuerySet[Any], keyword: str, actor: Actor) -> QuerySet[Any]:
        readable = (each for each in texts if actor.role in each.readers)
        return rows.filter(contains_any(keyword, *(to_snake(each.key) for each in readable)))

    access = _ModelStore(model, name, {each.key: to_snake(each.key) for each in form_fields}, duplicate_code)
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
        detail_routes={"": f"{name}/{{id}}"},
        create_route=f"{name}/create",
        menu_group=menu_group,
        icon=icon,
        export_name=name,
        form=form,
        filters=tuple(_build_filter(model, field, message_prefixes.get(field, "")) for field in filter_fields),
        bulk_actions=bulk_actions,
        import_spec=import_spec,
    )


def _build_filter(model: type[models.Model], field: str, prefix: str) -> Filter:
    """Build a filter for a field: a switch, or several of its choices."""
    key, label_key = to_camel(field), f"columns.{to_camel(field)}"
    model_field = _get_model_field(model, field)
    if _get_column_kind(model_field) == "boolean":
        return Filter(
            key,
            "switch",
            build_switch_parser(key),
            lambda rows, value, actor: rows.filter(**{field: value}),
            label_key=label_key,
        )
    keys = [str(each) for each, _ in model_field.choices or ()]
    if not keys:
        raise TypeError(f"{model.__name__}.{field} cannot be a filter: it is not a boolean and has no choices")
    return build_choices_filter(field, prefix, keys, key=key, label_key=label_key)


def _get_model_field(model: type[models.Model], field: str) -> "models.Field[Any, Any]":
    model_field = model._meta.get_field(field)
    if not isinstance(model_field, models.Field):
        raise TypeError(f"{model.__name__}.{field} is not a concrete field")
    return model_field


def _get_column_kind(model_field: "models.Field[Any, Any]") -> ColumnKind:
    return next((kind for type_, kind in COLUMN_KINDS.items() if isinstance(model_field, type_)), "text")


def _build_column(model: type[models.Model], field: str, words: str) -> Column:
    model_field = _get_model_field(model, field)
    kind = "choice" if words else _get_column_kind(model_field)
    if kind == "text" and (model_field.max_length or MIN_LONG_TEXT_LENGTH) >= MIN_LONG_TEXT_LENGTH:
        kind = "longText"
    return Column(to_camel(field), kind, source=field, message_prefix=words)


def _build_form_fields(model: type[models.Model], field: str, words: str) -> list[FormField]:
    model_field = _get_model_field(model, field)
    kind: FieldKind = FIELD_KINDS.get(_get_column_kind(model_field), "text")
    length, required = model_field.max_length or 255, not model_field.blank
    default = model_field.default if model_field.has_default() and not callable(model_field.default) else None
    default = default if default != "" else None
    if words:
        keys = [str(key) for key, _ in model_field.choices or ()]
        return [FormField(to_camel(field), "choice", choices=lambda actor: build_choices(words, keys), default=default)]
    if field in (get_translatable_fields_for_model(model) or ()):
        return [
            FormField(to_camel(f"{field}_{each}"), kind, required, length, heading_key=to_camel(field), language=each)
            for each in LANGUAGES
        ]
    return [FormField(to_camel(field), kind, required, length, default=default)]


class _ModelStore:
    """Reads, saves and deletes rows of a model."""

    def __init__(self, model: type[models.Model], name: str, attributes: dict[str, str], code_exists: str) -> None:
        self.model = model
        self.resource_name = name
        self.attributes = attributes
        self.duplicate_code = code_exists

    def _get_row(self, pk: int, *, lock: bool = False) -> models.Model:
        rows = self.model._default_manager.all()
        return get_or_404(rows.select_for_update() if lock else rows, pk=pk)

    def read(self, pk: int, actor: Actor) -> Values:
        """Return the values to edit, or raise 404."""
        row = self._get_row(pk)
        return {key: getattr(row, attribute) for key, attribute in self.attributes.items()}

    def save(self, pk: int | None, values: Values, actor: Actor) -> int:
        """Create or edit a row.

        Raises 404, or 409 for a duplicate of a unique value.
        """
        try:
            with transaction.atomic():
                row = self.model() if pk is None else self._get_row(pk, lock=True)
                before = self._get_values(row)
                for key, value in values.items():
                    setattr(row, self.attributes[key], value)
                row.save()
                event = AuditEvent.ROW_CREATED if pk is None else AuditEvent.ROW_EDITED
                self._log_change(event, row, actor, diff_values(before, self._get_values(row)))
        except IntegrityError:
            duplicates = self._find_duplicates(pk, values)
            raise ApiError(409, self.duplicate_code or "ROW_EXISTS", fields=duplicates) from None
        return int(row.pk)

    def _find_duplicates(self, pk: int | None, values: Values) -> dict[str, LazyMessage]:
        """Return errors for unique fields whose value another row has."""
        others = self.model._default_manager.exclude(pk=pk)
        unique = {key for key, attribute in self.attributes.items() if _get_model_field(self.model, attribute).unique}
        return {
            key: LazyMessage("errors.field.taken")
            for key in sorted(unique & values.keys())
            if others.filter(**{self.attributes[key]: values[key]}).exists()
        }

    def remove(self, pk: int, actor: Actor) -> None:
        """Delete a row.

        Raises 404, or 409 if it is in use.
        """
        try:
            with transaction.atomic():
                row = self._get_row(pk, lock=True)
                if self._is_linked(row):
                    raise ApiError(409, "IN_USE")
                self._log_change(AuditEvent.ROW_DELETED, row, actor, diff_values(self._get_values(row), {}))
                row.delete()
        except ProtectedError:
            raise ApiError(409, "IN_USE") from None

    def _get_values(self, row: models.Model) -> Values:
        """Return the values of a row for the audit log."""
        values = {key: getattr(row, attribute) for key, attribute in self.attributes.items()}
        return {key: value if isinstance(value, bool | int | None) else str(value) for key, value in values.items()}

    def _log_change(self, event: AuditEvent, row: models.Model, actor: Actor, changed: dict[str, list[Any]]) -> None:
        name = getattr(row, "name", "") or str(row)
        record_event(event, name, actor=actor, object_ref=(self.resource_name, row.pk), changed=changed)

    def _is_linked(self, row: models.Model) -> bool:
        """Return whether other models refer to the row by a many-to-many relation.

        The database does not protect these.
        """
        lists = (each for each in self.model._meta.related_objects if each.many_to_many)
        return any(each.related_model._default_manager.filter(**{each.field.name: row}).exists() for each in lists)
