"""Progress and download of large exports (contract section 5)."""

from typing import Any

from django.http import FileResponse, HttpRequest
from ninja import Router

from portal_backend.accounts.sessions import Gate, actor_of
from portal_backend.base.actor import EVERYBODY
from portal_backend.base.answers import Answer
from portal_backend.base.fields import Keyword, Wire
from portal_backend.base.words import word
from portal_backend.exports.making import KIND, finished_file
from portal_backend.exports.mounting import RESPONSES
from portal_backend.jobs.models import Job, JobState
from portal_backend.jobs.work import cancel, job_of

router = Router(tags=["spreadsheets"])
PATH = "/files/export/jobs/{id}"


class ExportJob(Wire):
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


def described(job: Job) -> dict[str, Any]:
    """Serialize an export job.

    A running job whose cancellation is requested counts as canceled.
    """
    is_stopping = job.cancelled_at is not None and job.state == JobState.RUNNING
    is_done = job.state == JobState.DONE
    return {
        "state": JobState.CANCELLED if is_stopping else job.state,
        "progress": job.percent,
        "done": job.done,
        "total": job.total,
        "url": f"/api/v1{PATH.format(id=job.pk)}/xlsx" if is_done else None,
        "message": word(f"errors.{job.error}") if job.error else None,
    }


@router.get(PATH, response=ExportJob, auth=Gate(EVERYBODY))
def fetch_job(request: HttpRequest, id: Keyword) -> Answer:
    """Return the progress of one of the caller's export jobs."""
    return Answer(described(job_of(id, KIND, actor=actor_of(request))))


@router.delete(PATH, response=ExportJob, auth=Gate(EVERYBODY))
def cancel_job(request: HttpRequest, id: Keyword) -> Answer:
    """Cancel an export job; a finished file is not deleted."""
    return Answer(described(cancel(id, KIND, actor=actor_of(request))))


@router.get(f"{PATH}/xlsx", auth=Gate(EVERYBODY), openapi_extra={"responses": {200: RESPONSES[200]}})
def fetch_file(request: HttpRequest, id: Keyword) -> FileResponse:
    """Return the finished file, which is available for one day."""
    return finished_file(id, actor=actor_of(request))
