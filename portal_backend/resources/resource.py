"""Declarations of lists, the source of the REST API, the exports and the metadata."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from django.db.models import F
from django.db.models.expressions import BaseExpression, Expression

from portal_backend.core.actor import ALL_ROLES, Actor, Roles
from portal_backend.core.clock import format_offset
from portal_backend.core.translations import translate
from portal_backend.resources.form import Form
from portal_backend.resources.import_spec import ImportSpec

Row = dict[str, Any]
ColumnKind = Literal[
    "text",
    "longText",
    "number",
    "money",
    "datetime",
    "date",
    "status",
    "role",
    "choice",
    "choices",
    "boolean",
    "items",
    "image",
]
SortDirection = Literal["ASC", "DESC"]
PAGE_SIZES = (5, 10, 15, 25, 100)


@dataclass(frozen=True)
class Column:
    """A column of a table: its value, its presentation, its sort order and readers."""

    #: Key of the value in API responses.
    key: str
    kind: ColumnKind = "text"
    #: Lookup path for `.values()`.
    source: str = ""
    #: Computes the value from the row instead of reading it from the source.
    value: Callable[[Row, Actor], object] | None = None
    #: Name that requests sort by: "" for the key, None where the column cannot be sorted.
    sort: str | None = ""
    #: Expression to sort by, where the displayed value is not the source.
    sort_expression: Expression | F | None = None
    #: Expression that is read as the source. Sorting by it needs a `sort_expression`.
    expression: BaseExpression | None = None
    #: True if a nullable source is never NULL in these rows.
    not_null: bool = False
    #: True if the displayed value grows as the source shrinks: the days since a time.
    reverse_sort: bool = False
    readers: Roles = ALL_ROLES
    #: Prefix of the message keys that the values are translated by.
    message_prefix: Callable[[Row], str] | str = ""
    #: False for a column that API responses have and the interface does not display.
    in_interface: bool = True
    #: Roles for which the interface displays the column only where the user selects it.
    hidden_by_default: Roles = frozenset()
    #: Text for exports, where the value is not a plain one.
    export_text: Callable[[Row], str] | None = None
    #: Text for exports that contains a time, at a UTC offset in minutes.
    export_time: Callable[[Row, int | None], str] | None = None
    #: True for a column that responses of /api/v1 omit.
    interface_only: bool = False
    #: Key of the heading, where it is not the column's own.
    heading_key: str = ""
    #: Language of a translated text that is exported per language.
    language: str = ""
    #: Heading from a user's file, used instead of a translated one.
    custom_heading: str = ""

    @property
    def label_key(self) -> str:
        """The message key of the heading."""
        return f"columns.{self.heading_key or self.key}"

    @property
    def heading(self) -> str:
        """The translated heading without a UTC offset."""
        return self.custom_heading or translate(self.label_key)

    def label(self, offset_minutes: int | None = None) -> str:
        """Return the heading; that of a datetime names its UTC offset (spec 1, section 1).

        The offset alone is named, so that the heading is right for rows of all seasons.
        """
        text = self.heading
        if self.custom_heading:
            return text
        if self.language:
            return translate("inLanguage", label=text, language=translate(f"languages.{self.language}"))
        if self.kind != "datetime" and self.export_time is None:
            return text
        offset = format_offset(offset_minutes)
        if offset_minutes is None:
            return translate("inNewYork", label=text, offset=offset)
        return translate("atOffset", label=text, offset=offset)

    @property
    def sort_name(self) -> str | None:
        """The name that requests sort by, or None where the column cannot be sorted."""
        if self.sort is None or not self.source or (self.expression and not self.sort_expression):
            return None
        return self.sort or self.key


@dataclass(frozen=True)
class Filter:
    """A filter of a list.

    `choice` and `choices` offer a fixed set of values; `given` is only offered where a link sets it; `hidden` is never
    offered, but accepted.
    """

    key: str
    kind: Literal["choices", "choice", "given", "switch", "text", "date", "part", "hidden"]
    #: Parses the values of the query parameter, or raises ApiError.
    parse: Callable[[list[str]], Any]
    #: Filters the rows by the parsed value.
    apply: Callable[[Any, Any, Actor], Any]
    choices: Callable[[Actor], list[dict[str, Any]]] | None = None
    #: Roles that the interface offers the filter to; the API accepts it from every reader of the list.
    readers: Roles = ALL_ROLES
    #: Key of a related filter: the other end of a date range, or the category of a part.
    related_filter: str = ""
    #: End of a date range that this filter sets.
    range_end: Literal["from", "to", ""] = ""
    #: True if several values may be selected at once.
    multiple: bool = False
    #: Value that the filter has when a list that requires one is opened.
    get_default: Callable[[], str] | None = None
    #: Message key of the label, where it is not `filters.{key}`.
    label_key: str = ""

    @property
    def label(self) -> str:
        """The translated label."""
        return translate(self.label_key or f"filters.{self.key}")


@dataclass(frozen=True)
class BulkAction:
    """An action on several rows: it sets the same values in each, or deletes them.

    Each edit follows the rules of the form. The label is the message `bulk.{key}`.
    """

    key: str
    #: Values to set in each row; None deletes the rows.
    values: Mapping[str, object] | None = None
    tone: Literal["plain", "danger"] = "plain"

    @property
    def label(self) -> str:
        """The translated label."""
        return translate(f"bulk.{self.key}")


@dataclass(frozen=True)
class Table:
    """A table that can be exported: columns over rows."""

    name: str
    columns: tuple[Column, ...]
    #: Returns the rows that the actor may read, of the parent record if the table has one.
    rows: Callable[[Actor, int | None], Any]
    readers: Roles = ALL_ROLES
    #: Query parameter that holds the id of the record that the rows belong to.
    parent_parameter: str = ""
    #: Further lookup paths that computed columns read.
    extra_sources: tuple[str, ...] = ()
    #: Adds to a batch of rows what a single query loads for all of them.
    prefetch: Callable[[list[Row], Actor], None] | None = None
    #: Builds the table of one record, where columns and title depend on it.
    build_for_record: Callable[[Actor, int], "Table"] | None = None
    #: Title to use instead of the translated one.
    custom_title: str = ""

    @property
    def title(self) -> str:
        """The translated title, which also names the exported file."""
        return self.custom_title or translate(f"resources.{self.name}")

    def get_columns(self, actor: Actor) -> tuple[Column, ...]:
        """Return the columns that the actor's role may read."""
        return tuple(column for column in self.columns if actor.role in column.readers)


@dataclass(frozen=True)
class Resource(Table):
    """A list with pagination, sorting, search and filters, and optionally a form.

    `rows` returns a queryset limited to the actor's scope.
    """

    default_sort: tuple[str, SortDirection] = ("createdAt", "DESC")
    filters: tuple[Filter, ...] = ()
    #: Filters the rows by a keyword.
    search: Callable[[Any, str, Actor], Any] | None = None
    #: Returns by id the text in which a keyword was found, since no column may display it.
    highlight: Callable[[list[int], str, Actor], Mapping[int, str]] | None = None
    page_sizes: tuple[int, ...] = PAGE_SIZES
    #: Route of the list in the interface.
    route: str = ""
    #: Route of a single row by request type; any column can be a placeholder.
    detail_routes: Mapping[str, str] = field(default_factory=dict)
    #: Route of the create page.
    create_route: str = ""
    #: Group of the navigation menu that contains the list; "" for none.
    menu_group: str = ""
    #: Name of the icon in the navigation menu.
    icon: str = ""
    #: Name of the export in its URL; "" for no export.
    export_name: str = ""
    form: Form | None = None
    #: Settings for imports from spreadsheets.
    import_spec: ImportSpec | None = None
    #: True if the list requires at least one filter.
    filter_required: bool = False
    #: True if rows open in a new browser tab.
    opens_in_new_tab: bool = False
    bulk_actions: tuple[BulkAction, ...] = ()
    #: Readers that have a page of the list in the interface.
    page_readers: Roles = ALL_ROLES

    def __post_init__(self) -> None:
        names = [column.key for column in self.columns]
        if len(names) != len(set(names)):
            raise ValueError(f"{self.name}: duplicate column")
        if self.default_sort[0] not in {column.sort_name for column in self.columns}:
            raise ValueError(f"{self.name}: default sort {self.default_sort[0]} is no column")
        if self.filter_required and not any(each.get_default for each in self.filters):
            raise ValueError(f"{self.name}: it requires a filter, but no filter has a default")
        for action in self.bulk_actions:
            if self.form is None or (action.values is None and self.form.remove is None):
                raise ValueError(f"{self.name}: no action performs {action.key}")

    def get_bulk_actions(self, actor: Actor) -> tuple[BulkAction, ...]:
        """Return the bulk actions that the actor's role may use.

        These are the actions whose values the role may write in a single row.
        """
        if self.form is None or actor.role not in self.form.writers:
            return ()
        writable = self.form.build_model("edit", actor.role).model_fields
        return tuple(each for each in self.bulk_actions if set(each.values or ()) <= set(writable))

    def get_sortable_columns(self, actor: Actor) -> dict[str, Column]:
        """Return the columns that the actor may sort by, by sort name."""
        return {column.sort_name: column for column in self.get_columns(actor) if column.sort_name}

    @property
    def record_label(self) -> str:
        """The translated name of one row inside a sentence."""
        return translate(f"records.{self.name}")

    def get_create_route(self, actor: Actor) -> str | None:
        """Return the route of the create page, or None if the actor may not create rows."""
        return (
            self.create_route if self.create_route and (self.form is None or actor.role in self.form.writers) else None
        )

    @property
    def form_titles(self) -> dict[str, str]:
        """The translated titles of the create page and the edit page."""
        return {each: translate(f"titles.{each}", record=self.record_label) for each in ("add", "edit")}

    @property
    def filters_by_key(self) -> dict[str, Filter]:
        """The filters by query parameter."""
        return {each.key: each for each in self.filters}

    def get_filters(self, actor: Actor) -> list[Filter]:
        """Return the filters that the actor's role is offered."""
        return [each for each in self.filters if actor.role in each.readers]
