"""Parsing of list requests in either dialect, and the sorted pages of rows.

See contract section 1.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, cast

import orjson
from django.db import connection
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.dateparse import parse_datetime
from pydantic import TypeAdapter, ValidationError

from portal_backend.core.actor import Actor
from portal_backend.core.clock import NEW_YORK
from portal_backend.core.errors import invalid_field
from portal_backend.core.replica import read_from_replica
from portal_backend.core.types import MAX_ID, ShortText
from portal_backend.resources.resource import Column, Resource, Row, Table
from portal_backend.resources.sorting import build_order_by


def select_rows(sheet: Table, rows: Any, actor: Actor, columns: Sequence[Column] | None = None) -> Iterable[Row]:
    """Select the sources of the columns, by default of all that the actor may read.

    A queryset is read by `.values()`; computed rows are returned unchanged.
    """
    if not isinstance(rows, QuerySet):
        return cast("Iterable[Row]", rows)
    selected_columns = sheet.get_columns(actor) if columns is None else columns
    expressions = {column.source: column.expression for column in selected_columns if column.expression}
    sources = {column.source for column in selected_columns if column.source}.union(sheet.extra_sources)
    return cast("Iterable[Row]", rows.values(*sorted(sources - expressions.keys()), **expressions))


def get_cell_value(column: Column, row: Row, actor: Actor) -> object:
    """Return the value of a cell."""
    return column.value(row, actor) if column.value else row[column.source]


def serialize_rows(sheet: Table, rows: Any, actor: Actor) -> list[Row]:
    """Serialize rows for responses of both dialects."""
    columns = sheet.get_columns(actor)
    raw = list(select_rows(sheet, rows, actor))
    if sheet.prefetch:
        sheet.prefetch(raw, actor)
    return [{column.key: get_cell_value(column, row, actor) for column in columns} for row in raw]


MAX_PAGE_SIZE = 1000
DEEP_PAGE_OFFSET = 500
MAX_INTEGER_LENGTH = 20
_keyword_adapter = TypeAdapter(ShortText)


@dataclass(frozen=True)
class ListQuery:
    """A validated query: rows [start, stop) of the filtered list in a total order."""

    start: int
    stop: int | None
    sort: tuple[str, str]
    keyword: str
    filters: Mapping[str, Any]
    parent_id: int | None
    ids: tuple[int, ...] | None = None


def parse_keyword(text: object) -> str:
    """Trim and return a keyword, or raise 400 if it is longer than 200 characters."""
    try:
        return _keyword_adapter.validate_python(text)
    except ValidationError:
        raise invalid_field("keyword", "max_length", value=200) from None


def parse_integer(path: str, text: object, least: int, most: int) -> int:
    """Parse an integer within a range, or raise 400 on the field `path`."""
    if not isinstance(text, str | int) or not re.fullmatch(r"-?[0-9]+", str(text)):
        raise invalid_field(path, "integer")
    if len(str(text)) > MAX_INTEGER_LENGTH or not least <= int(text) <= most:
        raise invalid_field(path, "range", least=least, most=most)
    return int(text)


def validate_sort(resource: Resource, actor: Actor, column: str, direction: str) -> tuple[str, str]:
    """Return a sort that the actor's role may use, or raise 400.

    Unknown columns and columns hidden from the role get the same error.
    """
    if column not in resource.get_sortable_columns(actor) or direction not in ("ASC", "DESC"):
        raise invalid_field("sort", "sort")
    return column, direction


def get_single(params: QueryDict, name: str) -> str | None:
    """Return the value of a parameter, or None.

    Raises 400 if it is sent more than once, since one of the values would be ignored.
    """
    values = params.getlist(name)
    if len(values) > 1:
        raise invalid_field(name, "once")
    return values[0] if values else None


def parse_filters(resource: Resource, filters: Mapping[str, list[str]]) -> dict[str, Any]:
    """Parse the filters of a request.

    Any role may use any filter, since filters only narrow the scope. Raises 400 for an unknown filter, for several
    values of a filter that takes one, and where a list requires a filter and there is none.
    """
    if resource.filter_required and not any(filters.values()):
        raise invalid_field("filter", "filter_required")
    known = resource.filters_by_key
    if unknown := sorted(set(filters) - set(known)):
        raise invalid_field(unknown[0], "extra")
    if several := sorted(key for key, values in filters.items() if len(values) > 1 and not known[key].multiple):
        raise invalid_field(several[0], "once")
    return {key: known[key].parse(values) for key, values in filters.items() if values}


def parse_v1_query(
    resource: Resource, actor: Actor, params: QueryDict, filters: Mapping[str, list[str]] | None = None
) -> ListQuery:
    """Parse a query of /api/v1: size, page, sort=column,DIR, keyword and filters.

    See contract section 1. Reports pass the filters of their body.
    """
    size = parse_integer("size", get_single(params, "size") or 10, 1, MAX_PAGE_SIZE)
    page = parse_integer("page", get_single(params, "page") or 0, 0, MAX_ID // MAX_PAGE_SIZE)
    return replace(parse_export_query(resource, actor, params, filters), start=page * size, stop=(page + 1) * size)


def parse_export_query(
    resource: Resource, actor: Actor, params: QueryDict, filters: Mapping[str, list[str]] | None = None
) -> ListQuery:
    """Parse the same query without pagination, for all rows."""
    return ListQuery(
        0,
        None,
        parse_v1_sort(resource, actor, params),
        parse_keyword(get_single(params, "keyword")),
        parse_filters(resource, _read_filter_parameters(resource, params) if filters is None else filters),
        parse_parent_id(resource, get_single(params, resource.parent_parameter) if resource.parent_parameter else None),
    )


def _read_filter_parameters(resource: Resource, params: QueryDict) -> dict[str, list[str]]:
    return {key: [text for text in params.getlist(key) if text] for key in resource.filters_by_key}


def parse_v1_sort(resource: Resource, actor: Actor, params: QueryDict) -> tuple[str, str]:
    """Parse `sort=column,ASC|DESC`; the default is that of the list."""
    text = get_single(params, "sort")
    if not text:
        return resource.default_sort
    column, _, direction = text.partition(",")
    return validate_sort(resource, actor, column, direction or "ASC")


def parse_parent_id(resource: Table, value: object) -> int | None:
    """Parse the id of the parent record, or return None where the list has none."""
    if not resource.parent_parameter:
        return None
    if value in (None, ""):
        raise invalid_field(resource.parent_parameter, "required")
    return parse_integer(resource.parent_parameter, value, 1, MAX_ID)


def parse_rest_query(resource: Resource, actor: Actor, params: QueryDict) -> ListQuery:
    """Parse `sort`, `range` and `filter` as ra-data-simple-rest sends them.

    They are JSON: sort=["column","DIR"], range=[first,last], filter={...}. A request for records by id has no
    range, and means all of them.
    """
    sort = _parse_json_parameter(params, "sort", list(resource.default_sort), list, 2)
    column, direction = (str(each) for each in sort)
    if (column, direction) != resource.default_sort:
        validate_sort(resource, actor, column, direction)
    requested = dict(_parse_json_parameter(params, "filter", {}, dict))
    keyword = parse_keyword(requested.pop("keyword", None))
    parent = parse_parent_id(
        resource, requested.pop(resource.parent_parameter, None) if resource.parent_parameter else None
    )
    ids = (
        tuple(parse_integer("id", each, -1, MAX_ID) for each in _to_texts("id", requested.pop("id")))
        if "id" in requested
        else None
    )
    filters = parse_filters(resource, {key: _to_texts(key, value) for key, value in requested.items()})
    first, last = _parse_json_parameter(params, "range", [0, 9] if ids is None else [0, MAX_PAGE_SIZE - 1], list, 2)
    start = parse_integer("range", first, 0, MAX_ID - MAX_PAGE_SIZE)
    stop = parse_integer("range", last, start, start + MAX_PAGE_SIZE - 1) + 1
    return ListQuery(start, stop, (column, direction), keyword, filters, parent, ids)


def _parse_json_parameter(params: QueryDict, name: str, default: Any, kind: type, length: int | None = None) -> Any:
    text = get_single(params, name)
    try:
        value: Any = orjson.loads(str(text)) if text else default
    except orjson.JSONDecodeError:
        raise invalid_field(name, "json") from None
    if not isinstance(value, kind) or (isinstance(value, list) and len(value) != length):
        raise invalid_field(name, "json")
    return value


def _to_texts(key: str, value: object) -> list[str]:
    values = value if isinstance(value, list) else [] if value in (None, "") else [value]
    texts: list[str] = []
    for each in values:
        if not isinstance(each, str | int):
            raise invalid_field(key, "json")
        texts.append(str(each).lower() if isinstance(each, bool) else str(each))
    return texts


def build_queryset(resource: Resource, actor: Actor, query: ListQuery) -> Any:
    """Build the unordered queryset of the rows that a query selects."""
    rows = resource.rows(actor, query.parent_id)
    if query.ids is not None:
        rows = rows.filter(pk__in=query.ids)
    for key, value in query.filters.items():
        rows = resource.filters_by_key[key].apply(rows, value, actor)
    if query.keyword and resource.search:
        rows = resource.search(rows, query.keyword, actor)
    return rows


def build_ordered_queryset(resource: Resource, actor: Actor, query: ListQuery) -> Any:
    """Build the queryset of the rows that a query selects, in its total order."""
    rows = build_queryset(resource, actor, query)
    column = next(each for each in resource.columns if each.sort_name == query.sort[0])
    return rows.order_by(*build_order_by(rows.model, column, query.sort[1]))


def _slice_rows(resource: Resource, rows: Any, query: ListQuery) -> Any:
    """Slice the rows of a page.

    For sorted or deep pages PostgreSQL selects the ids first, from an index alone. The first rows in default order come
    from an index directly. SQLite would only read the list a second time.
    """
    page_rows = rows[query.start : query.stop]
    is_default_start = query.sort == resource.default_sort and query.start < DEEP_PAGE_OFFSET
    if connection.vendor == "sqlite" or is_default_start:
        return page_rows
    return rows.filter(pk__in=page_rows.values("pk"))


def get_page(resource: Resource, actor: Actor, query: ListQuery) -> tuple[list[Row], int]:
    """Return the rows of a page and the number of all rows.

    Lists of one record are read from the primary database, others from the replica.
    """
    read = partial(_read_page, resource, actor, query)
    return read() if resource.parent_parameter else read_from_replica(read, actor=actor)


def _read_page(resource: Resource, actor: Actor, query: ListQuery) -> tuple[list[Row], int]:
    """Read a page; its last row gives the total, if the list ends on this page.

    Otherwise the rows are counted.
    """
    rows = build_ordered_queryset(resource, actor, query)
    content = serialize_rows(resource, _slice_rows(resource, rows, query), actor)
    ends_here = (content or not query.start) and query.start + len(content) != query.stop
    total = query.start + len(content) if ends_here else rows.count()
    if query.keyword and resource.highlight:
        hits = resource.highlight([row["id"] for row in content], query.keyword, actor)
        content = [{**row, "matched": hits.get(row["id"], "")} for row in content]
    return content, total


def parse_datetime_filter(key: str, values: list[str]) -> datetime:
    """Parse a datetime, in New York time without an offset, or raise 400."""
    try:
        value = parse_datetime(values[0])
    except ValueError:
        value = None
    if value is None or not 1990 <= value.year <= 2200:
        raise invalid_field(key, "date")
    return value if value.tzinfo else value.replace(tzinfo=NEW_YORK)


def get_end_of_second(value: datetime) -> datetime:
    """Return the start of the next second.

    An event within the last second of a day belongs to that day.
    """
    return value.replace(microsecond=0) + timedelta(seconds=1)
