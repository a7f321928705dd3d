"""A list declared as data. Both API dialects, the spreadsheet and the interface's meta are renderings of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from django.db.models import F
from django.db.models.expressions import Expression

from portal_backend.base.actor import EVERYBODY, Actor, Roles
from portal_backend.base.newyork import offset_label
from portal_backend.base.words import word
from portal_backend.resources.form import Form
from portal_backend.resources.importing import Import

Row = dict[str, Any]
Kind = Literal[
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
Direction = Literal["ASC", "DESC"]
PAGE_SIZES = (5, 10, 15, 25, 100)


@dataclass(frozen=True)
class Column:
    """One column: its wire name, where its value comes from, how it is shown and sorted, and who reads it.

    `source` is a path for `.values()`; with `value` it is computed from the row instead. `sort` is the wire name
    that sorts by it ("" for the key itself, None where it cannot be sorted). Rows are sorted by what is shown, see
    `sorting`; `order` is given where that is not the source, `filled` tells
    that a source which may be empty is not so in these rows, `backwards` that what is shown grows as the source
    shrinks: days since a time. `words` is the prefix of the words that its keys are
    shown by, `text` what a spreadsheet shows of a value that is no plain one, `clock` the same of a time that it tells
    at an offset. What is `extra` is for
    the interface alone: the contract's call does not answer it. `name` is what its heading is called by, where that
    is not its key, `language` that of a text of one language alone. A `hidden` column is shown to those who choose it;
    one that is not `shown` is none of the screen. `heading` is that of a file of the user's own, in place of a word.
    """

    key: str
    kind: Kind = "text"
    source: str = ""
    value: Callable[[Row, Actor], object] | None = None
    sort: str | None = ""
    order: Expression | F | None = None
    filled: bool = False
    backwards: bool = False
    readers: Roles = EVERYBODY
    words: Callable[[Row], str] | str = ""
    shown: bool = True
    hidden: bool = False
    text: Callable[[Row], str] | None = None
    clock: Callable[[Row, int | None], str] | None = None
    extra: bool = False
    name: str = ""
    language: str = ""
    heading: str = ""

    @property
    def label_key(self) -> str:
        """The key of its heading."""
        return f"columns.{self.name or self.key}"

    def label(self, offset_minutes: int | None = None) -> str:
        """Its heading; a time tells the offset it is shown at (spec 1, section 1), true for rows of all seasons."""
        if self.heading:
            return self.heading
        text = word(self.label_key)
        if self.language:
            return word("inLanguage", label=text, language=word(f"languages.{self.language}"))
        if self.kind != "datetime" and self.clock is None:
            return text
        offset = offset_label(offset_minutes)
        if offset_minutes is None:
            return word("inNewYork", label=text, offset=offset)
        return word("atOffset", label=text, offset=offset)

    @property
    def sort_name(self) -> str | None:
        """The name a caller sorts by, or None."""
        return None if self.sort is None or not self.source else self.sort or self.key


@dataclass(frozen=True)
class Filter:
    """A restriction that a caller may ask for; `readers` are offered it. `parse` raises a Refusal on a bad value.

    A "choice" is one of its choices, a "given" one is offered only where it is set, by a link. `other` is the filter
    that caps a date (`bound` says which end this one is), or the category that a part is chosen from. `multiple`
    ones take several choices at once. With `opening`, a list that wants a filter is opened with this value of it.
    """

    key: str
    kind: Literal["choices", "choice", "given", "switch", "text", "date", "part", "hidden"]
    parse: Callable[[list[str]], Any]
    apply: Callable[[Any, Any, Actor], Any]
    choices: Callable[[Actor], list[dict[str, Any]]] | None = None
    readers: Roles = EVERYBODY
    other: str = ""
    bound: Literal["from", "to", ""] = ""
    multiple: bool = False
    opening: Callable[[], str] | None = None
    label_key: str = ""

    @property
    def label(self) -> str:
        """Its label in the reader's language."""
        return word(self.label_key or f"filters.{self.key}")


@dataclass(frozen=True)
class BulkAction:
    """What may be done to several rows at once: an edit that writes `values` into each, under the form's own rules.

    Its label is the word `bulk.{key}`. Without values it deletes.
    """

    key: str
    values: Mapping[str, object] | None = None
    tone: Literal["plain", "danger"] = "plain"

    @property
    def label(self) -> str:
        """Its label in the reader's language."""
        return word(f"bulk.{self.key}")


@dataclass(frozen=True)
class Sheet:
    """What can be exported: columns over rows. `rows(actor, parent)` is the only way to a row.

    `parent` names the argument that holds the id of the record whose rows these are; `carried` are further sources
    that computed columns need. `complete` adds to a batch of rows what one query for all of them brings. `of_record`
    makes the sheet of one record where its columns and its title (`given_title`) depend on that.
    """

    name: str
    columns: tuple[Column, ...]
    rows: Callable[[Actor, int | None], Any]
    readers: Roles = EVERYBODY
    parent: str = ""
    carried: tuple[str, ...] = ()
    complete: Callable[[list[Row]], None] | None = None
    of_record: Callable[[Actor, int], "Sheet"] | None = None
    given_title: str = ""

    @property
    def title(self) -> str:
        """Its title, which an exported file is named after."""
        return self.given_title or word(f"resources.{self.name}")

    def columns_for(self, actor: Actor) -> tuple[Column, ...]:
        """The columns that the actor's role reads."""
        return tuple(column for column in self.columns if actor.role in column.readers)


@dataclass(frozen=True)
class Resource(Sheet):
    """A list with paging, sorting, search and filters.

    `rows` gives a queryset in the actor's scope, never more. `route` is the interface's address of the list,
    `records` maps a kind of row to that of one (any column fills it in), `create` is that of a new one; `group` is
    the heading that the list stands under in the navigation ("": not in it) beside the icon of the name `icon`,
    `new_in_group` puts a new one there, too. Those of its readers who are no `screen_readers` have no screen of it.
    `export` is the address of its spreadsheet, `importing` says how rows come from one. `matched` tells by id what
    a keyword was found in, which the row need not show.
    """

    default_sort: tuple[str, Direction] = ("createdAt", "DESC")
    filters: tuple[Filter, ...] = ()
    search: Callable[[Any, str, Actor], Any] | None = None
    matched: Callable[[list[int], str, Actor], Mapping[int, str]] | None = None
    page_sizes: tuple[int, ...] = PAGE_SIZES
    route: str = ""
    records: Mapping[str, str] = field(default_factory=dict)
    create: str = ""
    group: str = ""
    icon: str = ""
    new_in_group: bool = False
    export: str = ""
    form: Form | None = None
    importing: Import | None = None
    filter_required: bool = False
    opens_in_new_tab: bool = False
    bulk: tuple[BulkAction, ...] = ()
    screen_readers: Roles = EVERYBODY

    def __post_init__(self) -> None:
        names = [column.key for column in self.columns]
        if len(names) != len(set(names)):
            raise ValueError(f"{self.name}: a column stands twice")
        if self.default_sort[0] not in {column.sort_name for column in self.columns}:
            raise ValueError(f"{self.name}: default sort {self.default_sort[0]} is no column")
        if self.filter_required and not any(each.opening for each in self.filters):
            raise ValueError(f"{self.name}: it wants a filter and opens with none")
        for action in self.bulk:
            if self.form is None or (action.values is None and self.form.remove is None):
                raise ValueError(f"{self.name}: nothing carries out {action.key}")

    def bulk_for(self, actor: Actor) -> tuple[BulkAction, ...]:
        """What the actor's role may do to several rows: what it may write into one."""
        if self.form is None or actor.role not in self.form.writers:
            return ()
        written = self.form.model("edit", actor.role).model_fields
        return tuple(each for each in self.bulk if set(each.values or ()) <= set(written))

    def sortable(self, actor: Actor) -> dict[str, Column]:
        """Columns by the name they are sorted by."""
        return {column.sort_name: column for column in self.columns_for(actor) if column.sort_name}

    @property
    def record_word(self) -> str:
        """What one of its rows is called inside a sentence, in the reader's language."""
        return word(f"records.{self.name}")

    def create_for(self, actor: Actor) -> str | None:
        """The address of a new row, for those who may write one."""
        return self.create if self.create and (self.form is None or actor.role in self.form.writers) else None

    @property
    def titles(self) -> dict[str, str]:
        """What the pages of a new row and of an edited one are called."""
        return {each: word(f"titles.{each}", record=self.record_word) for each in ("add", "edit")}

    @property
    def filters_by_key(self) -> dict[str, Filter]:
        """The filters by the name a caller asks for them."""
        return {each.key: each for each in self.filters}

    def filters_for(self, actor: Actor) -> list[Filter]:
        """Those that the actor's role is offered."""
        return [each for each in self.filters if actor.role in each.readers]
