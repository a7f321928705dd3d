"""Registration of tables as export endpoints."""

from collections.abc import Mapping
from typing import Any

from django.http import FileResponse, HttpRequest
from ninja import Router

from portal_backend.accounts.sessions import Gate, actor_of
from portal_backend.base.answers import Answer
from portal_backend.exports.making import answered
from portal_backend.exports.questions import SHEETS, Question
from portal_backend.resources.mounting import parameters_of, query_names
from portal_backend.resources.resource import Resource, Sheet

SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
JOB = {"type": "object", "properties": {"jobId": {"type": "string"}}, "required": ["jobId"]}
RESPONSES = {
    200: {"description": "OK", "content": {SPREADSHEET: {"schema": {"type": "string", "format": "binary"}}}},
    202: {"description": "A job makes the file", "content": {"application/json": {"schema": JOB}}},
}
OWN_PARAMETERS: list[dict[str, Any]] = [
    {"in": "query", "name": "columns", "required": False, "schema": {"type": "array", "items": {"type": "string"}}},
    {"in": "header", "name": "Locale-Offset", "required": False, "schema": {"type": "integer"}},
]


def offer(sheet: Sheet) -> None:
    """Register a table as exportable, or raise ValueError if its name is taken."""
    if SHEETS.setdefault(sheet.name, sheet) is not sheet:
        raise ValueError(f"two sheets are called {sheet.name}")


def exported(
    sheet: Sheet, request: HttpRequest, filters: Mapping[str, list[str]] | None = None
) -> FileResponse | Answer:
    """Return the export of a registered table for a request.

    `filters` are the filters of a request body.
    """
    return answered(Question.of(sheet, request, filters), actor=actor_of(request))


def mount_export(router: Router, path: str, sheet: Sheet) -> None:
    """Register the export of `sheet` at `path`.

    That of a resource takes the sort, keyword and filters of the list.
    """
    offer(sheet)

    def export(request: HttpRequest) -> FileResponse | Answer:
        return exported(sheet, request)

    names = query_names(sheet) if isinstance(sheet, Resource) else [sheet.parent]
    router.get(
        path,
        auth=Gate(sheet.readers),
        operation_id=f"export_{sheet.name.replace('-', '_')}",
        summary=f"{sheet.name} as a spreadsheet",
        openapi_extra={"parameters": [*parameters_of(sheet, names), *OWN_PARAMETERS], "responses": RESPONSES},
    )(export)


def mount_list_export(router: Router, resource: Resource) -> None:
    """Register the export that a resource declares, if it is a list of its own."""
    if resource.export and not resource.parent and not resource.filter_required:
        mount_export(router, f"/files/export/{resource.export}/xlsx", resource)
