"""Progress and download of large exports (contract section 5)."""

from typing import Any

from django.http import FileResponse, HttpRequest
from ninja import Router

from portal_backend.accounts.sessions import TokenAuth, get_actor
from portal_backend.core.actor import ALL_ROLES
from portal_backend.core.responses import ApiResponse
from portal_backend.core.translations import translate
from portal_backend.core.types import Keyword, ResponseModel
from portal_backend.exports.export_files import EXPORT_JOB_KIND, get_export_file
from portal_backend.exports.routes import EXPORT_RESPONSES
from portal_backend.jobs.models import Job, JobState
from portal_backend.jobs.queue import cancel, get_job

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
def fetch_export_job(request: HttpRequest, id: Keyword) -> ApiResponse:
    """Return the progress of one of the caller's export jobs."""
    return ApiResponse(serialize_export_job(get_job(id, EXPORT_JOB_KIND, actor=get_actor(request))))


@router.delete(JOB_PATH, response=ExportJob, auth=TokenAuth(ALL_ROLES))
def cancel_export_job(request: HttpRequest, id: Keyword) -> ApiResponse:
    """Cancel an export job; a finished file is not deleted."""
    return ApiResponse(serialize_export_job(cancel(id, EXPORT_JOB_KIND, actor=get_actor(request))))


@router.get(f"{JOB_PATH}/xlsx", auth=TokenAuth(ALL_ROLES), openapi_extra={"responses": {200: EXPORT_RESPONSES[200]}})
def fetch_export_file(request: HttpRequest, id: Keyword) -> FileResponse:
    """Return the finished file, which is available for one day."""
    return get_export_file(id, actor=get_actor(request))
