"""Metadata of resources for the interface, limited to what the caller may use."""

from typing import Annotated, Any, Literal

from pydantic import Field

from portal_backend.base.actor import Actor
from portal_backend.base.fields import Tone, Wire
from portal_backend.resources.field import FieldKind, Moment, TextFormat
from portal_backend.resources.resource import Direction, Filter, Kind, Resource
from portal_backend.resources.targets import TARGETS


class Choice(Wire):
    """A choice: its key, and its name in the viewer's language."""

    key: str
    name: str
    #: Additional text, which is searched, too.
    hint: str | None = None


class TonedChoice(Choice):
    """A choice that has a color if it is a status."""

    tone: Tone | None = None


class ColumnMeta(Wire):
    """A column of a list."""

    key: str
    label: str
    type: Kind
    #: Name to sort by; null where the list cannot be sorted by the column.
    sort: str | None
    #: True if the column is displayed only after the user selects it.
    hidden: bool


class FilterBase(Wire):
    """Fields that all filters have."""

    key: str
    label: str


class ChoiceFilterMeta(FilterBase):
    """A filter by one or more choices; "given" is only offered if the URL sets it."""

    type: Literal["choices", "choice", "given"]
    multiple: bool
    choices: list[TonedChoice]


class DateFilterMeta(FilterBase):
    """A filter by day, one end of a range."""

    type: Literal["date"]
    #: Filter for the other end of the range.
    other: str
    #: End of the range that this filter sets.
    bound: Literal["from", "to"]
    #: Initial value.
    opening: str | None


class PartFilterMeta(FilterBase):
    """A filter by part, within the category that the filter `other` selects."""

    type: Literal["part"]
    other: str


class PlainFilterMeta(FilterBase):
    """A filter by a switch or a text."""

    type: Literal["switch", "text"]


class FieldChoice(Choice):
    """A choice of a form field."""

    #: Additional text, which is searched, too.
    hint: str | None = None


class DependsOnMeta(Wire):
    """A condition on another field, under which a field is visible and writable."""

    field: str
    #: Values that meet the condition: "" means no value, an empty list any value.
    values: list[str]


class FieldMeta(Wire):
    """A field of a form.

    A translated text has one field per language, in a common `group`.
    """

    key: str
    label: str
    help: str | None
    #: Label of the button that adds a text.
    add_label: str | None
    type: FieldKind
    format: TextFormat | None
    required: bool
    #: True if the field is displayed as text, since the caller may not write it.
    read_only: bool
    max_length: int | None
    #: Choices, or the columns of a matrix; those that depend on the row are in the row's `choices`.
    choices: list[FieldChoice]
    #: Whether the field is written at creation, at edit, or both.
    on: list[Moment]
    #: Section of the form that contains the field; null before all sections.
    section: str | None
    group: str | None
    language: str | None
    depends_on: DependsOnMeta | None
    #: Fields that this one confirms: it is visible and required while an edit changes one of them.
    confirms: list[str]
    #: Largest number of texts.
    max_items: int | None
    #: Value of the HTML `autocomplete` attribute.
    auto_complete: str | None
    #: Value in a new row.
    default: bool | float | str | None


class SectionMeta(Wire):
    """A section of a form with its own heading."""

    key: str
    label: str
    hint: str | None


class FormMeta(Wire):
    """The form of a list."""

    sections: list[SectionMeta]
    fields: list[FieldMeta]
    #: True if the caller may delete rows.
    delete: bool


class TitlesMeta(Wire):
    """The titles of the create page and the edit page."""

    add: str
    edit: str


class BulkActionMeta(Wire):
    """An action on several rows: it sets the same values in each, or deletes them."""

    key: str
    label: str
    #: Values to set in each row; null deletes the rows.
    values: dict[str, Any] | None
    tone: Literal["plain", "danger"]


class ResourceMeta(Wire):
    """A list with its columns, filters and form."""

    name: str
    title: str
    #: Route of the list; "" where it has no page of its own.
    path: str
    #: Route of a row by request type; any column can be a placeholder.
    record: dict[str, str]
    #: Route of the create page; null where the caller may not create rows.
    create: str | None
    #: Name of the icon; "" for the default one.
    icon: str
    titles: TitlesMeta | None
    columns: list[ColumnMeta]
    filters: list[ChoiceFilterMeta | DateFilterMeta | PartFilterMeta | PlainFilterMeta]
    #: True if the list is empty until a filter is selected.
    filter_required: bool
    #: True if rows open in a new browser tab.
    opens_in_new_tab: bool
    bulk_actions: list[BulkActionMeta]
    search: bool
    default_sort: tuple[str, Direction]
    page_sizes: list[int]
    page_size: int
    #: Query parameter with the id of the record that the rows belong to.
    parent: str | None
    form: FormMeta | None
    #: URL of the export.
    export: str | None
    #: True if the caller may import rows from spreadsheets.
    import_: Annotated[bool, Field(alias="import")]


def describe_resource(resource: Resource, actor: Actor) -> dict[str, Any]:
    """Build the metadata of a resource, with labels in the viewer's language."""
    columns = [
        {
            "key": column.key,
            "label": column.label(),
            "type": column.kind,
            "sort": column.sort_name,
            "hidden": column.hidden,
        }
        for column in resource.columns_for(actor)
        if column.shown
    ]
    return {
        "name": resource.name,
        "title": resource.title,
        "path": resource.route if actor.role in resource.screen_readers else "",
        "record": dict(resource.records) if actor.role in resource.screen_readers else {},
        "create": resource.create_for(actor),
        "icon": resource.icon,
        "titles": resource.titles if resource.create else None,
        "columns": columns,
        "filters": [_filter(each, actor) for each in resource.filters_for(actor) if each.kind != "hidden"],
        "filterRequired": resource.filter_required,
        "opensInNewTab": resource.opens_in_new_tab,
        "bulkActions": [
            {"key": each.key, "label": each.label, "values": each.values, "tone": each.tone}
            for each in resource.bulk_for(actor)
        ],
        "search": resource.search is not None,
        "defaultSort": list(resource.default_sort),
        "pageSizes": list(resource.page_sizes),
        "pageSize": 10,
        "parent": resource.parent or None,
        "form": resource.form.described(actor) if resource.form else None,
        "export": f"/api/v1/files/export/{resource.export}/xlsx" if resource.export else None,
        "import": resource.name in TARGETS and actor.role in TARGETS[resource.name].roles,
    }


def _filter(each: Filter, actor: Actor) -> dict[str, Any]:
    data: dict[str, Any] = {"key": each.key, "label": each.label, "type": each.kind}
    if each.kind in ("choices", "choice", "given"):
        data["choices"] = each.choices(actor) if each.choices else []
        data["multiple"] = each.multiple
    if each.other:
        data["other"] = each.other
    if each.bound:
        data["bound"] = each.bound
        data["opening"] = each.opening() if each.opening else None
    return data
