"""What the server declared, cut to the caller's role, as JSON: the interface draws its lists from it."""

from typing import Annotated, Any, Literal

from pydantic import Field

from portal_backend.base.actor import Actor
from portal_backend.base.fields import Tone, Wire
from portal_backend.resources.field import FieldKind, Moment, TextFormat
from portal_backend.resources.resource import Direction, Filter, Kind, Resource
from portal_backend.resources.targets import TARGETS


class Choice(Wire):
    """Something to choose: its key and its name in the reader's language. `hint` tells more, and is searched too."""

    key: str
    name: str
    hint: str | None = None


class TonedChoice(Choice):
    """A choice that is coloured, where it is a status."""

    tone: Tone | None = None


class ColumnMeta(Wire):
    """A column of a list; `sort` is the name to sort by, null where the list cannot. A hidden one has to be chosen."""

    key: str
    label: str
    type: Kind
    sort: str | None
    hidden: bool


class FilterBase(Wire):
    """What every filter tells."""

    key: str
    label: str


class ChoiceFilterMeta(FilterBase):
    """One or more of its choices; a "given" one is offered only where an address sets it."""

    type: Literal["choices", "choice", "given"]
    multiple: bool
    choices: list[TonedChoice]


class DateFilterMeta(FilterBase):
    """A day; the filter `other` caps it, `bound` says which end this one is, `opening` the day that it begins with."""

    type: Literal["date"]
    other: str
    bound: Literal["from", "to"]
    opening: str | None


class PartFilterMeta(FilterBase):
    """A part of the category that the filter `other` holds."""

    type: Literal["part"]
    other: str


class PlainFilterMeta(FilterBase):
    """A switch or a text."""

    type: Literal["switch", "text"]


class FieldChoice(Choice):
    """A choice of a form; `hint` says more of it, and is searched too."""

    hint: str | None = None


class DependsOnMeta(Wire):
    """The field that another one depends on, and the values with which that is shown and written.

    "" stands for no value; where no values are named, any value will do.
    """

    field: str
    values: list[str]


class FieldMeta(Wire):
    """A field of a form. A text that is written in both languages has a field for each, of one `group`.

    `readOnly`: shown as text, since the reader does not write it. `choices` are in a matrix its columns; those that
    depend on the row stand in its `choices`. `on` says when it is written, `section` where it stands,
    `default` what a new row has, `autoComplete` what the browser may fill in, `addLabel` the button that adds a line
    to texts, of which there are at most `maxItems`. `confirms` names fields: while an edit changes one of them, this
    one is shown and required.
    """

    key: str
    label: str
    help: str | None
    add_label: str | None
    type: FieldKind
    format: TextFormat | None
    required: bool
    read_only: bool
    max_length: int | None
    choices: list[FieldChoice]
    on: list[Moment]
    section: str | None
    group: str | None
    language: str | None
    depends_on: DependsOnMeta | None
    confirms: list[str]
    max_items: int | None
    auto_complete: str | None
    default: bool | float | str | None


class SectionMeta(Wire):
    """A part of a form under a heading of its own."""

    key: str
    label: str
    hint: str | None


class FormMeta(Wire):
    """How a row is written; what the reader does not write is read-only."""

    sections: list[SectionMeta]
    fields: list[FieldMeta]
    delete: bool


class TitlesMeta(Wire):
    """What the pages of a new row and of an edited one are called."""

    add: str
    edit: str


class BulkActionMeta(Wire):
    """What may be done to several rows at once: an edit that writes `values` into each; without values it deletes."""

    key: str
    label: str
    values: dict[str, Any] | None
    tone: Literal["plain", "danger"]


class ResourceMeta(Wire):
    """A list for the interface.

    `path` is its route, "" where it has no screen of its own; `record` says where a row leads, by its request type
    (any column may stand in it), `create` where a new one is written, `icon` names what stands for it ("": the
    usual one). `filterRequired`: nothing is listed before a filter is chosen. `opensInNewTab`: rows open in a tab of
    their own. `parent` names what the rows belong to. `import`: the reader may bring rows in from spreadsheets.
    """

    name: str
    title: str
    path: str
    record: dict[str, str]
    create: str | None
    icon: str
    titles: TitlesMeta | None
    columns: list[ColumnMeta]
    filters: list[ChoiceFilterMeta | DateFilterMeta | PartFilterMeta | PlainFilterMeta]
    filter_required: bool
    opens_in_new_tab: bool
    bulk_actions: list[BulkActionMeta]
    search: bool
    default_sort: tuple[str, Direction]
    page_sizes: list[int]
    page_size: int
    parent: str | None
    form: FormMeta | None
    export: str | None
    import_: Annotated[bool, Field(alias="import")]


def describe_resource(resource: Resource, actor: Actor) -> dict[str, Any]:
    """One resource for the interface, labels in the reader's language."""
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
    told: dict[str, Any] = {"key": each.key, "label": each.label, "type": each.kind}
    if each.kind in ("choices", "choice", "given"):
        told["choices"] = each.choices(actor) if each.choices else []
        told["multiple"] = each.multiple
    if each.other:
        told["other"] = each.other
    if each.bound:
        told["bound"] = each.bound
        told["opening"] = each.opening() if each.opening else None
    return told
