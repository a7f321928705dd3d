"""What a caller asks of a list, read from either dialect, and the page that answers it (contract section 1)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import orjson
from django.db import connection
from django.http import QueryDict
from pydantic import TypeAdapter, ValidationError

from portal_backend.base.actor import Actor
from portal_backend.base.errors import invalid_field
from portal_backend.base.fields import MAX_ID, Keyword
from portal_backend.base.replica import from_replica
from portal_backend.resources.reading import wire_rows
from portal_backend.resources.resource import Resource, Row, Sheet
from portal_backend.resources.sorting import ordering

LARGEST_PAGE = 1000
MANY = 500
MAX_NUMBER_LENGTH = 20
_keyword = TypeAdapter(Keyword)


@dataclass(frozen=True)
class ListQuery:
    """A checked question: rows [start, stop) of the filtered list in a total order."""

    start: int
    stop: int | None
    sort: tuple[str, str]
    keyword: str
    filters: Mapping[str, Any]
    parent: int | None
    ids: tuple[int, ...] | None = None


def keyword_of(text: object) -> str:
    """A trimmed keyword of at most 200 characters. Raises 400."""
    try:
        return _keyword.validate_python(text)
    except ValidationError:
        raise invalid_field("keyword", "max_length", value=200) from None


def whole_number(path: str, text: object, least: int, most: int) -> int:
    """A whole number in a range. Raises 400 on the field `path`."""
    if not isinstance(text, str | int) or not re.fullmatch(r"-?[0-9]+", str(text)):
        raise invalid_field(path, "integer")
    if len(str(text)) > MAX_NUMBER_LENGTH or not least <= int(text) <= most:
        raise invalid_field(path, "range", least=least, most=most)
    return int(text)


def checked_sort(resource: Resource, actor: Actor, column: str, direction: str) -> tuple[str, str]:
    """A sort that the actor's role may ask for; unknown and hidden columns are the same 400."""
    if column not in resource.sortable(actor) or direction not in ("ASC", "DESC"):
        raise invalid_field("sort", "sort")
    return column, direction


def single(params: QueryDict, name: str) -> str | None:
    """The value of a parameter that may be given once. Raises 400: of two values one would be passed over."""
    values = params.getlist(name)
    if len(values) > 1:
        raise invalid_field(name, "once")
    return values[0] if values else None


def checked_filters(resource: Resource, given: Mapping[str, list[str]]) -> dict[str, Any]:
    """The filters asked for, parsed; an unknown one is 400. They narrow what is in scope, so any role may ask.

    One that takes a single value is refused (400) with several.

    A report wants at least one (400).
    """
    if resource.filter_required and not any(given.values()):
        raise invalid_field("filter", "filter_required")
    known = resource.filters_by_key
    if unknown := sorted(set(given) - set(known)):
        raise invalid_field(unknown[0], "extra")
    if several := sorted(key for key, values in given.items() if len(values) > 1 and not known[key].multiple):
        raise invalid_field(several[0], "once")
    return {key: known[key].parse(values) for key, values in given.items() if values}


def from_v1(
    resource: Resource, actor: Actor, asked: QueryDict, given: Mapping[str, list[str]] | None = None
) -> ListQuery:
    """size, page, sort=column,DIR, keyword and filters (contract section 1); a report gives those of its body."""
    size = whole_number("size", single(asked, "size") or 10, 1, LARGEST_PAGE)
    page = whole_number("page", single(asked, "page") or 0, 0, MAX_ID // LARGEST_PAGE)
    return ListQuery(
        page * size,
        (page + 1) * size,
        v1_sort(resource, actor, asked),
        keyword_of(single(asked, "keyword")),
        checked_filters(resource, _named(resource, asked) if given is None else given),
        parent_of(resource, single(asked, resource.parent) if resource.parent else None),
    )


def for_export(
    resource: Resource, actor: Actor, asked: QueryDict, given: Mapping[str, list[str]] | None = None
) -> ListQuery:
    """The same question without paging: every row."""
    return ListQuery(
        0,
        None,
        v1_sort(resource, actor, asked),
        keyword_of(single(asked, "keyword")),
        checked_filters(resource, _named(resource, asked) if given is None else given),
        parent_of(resource, single(asked, resource.parent) if resource.parent else None),
    )


def _named(resource: Resource, asked: QueryDict) -> dict[str, list[str]]:
    return {key: [text for text in asked.getlist(key) if text] for key in resource.filters_by_key}


def v1_sort(resource: Resource, actor: Actor, asked: QueryDict) -> tuple[str, str]:
    """`sort=column,ASC|DESC`, or the list's default."""
    text = single(asked, "sort")
    if not text:
        return resource.default_sort
    column, _, direction = text.partition(",")
    return checked_sort(resource, actor, column, direction or "ASC")


def parent_of(resource: Sheet, value: object) -> int | None:
    """The id of the record whose rows are asked for, where the list has one."""
    if not resource.parent:
        return None
    if value in (None, ""):
        raise invalid_field(resource.parent, "required")
    return whole_number(resource.parent, value, 1, MAX_ID)


def from_rest(resource: Resource, actor: Actor, asked: QueryDict) -> ListQuery:
    """sort=["column","DIR"], range=[first,last], filter={...} as ra-data-simple-rest sends them.

    Records asked for by their ids come without a range: all of them are meant.
    """
    sort = _json(asked, "sort", list(resource.default_sort), list, 2)
    column, direction = (str(each) for each in sort)
    if (column, direction) != resource.default_sort:
        checked_sort(resource, actor, column, direction)
    wanted = dict(_json(asked, "filter", {}, dict))
    keyword = keyword_of(wanted.pop("keyword", None))
    parent = parent_of(resource, wanted.pop(resource.parent, None) if resource.parent else None)
    ids = (
        tuple(whole_number("id", each, -1, MAX_ID) for each in _texts("id", wanted.pop("id")))
        if "id" in wanted
        else None
    )
    filters = checked_filters(resource, {key: _texts(key, value) for key, value in wanted.items()})
    first, last = _json(asked, "range", [0, 9] if ids is None else [0, LARGEST_PAGE - 1], list, 2)
    start = whole_number("range", first, 0, MAX_ID - LARGEST_PAGE)
    stop = whole_number("range", last, start, start + LARGEST_PAGE - 1) + 1
    return ListQuery(start, stop, (column, direction), keyword, filters, parent, ids)


def _json(asked: QueryDict, name: str, default: Any, kind: type, length: int | None = None) -> Any:
    text = single(asked, name)
    try:
        value: Any = orjson.loads(str(text)) if text else default
    except orjson.JSONDecodeError:
        raise invalid_field(name, "json") from None
    if not isinstance(value, kind) or (isinstance(value, list) and len(value) != length):
        raise invalid_field(name, "json")
    return value


def _texts(key: str, value: object) -> list[str]:
    values = value if isinstance(value, list) else [] if value in (None, "") else [value]
    texts: list[str] = []
    for each in values:
        if not isinstance(each, str | int):
            raise invalid_field(key, "json")
        texts.append(str(each).lower() if isinstance(each, bool) else str(each))
    return texts


def selected(resource: Resource, actor: Actor, query: ListQuery) -> Any:
    """The queryset of everything that the question selects, unordered."""
    rows = resource.rows(actor, query.parent)
    if query.ids is not None:
        rows = rows.filter(pk__in=query.ids)
    for key, value in query.filters.items():
        rows = resource.filters_by_key[key].apply(rows, value, actor)
    if query.keyword and resource.search:
        rows = resource.search(rows, query.keyword, actor)
    return rows


def ordered(resource: Resource, actor: Actor, query: ListQuery) -> Any:
    """What the question selects, in its total order."""
    column = next(each for each in resource.columns if each.sort_name == query.sort[0])
    rows = selected(resource, actor, query)
    return rows.order_by(*ordering(rows.model, column, query.sort[1]))


def _shown(resource: Resource, rows: Any, query: ListQuery) -> Any:
    """The rows asked for: PostgreSQL first learns their ids from an index alone, whatever it has to sort or skip.

    To the first rows in a list's own order an index leads directly. SQLite would read the list a second time.
    """
    shown = rows[query.start : query.stop]
    if (query.sort == resource.default_sort and query.start < MANY) or connection.vendor == "sqlite":
        return shown
    return rows.filter(pk__in=shown.values("pk"))


def page(resource: Resource, actor: Actor, query: ListQuery) -> tuple[list[Row], int]:
    """The rows asked for and how many there are in all; those of one record as it is now, others from the replica."""
    read = partial(_page, resource, actor, query)
    return read() if resource.parent else from_replica(read, actor=actor)


def _page(resource: Resource, actor: Actor, query: ListQuery) -> tuple[list[Row], int]:
    """Where the last of them is shown, its place tells how many there are."""
    rows = ordered(resource, actor, query)
    content = wire_rows(resource, _shown(resource, rows, query), actor)
    ends_here = (content or not query.start) and query.start + len(content) != query.stop
    total = query.start + len(content) if ends_here else rows.count()
    if query.keyword and resource.matched:
        hits = resource.matched([row["id"] for row in content], query.keyword, actor)
        content = [{**row, "matched": hits.get(row["id"], "")} for row in content]
    return content, total
