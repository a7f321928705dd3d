"""Metadata of resources for the interface, limited to what the caller may use."""

from typing import Annotated, Any, Literal

from pydantic import Field

from portal_backend.core.actor import Actor
from portal_backend.core.types import ResponseModel, Tone
from portal_backend.resources.field import FieldKind, FormMode, TextFormat
from portal_backend.resources.import_targets import IMPORT_TARGETS
from portal_backend.resources.resource import ColumnKind, Filter, Resource, SortDirection


class Choice(ResponseModel):
    """A choice: its key, and its name in the viewer's language."""

    key: str
    name: str
    #: Additional text, which is searched, too.
    hint: str | None = None


class TonedChoice(Choice):
    """A choice that has a color if it is a status."""

    tone: Tone | None = None


class ColumnMeta(ResponseModel):
    """A column of a list."""

    key: str
    label: str
    type: ColumnKind
    #: Name to sort by; null where the list cannot be sorted by the column.
    sort: str | None
    #: True if the column is displayed only after the user selects it.
    hidden: bool


class FilterBase(ResponseModel):
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


class DependsOnMeta(ResponseModel):
    """A condition on another field, under which a field is visible and writable."""

    field: str
    #: Values that meet the condition: "" means no value, an empty list any value.
    values: list[str]


class FieldMeta(ResponseModel):
    """A field of a form.

    Fields with a common `group` share a row; a translated text has one field per language.
    """

    key: str
    label: str
    help: str | None
    #: Label of the button that adds a text.
    add_label: str | None
    #: Text of an empty choice.
    placeholder: str | None
    type: FieldKind
    format: TextFormat | None
    required: bool
    #: True if the field is displayed as text, since the caller may not write it.
    read_only: bool
    max_length: int | None
    #: Choices, or the columns of a matrix; those that depend on the row are in the row's `choices`.
    choices: list[FieldChoice]
    #: Whether the field is written at creation, at edit, or both.
    on: list[FormMode]
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


class SectionMeta(ResponseModel):
    """A section of a form with its own heading."""

    key: str
    label: str
    hint: str | None


class FormMeta(ResponseModel):
    """The form of a list."""

    sections: list[SectionMeta]
    fields: list[FieldMeta]
    #: True if the caller may delete rows.
    delete: bool


class TitlesMeta(ResponseModel):
    """The titles of the create page and the edit page."""

    add: str
    edit: str


class BulkActionMeta(ResponseModel):
    """An action on several rows: it sets the same values in each, or deletes them."""

    key: str
    label: str
    #: Values to set in each row; null deletes the rows.
    values: dict[str, Any] | None
    tone: Literal["plain", "danger"]


class ResourceMeta(ResponseModel):
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
    default_sort: tuple[str, SortDirection]
    page_sizes: list[int]
    page_size: int
    #: Query parameter with the id of the record that the rows belong to.
    parent: str | None
    form: FormMeta | None
    #: URL of the export.
    export: str | None
    #: True if the caller may import rows from spreadsheets.
    import_: Annotated[bool, Field(alias="import")]


def resource_to_meta(resource: Resource, actor: Actor) -> dict[str, Any]:
    """Build the metadata of a resource, with labels in the viewer's language."""
    columns = [
        {
            "key": column.key,
            # the interface adds the offset of the rows that it displays
            "label": column.heading if column.kind == "datetime" else column.label(),
            "type": column.kind,
            "sort": column.sort_name,
            "hidden": actor.role in column.hidden_by_default,
        }
        for column in resource.get_columns(actor)
        if column.in_interface
    ]
    return {
        "name": resource.name,
        "title": resource.title,
        "path": resource.route if actor.role in resource.page_readers else "",
        "record": dict(resource.detail_routes) if actor.role in resource.page_readers else {},
        "create": resource.get_create_route(actor),
        "icon": resource.icon,
        "titles": resource.form_titles if resource.create_route else None,
        "columns": columns,
        "filters": [_filter_to_meta(each, actor) for each in resource.get_filters(actor) if each.kind != "hidden"],
        "filterRequired": resource.filter_required,
        "opensInNewTab": resource.opens_in_new_tab,
        "bulkActions": [
            {"key": each.key, "label": each.label, "values": each.values, "tone": each.tone}
            for each in resource.get_bulk_actions(actor)
        ],
        "search": resource.search is not None,
        "defaultSort": list(resource.default_sort),
        "pageSizes": list(resource.page_sizes),
        "pageSize": 10,
        "parent": resource.parent_parameter or None,
        "form": resource.form.to_meta(actor) if resource.form else None,
        "export": f"/api/v1/files/export/{resource.export_name}/xlsx" if resource.export_name else None,
        "import": resource.name in IMPORT_TARGETS and actor.role in IMPORT_TARGETS[resource.name].roles,
    }


def _filter_to_meta(each: Filter, actor: Actor) -> dict[str, Any]:
    data: dict[str, Any] = {"key": each.key, "label": each.label, "type": each.kind}
    if each.kind in ("choices", "choice", "given"):
        data["choices"] = each.choices(actor) if each.choices else []
        data["multiple"] = each.multiple
    if each.related_filter:
        data["other"] = each.related_filter
    if each.range_end:
        data["bound"] = each.range_end
        data["opening"] = each.get_default() if each.get_default else None
    return data
