"""API calls of exports, and the routes that lists export with."""

from collections.abc import Mapping
from typing import Any

from django.http import FileResponse, HttpRequest
from ninja import Router

from portal_backend.accounts.sessions import TokenAuth, get_actor
from portal_backend.core.actor import ALL_ROLES
from portal_backend.core.responses import ApiResponse
from portal_backend.core.translations import translate
from portal_backend.core.types import ResponseModel, ShortText
from portal_backend.exports.export_files import EXPORT_JOB_KIND, ExportRequest, create_export_response, get_export_file
from portal_backend.jobs.models import Job, JobState
from portal_backend.jobs.queue import cancel, get_job
from portal_backend.resources.resource import Resource, Table
from portal_backend.resources.routes import build_openapi_parameters, list_query_parameters

XLSX_MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
JOB_SCHEMA = {"type": "object", "properties": {"jobId": {"type": "string"}}, "required": ["jobId"]}
EXPORT_RESPONSES = {
    200: {"description": "OK", "content": {XLSX_MEDIA_TYPE: {"schema": {"type": "string", "format": "binary"}}}},
    202: {"description": "A job creates the file", "content": {"application/json": {"schema": JOB_SCHEMA}}},
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


router = Router(tags=["spreadsheets"])
JOB_PATH = "/files/export/jobs/{id}"


class ExportJob(ResponseModel):
    """The state of an export job."""

    state: JobState
    #: Progress in percent; null until it is known.
    progress: int | None
    #: Number of rows written so far.
    done: int
    total: int
    #: URL of the finished file.
    url: str | None
    #: Reason why there is no file.
    message: str | None


def serialize_export_job(job: Job) -> dict[str, Any]:
    """Serialize an export job.

    A running job whose cancellation is requested counts as canceled.
    """
    is_stopping = job.cancelled_at is not None and job.state == JobState.RUNNING
    is_done = job.state == JobState.DONE
    return {
        "state": JobState.CANCELLED if is_stopping else job.state,
        "progress": job.percent,
        "done": job.progress_done,
        "total": job.progress_total,
        "url": f"/api/v1{JOB_PATH.format(id=job.pk)}/xlsx" if is_done else None,
        "message": translate(f"errors.{job.error}") if job.error else None,
    }


@router.get(JOB_PATH, response=ExportJob, auth=TokenAuth(ALL_ROLES))
def fetch_export_job(request: HttpRequest, id: ShortText) -> ApiResponse:
    """Return the progress of one of the caller's export jobs."""
    return ApiResponse(serialize_export_job(get_job(id, EXPORT_JOB_KIND, actor=get_actor(request))))


@router.delete(JOB_PATH, response=ExportJob, auth=TokenAuth(ALL_ROLES))
def cancel_export_job(request: HttpRequest, id: ShortText) -> ApiResponse:
    """Cancel an export job; a finished file is not deleted."""
    return ApiResponse(serialize_export_job(cancel(id, EXPORT_JOB_KIND, actor=get_actor(request))))


@router.get(f"{JOB_PATH}/xlsx", auth=TokenAuth(ALL_ROLES), openapi_extra={"responses": {200: EXPORT_RESPONSES[200]}})
def fetch_export_file(request: HttpRequest, id: ShortText) -> FileResponse:
    """Return the finished file, which is available for one day."""
    return get_export_file(id, actor=get_actor(request))
