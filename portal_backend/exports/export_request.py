"""Export requests: validated by the endpoint, and again by the job."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, QueryDict

from portal_backend.core.actor import Actor
from portal_backend.resources.query import (
    build_ordered_queryset,
    get_single,
    parse_export_query,
    parse_integer,
    parse_parent_id,
)
from portal_backend.resources.resource import Resource, Table
from portal_backend.resources.xlsx import Export, select_columns


@dataclass(frozen=True)
class ExportRequest:
    """A request for an export.

    All fields are JSON values, so that it can be the arguments of a job.
    """

    #: Name of the table.
    table_name: str
    #: Query string of the request.
    query_string: str
    #: Filters of the request body, if it has any.
    filters: Mapping[str, list[str]] | None = None
    #: UTC offset to display times at; None for New York time.
    offset_minutes: int | None = None

    @classmethod
    def from_request(
        cls, sheet: Table, request: HttpRequest, filters: Mapping[str, list[str]] | None = None
    ) -> "ExportRequest":
        """Build an export request from an HTTP request, or raise 400."""
        header = request.headers.get("Locale-Offset")
        offset = parse_integer("Locale-Offset", header, -1080, 1080) if header else None
        return cls(sheet.name, request.GET.urlencode(), filters, offset)

    def build_export(self, table: Table, actor: Actor) -> Export:
        """Build the export of a table for an actor.

        Raises 400 or 404.
        """
        params = QueryDict(self.query_string)
        if table.build_for_record and (record := parse_parent_id(table, params.get(table.parent_parameter))):
            table = table.build_for_record(actor, record)
        columns = select_columns(table, actor, params.getlist("columns"))
        rows: Any
        if isinstance(table, Resource):
            rows = build_ordered_queryset(table, actor, parse_export_query(table, actor, params, self.filters))
        else:
            rows = table.rows(actor, parse_parent_id(table, get_single(params, table.parent_parameter)))
        return Export(table, columns, rows, actor, self.offset_minutes)
