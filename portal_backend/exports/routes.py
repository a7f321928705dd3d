"""Registration of tables as export endpoints."""

from collections.abc import Mapping
from typing import Any

from django.http import FileResponse, HttpRequest
from ninja import Router

from portal_backend.accounts.sessions import TokenAuth, get_actor
from portal_backend.core.responses import ApiResponse
from portal_backend.exports.export_files import create_export_response
from portal_backend.exports.export_request import ExportRequest
from portal_backend.resources.resource import Resource, Table
from portal_backend.resources.routes import build_openapi_parameters, list_query_parameters

XLSX_MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
JOB_SCHEMA = {"type": "object", "properties": {"jobId": {"type": "string"}}, "required": ["jobId"]}
EXPORT_RESPONSES = {
    200: {"description": "OK", "content": {XLSX_MEDIA_TYPE: {"schema": {"type": "string", "format": "binary"}}}},
    202: {"description": "A job makes the file", "content": {"application/json": {"schema": JOB_SCHEMA}}},
}
EXPORT_PARAMETERS: list[dict[str, Any]] = [
    {"in": "query", "name": "columns", "required": False, "schema": {"type": "array", "items": {"type": "string"}}},
    {"in": "header", "name": "Locale-Offset", "required": False, "schema": {"type": "integer"}},
]


def export_from_request(
    sheet: Table, request: HttpRequest, filters: Mapping[str, list[str]] | None = None
) -> FileResponse | ApiResponse:
    """Return the export of a table for a request.

    `filters` are the filters of a request body.
    """
    return create_export_response(sheet, ExportRequest.from_request(sheet, request, filters), actor=get_actor(request))


def mount_export(router: Router, path: str, sheet: Table) -> None:
    """Register the export of `sheet` at `path`.

    That of a resource takes the sort, keyword and filters of the list. Jobs find the tables of large exports in
    `wiring.EXPORTED_TABLES`.
    """

    def export(request: HttpRequest) -> FileResponse | ApiResponse:
        return export_from_request(sheet, request)

    names = list_query_parameters(sheet) if isinstance(sheet, Resource) else [sheet.parent_parameter]
    router.get(
        path,
        auth=TokenAuth(sheet.readers),
        operation_id=f"export_{sheet.name.replace('-', '_')}",
        summary=f"{sheet.name} as a spreadsheet",
        openapi_extra={
            "parameters": [*build_openapi_parameters(sheet, names), *EXPORT_PARAMETERS],
            "responses": EXPORT_RESPONSES,
        },
    )(export)


def has_list_export(resource: Resource) -> bool:
    """Return whether a resource declares an export and is a list of its own."""
    return bool(resource.export_name and not resource.parent_parameter and not resource.filter_required)


def mount_list_export(router: Router, resource: Resource) -> None:
    """Register the export that a resource declares, if it is a list of its own."""
    if has_list_export(resource):
        mount_export(router, f"/files/export/{resource.export_name}/xlsx", resource)
