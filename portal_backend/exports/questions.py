"""Export requests: validated by the endpoint, and again by the job."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, QueryDict

from portal_backend.base.actor import Actor
from portal_backend.resources.query import for_export, ordered, parent_of, single, whole_number
from portal_backend.resources.resource import Resource, Sheet
from portal_backend.resources.xlsx import Export, chosen_columns

# exportable tables by name, registered by exports.routes
SHEETS: dict[str, Sheet] = {}


@dataclass(frozen=True)
class Question:
    """A request for an export.

    All fields are JSON values, so that it can be the arguments of a job.
    """

    #: Name of the table.
    sheet: str
    #: Query string of the request.
    asked: str
    #: Filters of the request body, if it has any.
    given: Mapping[str, list[str]] | None = None
    #: UTC offset to display times at; None for New York time.
    offset_minutes: int | None = None

    @classmethod
    def of(cls, sheet: Sheet, request: HttpRequest, filters: Mapping[str, list[str]] | None = None) -> "Question":
        """Build an export request from an HTTP request, or raise 400."""
        header = request.headers.get("Locale-Offset")
        offset = whole_number("Locale-Offset", header, -1080, 1080) if header else None
        return cls(sheet.name, request.GET.urlencode(), filters, offset)

    def export(self, actor: Actor) -> Export:
        """Build the export for an actor.

        Raises 400 or 404.
        """
        sheet, params = SHEETS[self.sheet], QueryDict(self.asked)
        if sheet.of_record and (record := parent_of(sheet, params.get(sheet.parent))):
            sheet = sheet.of_record(actor, record)
        columns = chosen_columns(sheet, actor, params.getlist("columns"))
        rows: Any
        if isinstance(sheet, Resource):
            rows = ordered(sheet, actor, for_export(sheet, actor, params, self.given))
        else:
            rows = sheet.rows(actor, parent_of(sheet, single(params, sheet.parent)))
        return Export(sheet, columns, rows, actor, self.offset_minutes)
