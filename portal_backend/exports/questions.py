"""What is asked for where a list or a tab is to be a spreadsheet: checked at the call, and again by a job."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, QueryDict

from portal_backend.base.actor import Actor
from portal_backend.resources.query import for_export, ordered, parent_of, single, whole_number
from portal_backend.resources.resource import Resource, Sheet
from portal_backend.resources.xlsx import Export, chosen_columns

# what can be exported, by name; whoever mounts a sheet puts it here
SHEETS: dict[str, Sheet] = {}


@dataclass(frozen=True)
class Question:
    """A sheet, the query as it was asked, the filters of a body where they stand there, and the clock to tell times by.

    All of it is plain, so that it can be a job's arguments.
    """

    sheet: str
    asked: str
    given: Mapping[str, list[str]] | None = None
    offset_minutes: int | None = None

    @classmethod
    def of(cls, sheet: Sheet, request: HttpRequest, given: Mapping[str, list[str]] | None = None) -> "Question":
        """What a call asks. Raises 400."""
        header = request.headers.get("Locale-Offset")
        offset = whole_number("Locale-Offset", header, -1080, 1080) if header else None
        return cls(sheet.name, request.GET.urlencode(), given, offset)

    def export(self, actor: Actor) -> Export:
        """What the actor gets for it. Raises 400 or 404."""
        sheet, asked = SHEETS[self.sheet], QueryDict(self.asked)
        if sheet.of_record and (record := parent_of(sheet, asked.get(sheet.parent))):
            sheet = sheet.of_record(actor, record)
        columns = chosen_columns(sheet, actor, asked.getlist("columns"))
        rows: Any
        if isinstance(sheet, Resource):
            rows = ordered(sheet, actor, for_export(sheet, actor, asked, self.given))
        else:
            rows = sheet.rows(actor, parent_of(sheet, single(asked, sheet.parent)))
        return Export(sheet, columns, rows, actor, self.offset_minutes)
