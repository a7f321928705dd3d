"""Export files: small ones in the response, large ones made by a job."""

import logging
import tempfile
from dataclasses import asdict
from typing import Any, BinaryIO, cast

from django.conf import settings
from django.core.files import File
from django.core.files.storage import default_storage
from django.db.models import QuerySet
from django.http import FileResponse

from portal_backend.audit.models import Event
from portal_backend.audit.record import record
from portal_backend.base.actor import Actor
from portal_backend.base.answers import Answer, attachment
from portal_backend.base.errors import forbidden, not_found
from portal_backend.base.replica import from_replica
from portal_backend.base.words import current_language
from portal_backend.exports.questions import SHEETS, Question
from portal_backend.jobs.models import OPEN, Job, JobState
from portal_backend.jobs.work import Running, handles, job_of, start
from portal_backend.resources.xlsx import Export, Tell

log = logging.getLogger("portal.lists")
KIND = "export"
FOLDER = "exports"
# estimate; it only has to order small exports before large ones
ROWS_A_SECOND = 10_000


class TooMany(Exception):
    """There are more rows than a single request may export."""


def answered(export_request: Question, *, actor: Actor) -> FileResponse | Answer:
    """Return the file, or 202 with a job id if there are too many rows.

    The file is written to disk row by row and streamed from there. The limit is checked while writing: counting the
    rows first would cost every small export a query.
    """

    def stop_above_limit(done: int) -> None:
        if done > settings.EXPORT_ROWS:
            raise TooMany

    export = export_request.export(actor)

    target = _new_file()
    try:
        number = _written(export, target, stop_above_limit)
    except TooMany:
        target.close()
        return Answer({"jobId": _job(export_request, actor).pk}, 202)
    target.seek(0)
    log.info("export %s user=%s role=%s rows=%s", export_request.sheet, actor.username, actor.role, number)
    record(Event.EXPORTED, export.sheet.title, actor=actor, quantity=number)
    return attachment(target, f"{export.sheet.title}.xlsx")


def _job(export_request: Question, actor: Actor) -> Job:
    """Return the open job for the same request and language, or create one.

    A repeated request therefore waits for the same file.
    """
    arguments = asdict(export_request)
    waiting = Job.objects.filter(
        kind=KIND, owner_id=actor.user_id, state__in=OPEN, cancelled_at=None, language=current_language()
    )
    same = [job for job in waiting if job.arguments == arguments]
    if same:
        return same[0]
    rows = export_request.export(actor).rows
    number = rows.count() if isinstance(rows, QuerySet) else len(rows)
    return start(KIND, arguments, actor=actor, seconds=number / ROWS_A_SECOND)


def _new_file() -> BinaryIO:
    """Open a temporary file on disk that is deleted once it is closed."""
    return cast("BinaryIO", tempfile.TemporaryFile(suffix=".xlsx"))


def _written(export: Export, target: BinaryIO, on_progress: Tell) -> int:
    """Write the rows and return their number.

    Rows are read from the replica, except those of a single record. A read that fails there starts over.
    """

    def write() -> int:
        target.seek(0)
        target.truncate()
        return export.write(target, on_progress)

    return write() if export.sheet.parent else from_replica(write, actor=export.actor)


def _stored_at(job_id: str, attempt: int) -> str:
    return f"{FOLDER}/{job_id}-{attempt}"


def forget_file(job: Job) -> None:
    """Delete the files of all attempts at a job."""
    for attempt in range(1, job.attempts + 1):
        default_storage.delete(_stored_at(job.pk, attempt))


@handles(KIND, forget=forget_file)
def make_file(running: Running) -> dict[str, Any]:
    """Write the file of an export request to the storage."""
    export_request = Question(**running.arguments)
    if running.owner.role not in SHEETS[export_request.sheet].readers:
        raise forbidden()
    export = export_request.export(running.owner)
    total = export.rows.count() if isinstance(export.rows, QuerySet) else len(export.rows)
    with _new_file() as target:
        number = _written(export, target, lambda done: running.progress(done, max(done, total)))
        target.seek(0)
        place = default_storage.save(_stored_at(running.id, running.attempt), File(target))
    owner = running.owner
    log.info("export %s user=%s role=%s rows=%s", export_request.sheet, owner.username, owner.role, number)
    record(Event.EXPORTED, export.sheet.title, actor=owner, quantity=number)
    return {"name": f"{export.sheet.title}.xlsx", "place": place, "rows": number}


def finished_file(job_id: str, *, actor: Actor) -> FileResponse:
    """Return the file of one of the actor's own jobs, or raise 404."""
    job = job_of(job_id, KIND, actor=actor)
    if job.state != JobState.DONE or job.result is None:
        raise not_found()
    try:
        content = default_storage.open(job.result["place"])
    except FileNotFoundError:
        raise not_found() from None
    log.info("export %s fetched user=%s", job.pk, actor.username)
    return attachment(content, job.result["name"])
