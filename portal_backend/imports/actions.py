"""Actions on imports: create, map columns, write, cancel, undo and purge."""

import io
import logging
from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import IO

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from ninja.files import UploadedFile

from portal_backend.base.actor import Actor
from portal_backend.base.errors import Refusal, invalid_field, stale, too_large
from portal_backend.base.words import Word, current_language, word
from portal_backend.files.actions import keep_claimed, release_image, store
from portal_backend.files.models import StoredFile
from portal_backend.files.receiving import harmless_name
from portal_backend.imports.lists import LARGE, RUNNING, run_of, target_for
from portal_backend.imports.matching import Column, columns_of, folded, missing_fields
from portal_backend.imports.models import ImportRow, ImportRun, KnownHeading, State
from portal_backend.imports.pictures import let_go
from portal_backend.imports.sandbox.encodings import CHOICES
from portal_backend.imports.schemas import ColumnsIn
from portal_backend.imports.work import KIND, end_cancelled, headings_of, note_end, sheet_of
from portal_backend.jobs import work as jobs
from portal_backend.resources.targets import TARGETS, Target

log = logging.getLogger("portal.imports")
MAX_HEADING_LENGTH = 255
# rough rates: estimates only have to queue small imports before large ones
ROWS_A_SECOND = 1_000
BYTES_A_SECOND = 100_000


def begin_with_file(
    name: str, request: HttpRequest, file: UploadedFile | None, pictures: UploadedFile | None, *, actor: Actor
) -> ImportRun:
    """Create an import from an uploaded file, with an optional zip of pictures.

    Raises 400, 403, 404, 413 or 429.
    """
    target = target_for(name, actor)
    if request.META.get("portal.upload_too_large"):
        raise too_large(settings.ATTACHMENT_BYTES)
    if file is None or not file.size:
        raise invalid_field("file", "empty_file" if file is not None else "required")
    if pictures is not None and not target.pictures.sources:
        raise invalid_field("pictures", "extra")
    stored = store(_stream(file), file.name or "", file.size, actor=actor)
    zip_file = store(_stream(pictures), pictures.name or "", pictures.size or 0, actor=actor) if pictures else None
    return begin(target, stored, harmless_name(file.name or ""), zip_file, actor=actor)


def begin_with_text(name: str, text: str, *, actor: Actor) -> ImportRun:
    """Create an import from pasted cells.

    Raises 400, 403, 404 or 429.
    """
    target = target_for(name, actor)
    if not text.strip():
        raise invalid_field("text", "required")
    content = text.encode("utf-8", "replace")
    stored = store(io.BytesIO(content), "pasted.txt", len(content), actor=actor)
    return begin(target, stored, word("imports.pasted"), actor=actor)


def _stream(file: UploadedFile) -> IO[bytes]:
    stream: IO[bytes] = file.file or file
    return stream


@transaction.atomic
def begin(
    target: Target, file: StoredFile, name: str, zip_file: StoredFile | None = None, *, actor: Actor
) -> ImportRun:
    """Create an import of a stored file and an optional zip; a worker reads them."""
    run = ImportRun.objects.create(
        target=target.name,
        owner_id=actor.user_id,
        language=current_language(),
        file_name=name,
        file=file,
        zip=zip_file,
    )
    keep_claimed([each.pk for each in (file, zip_file) if each])
    log.info("import %s into %s started user=%s", run.pk, target.name, actor.username)
    return _working(run, actor)


def _working(run: ImportRun, actor: Actor) -> ImportRun:
    """Enqueue the next step of an import as a job."""
    run.job = jobs.start(KIND, {"run": run.pk}, actor=actor, seconds=_guess(run)).pk
    run.save()
    return run


def _guess(run: ImportRun) -> float:
    """Estimate how many seconds the next step takes.

    The estimate is based on rows, or on bytes while the file has not been read.
    """
    if run.state != State.READING:
        return float(run.sheets[run.sheet]["rows"]) / ROWS_A_SECOND
    return sum(file.size for file in (run.file, run.zip) if file) / BYTES_A_SECOND


def _locked(pk: int, version: int | None, states: tuple[State, ...], actor: Actor) -> ImportRun:
    """Return an import, locked, that is in one of the given states.

    Raises 404, or 409 STALE if its state or version is another.
    """
    run = run_of(pk, actor, lock=True)
    if run.state not in states or version not in (None, run.version):
        raise stale()
    return run


@transaction.atomic
def set_columns(pk: int, data: ColumnsIn, version: int | None, *, actor: Actor) -> ImportRun:
    """Apply the sheet, header row, column mapping and fixed values from the client.

    The rows are validated next, once the key fields are mapped. Raises 400, 404 or 409.
    """
    run = _locked(pk, version, (State.COLUMNS, State.REVIEW), actor)
    target = TARGETS[run.target]
    if data.encoding and data.encoding != run.encoding:
        return _read_in(run, data.encoding, actor)
    if data.sheet >= len(run.sheets):
        raise invalid_field("sheet", "choice")
    if data.header_row and data.header_row not in {line for line, _ in run.sheets[data.sheet]["top"]}:
        raise invalid_field("headerRow", "choice")
    is_new_header = (run.sheet, run.header_row) != (data.sheet, data.header_row)
    run.sheet, run.header_row = data.sheet, data.header_row
    run.columns = columns_of(sheet_of(run), run.header_row, headings_of(run, target), target)
    run.fixed = _fixed(data.fixed, target)
    if data.columns or not is_new_header:
        proposed = {each["index"] for each in run.columns if each["field"]}
        _take(run, data, target)
        _remember(run, proposed)
    run.version += 1
    run.error, run.error_values = "", []
    run.state = State.COLUMNS
    missing_keys = set(target.importing.key) & set(missing_fields(run.columns, run.fixed, target))
    if missing_keys or (is_new_header and not data.columns):  # other missing fields are required for new rows only
        run.save()
        return run
    run.state = State.CHECKING
    return _working(run, actor)


def _read_in(run: ImportRun, encoding: str, actor: Actor) -> ImportRun:
    """Enqueue a text file to be read again with another encoding.

    Raises 400.
    """
    if not run.encoding or encoding not in CHOICES:
        raise invalid_field("encoding", "choice")
    run.encoding, run.state = encoding, State.READING
    run.version += 1
    run.error, run.error_values = "", []
    return _working(run, actor)


def _fixed(given: Mapping[str, str], target: Target) -> dict[str, str]:
    known = {each.key for each in target.fields}
    for key in given:
        if key not in known:
            raise invalid_field(f"fixed.{key}", "extra")
    return {key: text for key, text in given.items() if text}


def _take(run: ImportRun, data: ColumnsIn, target: Target) -> None:
    """Apply the column mapping from the client; each field may be mapped once.

    Raises 400.
    """
    known = {each.key for each in target.fields}
    chosen = {each.index: each.field for each in data.columns}
    fields = [each for each in chosen.values() if each]
    for position, each in enumerate(data.columns):
        if each.field and (each.field not in known or fields.count(each.field) > 1):
            raise invalid_field(f"columns.{position}.field", "twice" if each.field in known else "choice")
    columns: list[Column] = run.columns
    for column in columns:
        column.update(field=chosen.get(column["index"]), sure=True)


def _remember(run: ImportRun, proposed: Collection[int]) -> None:
    """Store the mapping of each heading for the user's next file.

    Stores the chosen field, or "" if a proposed field was removed. Headings that occur twice in a file are ambiguous
    and are not stored.
    """
    headings = [folded(each["heading"])[:MAX_HEADING_LENGTH] for each in run.columns]
    field_by_heading = {
        heading: each["field"] or ""
        for heading, each in zip(headings, run.columns, strict=True)
        if headings.count(heading) == 1 and (each["field"] or each["index"] in proposed)
    }
    KnownHeading.objects.bulk_create(
        [
            KnownHeading(owner_id=run.owner_id, target=run.target, heading=heading, field=field)
            for heading, field in field_by_heading.items()
            if heading
        ],
        update_conflicts=True,
        update_fields=["field"],
        unique_fields=["owner", "target", "heading"],
    )


@transaction.atomic
def write(pk: int, version: int | None, skip_wrong: bool, *, actor: Actor) -> ImportRun:
    """Enqueue the writing of the rows.

    Does nothing if the import is being written or is done. Raises 404 or 409.
    """
    run = run_of(pk, actor, lock=True)
    if run.state in (State.WRITING, State.DONE):
        return run
    if run.state != State.REVIEW or version not in (None, run.version):
        raise stale()
    target = TARGETS[run.target]
    if not target.importing.written or not run.created_rows + run.changed_rows:
        raise Refusal(409, "NOT_ALLOWED_TO_CONTINUE", Word("imports.nothing"))
    if run.wrong_rows and not skip_wrong:
        raise Refusal(409, "NOT_ALLOWED_TO_CONTINUE", Word("imports.wrong_left", {"count": run.wrong_rows}))
    run.state, run.error, run.error_values = State.WRITING, "", []
    run.version += 1
    log.info("import %s into %s written user=%s", run.pk, run.target, actor.username)
    return _working(run, actor)


def cancel(pk: int, *, actor: Actor) -> ImportRun:
    """Cancel an import; rows that were written remain.

    Raises 404, or 409 if the import has ended.
    """
    run = run_of(pk, actor)
    has_job = jobs.Job.objects.filter(pk=run.job).exists()
    if run.state in RUNNING and has_job:
        job = jobs.cancel(run.job, KIND, actor=actor)
        if job.state in (jobs.JobState.CANCELLED, jobs.JobState.FAILED):
            note_end(job)  # in case the end of the job was never recorded
            return run_of(pk, actor)
    with transaction.atomic():
        run = run_of(pk, actor, lock=True)
        is_idle = run.state in (State.COLUMNS, State.REVIEW)
        if is_idle or (run.state in RUNNING and not has_job):  # the job ended long ago and was purged
            end_cancelled(run)
        elif run.state not in RUNNING:
            raise stale()
    return run


@transaction.atomic
def forget_old_rows() -> int:
    """Delete the files and rows of old imports and return the number of imports.

    The retention period is PORTAL_IMPORT_DAYS. The import itself remains in the history, with its user, time and
    counts, but it can no longer be undone.
    """
    cutoff = timezone.now() - timedelta(days=settings.IMPORT_DAYS)
    expired = ImportRun.objects.filter(created_at__lt=cutoff).exclude(file=None).exclude(state__in=RUNNING)
    runs = list(expired.select_for_update(of=("self",)).defer(*LARGE))
    pks = [run.pk for run in runs]
    ImportRow.objects.filter(run__in=pks).delete()
    ImportRun.objects.filter(pk__in=pks).update(file=None, zip=None)
    for run in runs:
        let_go(run)
        for file in filter(None, (run.file_id, run.zip_id)):
            release_image(file)
    return len(runs)


@transaction.atomic
def undo(pk: int, *, actor: Actor) -> ImportRun:
    """Enqueue the undoing of a written import.

    Raises 404 or 409.
    """
    run = run_of(pk, actor, lock=True)
    if run.state in (State.UNDOING, State.UNDONE):
        return run
    if run.state != State.DONE or run.file_id is None:
        raise stale()
    run.state, run.error, run.error_values = State.UNDOING, "", []
    log.info("import %s into %s undone user=%s", run.pk, run.target, actor.username)
    return _working(run, actor)
