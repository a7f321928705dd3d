"""Spreadsheets: of few rows as the answer itself, of many as a file that a job makes and that is kept for a day."""

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
# about; a guess is enough to let small files come before large ones
ROWS_A_SECOND = 10_000


class TooMany(Exception):
    """There are more rows than one call writes."""


def answered(question: Question, *, actor: Actor) -> FileResponse | Answer:
    """The file, written row by row to disk and streamed from there; above the limit 202 with the job that makes it.

    That there are too many is seen on the way: counting them first would cost every small export a query.
    """

    def stop_above_limit(done: int) -> None:
        if done > settings.EXPORT_ROWS:
            raise TooMany

    export = question.export(actor)

    target = _new_file()
    try:
        number = _written(export, target, stop_above_limit)
    except TooMany:
        target.close()
        return Answer({"jobId": _job(question, actor).pk}, 202)
    target.seek(0)
    log.info("export %s user=%s role=%s rows=%s", question.sheet, actor.username, actor.role, number)
    record(Event.EXPORTED, export.sheet.title, actor=actor, quantity=number)
    return attachment(target, f"{export.sheet.title}.xlsx")


def _job(question: Question, actor: Actor) -> Job:
    """A job for it, or the one of the same language that is under way: who presses twice waits for one file."""
    arguments = asdict(question)
    waiting = Job.objects.filter(
        kind=KIND, owner_id=actor.user_id, state__in=OPEN, cancelled_at=None, language=current_language()
    )
    same = [job for job in waiting if job.arguments == arguments]
    if same:
        return same[0]
    rows = question.export(actor).rows
    number = rows.count() if isinstance(rows, QuerySet) else len(rows)
    return start(KIND, arguments, actor=actor, seconds=number / ROWS_A_SECOND)


def _new_file() -> BinaryIO:
    """On disk, and gone once it is closed."""
    return cast("BinaryIO", tempfile.TemporaryFile(suffix=".xlsx"))


def _written(export: Export, target: BinaryIO, tell: Tell) -> int:
    """How many rows were written, of the replica where they are no one record's; one that fails is begun anew."""

    def write() -> int:
        target.seek(0)
        target.truncate()
        return export.write(target, tell)

    return write() if export.sheet.parent else from_replica(write, actor=export.actor)


def _stored_at(job_id: str, attempt: int) -> str:
    return f"{FOLDER}/{job_id}-{attempt}"


def forget_file(job: Job) -> None:
    """Remove what any attempt at a job left in the storage."""
    for attempt in range(1, job.attempts + 1):
        default_storage.delete(_stored_at(job.pk, attempt))


@handles(KIND, forget=forget_file)
def make_file(running: Running) -> dict[str, Any]:
    """Write the file of a question into the storage."""
    question = Question(**running.arguments)
    if running.owner.role not in SHEETS[question.sheet].readers:
        raise forbidden()
    export = question.export(running.owner)
    total = export.rows.count() if isinstance(export.rows, QuerySet) else len(export.rows)
    with _new_file() as target:
        number = _written(export, target, lambda done: running.progress(done, max(done, total)))
        target.seek(0)
        place = default_storage.save(_stored_at(running.id, running.attempt), File(target))
    owner = running.owner
    log.info("export %s user=%s role=%s rows=%s", question.sheet, owner.username, owner.role, number)
    record(Event.EXPORTED, export.sheet.title, actor=owner, quantity=number)
    return {"name": f"{export.sheet.title}.xlsx", "place": place, "rows": number}


def finished_file(job_id: str, *, actor: Actor) -> FileResponse:
    """The file of a job of the actor's own. Raises 404."""
    job = job_of(job_id, KIND, actor=actor)
    if job.state != JobState.DONE or job.result is None:
        raise not_found()
    try:
        content = default_storage.open(job.result["place"])
    except FileNotFoundError:
        raise not_found() from None
    log.info("export %s fetched user=%s", job.pk, actor.username)
    return attachment(content, job.result["name"])
