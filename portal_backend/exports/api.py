"""How far a large export is, and its file (contract section 5)."""

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
    """How far the file is: `progress` in percent once that is known, `url` once it is there, or why there is none."""

    state: JobState
    progress: int | None
    done: int
    total: int
    url: str | None
    message: str | None


def described(job: Job) -> dict[str, Any]:
    """A job as it is answered; one that is to stop has stopped for its owner."""
    stopping = job.cancelled_at is not None and job.state == JobState.RUNNING
    done = job.state == JobState.DONE
    return {
        "state": JobState.CANCELLED if stopping else job.state,
        "progress": job.percent,
        "done": job.done,
        "total": job.total,
        "url": f"/api/v1{PATH.format(id=job.pk)}/xlsx" if done else None,
        "message": word(f"errors.{job.error}") if job.error else None,
    }


@router.get(PATH, response=ExportJob, auth=Gate(EVERYBODY))
def fetch_job(request: HttpRequest, id: Keyword) -> Answer:
    """How far one of the caller's large exports is."""
    return Answer(described(job_of(id, KIND, actor=actor_of(request))))


@router.delete(PATH, response=ExportJob, auth=Gate(EVERYBODY))
def cancel_job(request: HttpRequest, id: Keyword) -> Answer:
    """Do not make the file; one that is there stays."""
    return Answer(described(cancel(id, KIND, actor=actor_of(request))))


@router.get(f"{PATH}/xlsx", auth=Gate(EVERYBODY), openapi_extra={"responses": {200: RESPONSES[200]}})
def fetch_file(request: HttpRequest, id: Keyword) -> FileResponse:
    """The finished file, for a day."""
    return finished_file(id, actor=actor_of(request))
