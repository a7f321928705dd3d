"""Actions on imports: create, map, correct, write, cancel, undo and purge."""

import io
import logging
from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import IO, Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from ninja.files import UploadedFile

from portal_backend.core.actor import Actor
from portal_backend.core.errors import ApiError, get_or_404, invalid, invalid_field, stale, too_large
from portal_backend.core.translations import LazyMessage, get_current_language, translate
from portal_backend.files.actions import mark_claimed, release_image, store
from portal_backend.files.models import StoredFile
from portal_backend.files.upload_handler import sanitize_filename
from portal_backend.imports.column_matching import (
    ColumnMapping,
    find_missing_fields,
    match_columns,
    normalize_label,
)
from portal_backend.imports.lists import LARGE_FIELDS, RUNNING_STATES, get_import_run, get_target
from portal_backend.imports.models import ImportRow, ImportRun, KnownHeading, State
from portal_backend.imports.pictures import discard_pictures
from portal_backend.imports.pipeline import (
    COUNT_FIELD_BY_VERDICT,
    JOB_KIND,
    finish_canceled,
    get_selected_sheet,
    load_heading_matcher,
    on_job_end,
)
from portal_backend.imports.sandbox.encodings import SELECTABLE_ENCODINGS
from portal_backend.imports.sandbox.serialization import MAX_ROW_BYTES, count_stored_bytes
from portal_backend.imports.schemas import ColumnsIn
from portal_backend.imports.serializers import serialize_counts, serialize_import_rows
from portal_backend.imports.validation import RowValidator
from portal_backend.jobs import queue as jobs
from portal_backend.resources.import_targets import IMPORT_TARGETS, ImportTarget

log = logging.getLogger("portal.imports")
MAX_STORED_HEADING_LENGTH = 255
# rough rates: estimates only have to queue small imports before large ones
ROWS_PER_SECOND = 1_000
BYTES_PER_SECOND = 100_000


def create_from_upload(
    name: str, request: HttpRequest, file: UploadedFile | None, pictures: UploadedFile | None, *, actor: Actor
) -> ImportRun:
    """Create an import from an uploaded file, with an optional zip of pictures.

    Raises 400, 403, 404, 413 or 429.
    """
    target = get_target(name, actor)
    if request.META.get("portal.upload_too_large"):
        raise too_large(settings.MAX_ATTACHMENT_BYTES)
    if file is None or not file.size:
        raise invalid_field("file", "empty_file" if file is not None else "required")
    if pictures is not None and not target.picture_fields.sources:
        raise invalid_field("pictures", "extra")
    stored = store(_get_stream(file), file.name or "", file.size, actor=actor)
    zip_file = store(_get_stream(pictures), pictures.name or "", pictures.size or 0, actor=actor) if pictures else None
    return create_import(target, stored, sanitize_filename(file.name or ""), zip_file, actor=actor)


def create_from_text(name: str, text: str, *, actor: Actor) -> ImportRun:
    """Create an import from pasted cells.

    Raises 400, 403, 404 or 429.
    """
    target = get_target(name, actor)
    if not text.strip():
        raise invalid_field("text", "required")
    content = text.encode("utf-8", "replace")
    stored = store(io.BytesIO(content), "pasted.txt", len(content), actor=actor)
    return create_import(target, stored, translate("imports.pasted"), actor=actor)


def _get_stream(file: UploadedFile) -> IO[bytes]:
    stream: IO[bytes] = file.file or file
    return stream


@transaction.atomic
def create_import(
    target: ImportTarget, file: StoredFile, name: str, zip_file: StoredFile | None = None, *, actor: Actor
) -> ImportRun:
    """Create an import of a stored file and an optional zip; a worker reads them."""
    run = ImportRun.objects.create(
        target=target.name,
        owner_id=actor.user_id,
        language=get_current_language(),
        file_name=name,
        file=file,
        zip=zip_file,
    )
    mark_claimed([each.pk for each in (file, zip_file) if each])
    log.info("import %s into %s started user=%s", run.pk, target.name, actor.username)
    return _enqueue_next_step(run, actor)


def _enqueue_next_step(run: ImportRun, actor: Actor) -> ImportRun:
    """Enqueue the next step of an import as a job."""
    run.job = jobs.enqueue_job(JOB_KIND, {"run": run.pk}, actor=actor, estimated_seconds=_estimate_seconds(run)).pk
    run.save()
    return run


def _estimate_seconds(run: ImportRun) -> float:
    """Estimate how many seconds the next step takes.

    The estimate is based on rows, or on bytes while the file has not been read.
    """
    if run.state != State.READING:
        return float(run.sheets[run.sheet]["rows"]) / ROWS_PER_SECOND
    return sum(file.size for file in (run.file, run.zip) if file) / BYTES_PER_SECOND


def _lock_import(pk: int, version: int | None, states: tuple[State, ...], actor: Actor) -> ImportRun:
    """Return an import, locked, that is in one of the given states.

    Raises 404, or 409 STALE if its state or version is another.
    """
    run = get_import_run(pk, actor, lock=True)
    if run.state not in states or version not in (None, run.version):
        raise stale()
    return run


@transaction.atomic
def set_columns(pk: int, data: ColumnsIn, version: int | None, *, actor: Actor) -> ImportRun:
    """Apply the sheet, header row, column mapping and fixed values from the client.

    The rows are validated next, once the key fields are mapped. Raises 400, 404 or 409.
    """
    run = _lock_import(pk, version, (State.COLUMNS, State.REVIEW), actor)
    target = IMPORT_TARGETS[run.target]
    if data.encoding and data.encoding != run.encoding:
        return _reread_with_encoding(run, data.encoding, actor)
    if data.sheet >= len(run.sheets):
        raise invalid_field("sheet", "choice")
    if data.header_row and data.header_row not in {line for line, _ in run.sheets[data.sheet]["first_rows"]}:
        raise invalid_field("headerRow", "choice")
    is_new_header = (run.sheet, run.header_row) != (data.sheet, data.header_row)
    run.sheet, run.header_row = data.sheet, data.header_row
    run.columns = match_columns(get_selected_sheet(run), run.header_row, load_heading_matcher(run, target), target)
    run.fixed = _validate_fixed_values(data.fixed, target)
    if data.columns or not is_new_header:
        proposed = {each["index"] for each in run.columns if each["field"]}
        _apply_columns(run, data, target)
        _remember_headings(run, proposed)
    run.version += 1
    run.error, run.error_values = "", []
    run.state = State.COLUMNS
    missing_keys = set(target.import_spec.key_fields) & set(find_missing_fields(run.columns, run.fixed, target))
    if missing_keys or (is_new_header and not data.columns):  # other missing fields are required for new rows only
        run.save()
        return run
    run.state = State.CHECKING
    return _enqueue_next_step(run, actor)


def _reread_with_encoding(run: ImportRun, encoding: str, actor: Actor) -> ImportRun:
    """Enqueue a text file to be read again with another encoding.

    Raises 400.
    """
    if not run.encoding or encoding not in SELECTABLE_ENCODINGS:
        raise invalid_field("encoding", "choice")
    run.encoding, run.state = encoding, State.READING
    run.version += 1
    run.error, run.error_values = "", []
    return _enqueue_next_step(run, actor)


def _validate_fixed_values(given: Mapping[str, str], target: ImportTarget) -> dict[str, str]:
    known = {each.key for each in target.fields}
    for key in given:
        if key not in known:
            raise invalid_field(f"fixed.{key}", "extra")
    return {key: text for key, text in given.items() if text}


def _apply_columns(run: ImportRun, data: ColumnsIn, target: ImportTarget) -> None:
    """Apply the column mapping from the client; each field may be mapped once.

    Raises 400.
    """
    known = {each.key for each in target.fields}
    chosen = {each.index: each.field for each in data.columns}
    fields = [each for each in chosen.values() if each]
    for position, each in enumerate(data.columns):
        if each.field and (each.field not in known or fields.count(each.field) > 1):
            raise invalid_field(f"columns.{position}.field", "twice" if each.field in known else "choice")
    columns: list[ColumnMapping] = run.columns
    for column in columns:
        column.update(field=chosen.get(column["index"]), sure=True)


def _remember_headings(run: ImportRun, proposed: Collection[int]) -> None:
    """Store the mapping of each heading for the user's next file.

    Stores the chosen field, or "" if a proposed field was removed. Headings that occur twice in a file are ambiguous
    and are not stored.
    """
    headings = [normalize_label(each["heading"])[:MAX_STORED_HEADING_LENGTH] for each in run.columns]
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
    run = get_import_run(pk, actor, lock=True)
    if run.state in (State.WRITING, State.DONE):
        return run
    if run.state != State.REVIEW or version not in (None, run.version):
        raise stale()
    target = IMPORT_TARGETS[run.target]
    if not target.import_spec.saves_rows or not run.created_rows + run.changed_rows:
        raise ApiError(409, "NOT_ALLOWED_TO_CONTINUE", LazyMessage("imports.nothing"))
    if run.wrong_rows and not skip_wrong:
        raise ApiError(409, "NOT_ALLOWED_TO_CONTINUE", LazyMessage("imports.wrong_left", {"count": run.wrong_rows}))
    run.state, run.error, run.error_values = State.WRITING, "", []
    run.version += 1
    log.info("import %s into %s written user=%s", run.pk, run.target, actor.username)
    return _enqueue_next_step(run, actor)


def cancel(pk: int, *, actor: Actor) -> ImportRun:
    """Cancel an import; rows that were written remain.

    Raises 404, or 409 if the import has ended.
    """
    run = get_import_run(pk, actor)
    has_job = jobs.Job.objects.filter(pk=run.job).exists()
    if run.state in RUNNING_STATES and has_job:
        job = jobs.cancel(run.job, JOB_KIND, actor=actor)
        if job.state in (jobs.JobState.CANCELLED, jobs.JobState.FAILED):
            on_job_end(job)  # in case the end of the job was never recorded
            return get_import_run(pk, actor)
    with transaction.atomic():
        run = get_import_run(pk, actor, lock=True)
        is_idle = run.state in (State.COLUMNS, State.REVIEW)
        if is_idle or (run.state in RUNNING_STATES and not has_job):  # the job ended long ago and was purged
            finish_canceled(run)
        elif run.state not in RUNNING_STATES:
            raise stale()
    return run


@transaction.atomic
def purge_old_imports() -> int:
    """Delete the files and rows of old imports and return the number of imports.

    The retention period is PORTAL_IMPORT_RETENTION_DAYS. The import itself remains in the history, with its user,
    time and counts, but it can no longer be undone.
    """
    cutoff = timezone.now() - timedelta(days=settings.IMPORT_RETENTION_DAYS)
    expired = ImportRun.objects.filter(created_at__lt=cutoff).exclude(file=None).exclude(state__in=RUNNING_STATES)
    runs = list(expired.select_for_update(of=("self",)).defer(*LARGE_FIELDS))
    pks = [run.pk for run in runs]
    ImportRow.objects.filter(run__in=pks).delete()
    ImportRun.objects.filter(pk__in=pks).update(file=None, zip=None)
    for run in runs:
        discard_pictures(run)
        for file in filter(None, (run.file_id, run.zip_id)):
            release_image(file)
    return len(runs)


@transaction.atomic
def undo(pk: int, *, actor: Actor) -> ImportRun:
    """Enqueue the undoing of a written import.

    Raises 404 or 409.
    """
    run = get_import_run(pk, actor, lock=True)
    if run.state in (State.UNDOING, State.UNDONE):
        return run
    if run.state != State.DONE or run.file_id is None:
        raise stale()
    run.state, run.error, run.error_values = State.UNDOING, "", []
    log.info("import %s into %s undone user=%s", run.pk, run.target, actor.username)
    return _enqueue_next_step(run, actor)


# of the rows with the same key, all but the first are wrong
MAX_REVALIDATED_ROWS = 100
VALIDATED_FIELDS = ("verdict", "key", "record_id", "cells", "old", "errors", "notes")


@transaction.atomic
def correct_row(pk: int, number: int, cells: dict[str, str], *, actor: Actor) -> dict[str, Any]:
    """Replace cells of a row and validate it again.

    Rows that had or now have the same key are validated with it. Raises 400, 404, or 409 if the import is not in
    review.
    """
    run = get_import_run(pk, actor, lock=True, defer=("sheets",))
    if run.state != State.REVIEW:
        raise stale()
    target = IMPORT_TARGETS[run.target]
    row = get_or_404(run.rows, number=number)
    known = {each.key for each in target.fields}
    for key in cells:
        if key not in known:
            raise invalid_field(f"cells.{key}", "extra")
    checker = RowValidator(run, target, actor)
    corrected = {**row.cells, **cells}
    if count_stored_bytes(corrected) > max(MAX_ROW_BYTES, count_stored_bytes(row.cells)):
        raise invalid({f"cells.{max(cells, key=lambda key: len(cells[key]))}": LazyMessage("imports.wrong.too_long")})
    keys = {row.key, checker.get_stored_key(corrected)} - {""}
    others = [other for key in sorted(keys) for other in _get_rows_with_key(run, key, number)]
    before = {each.number: each.verdict for each in (row, *others)}
    stored = {each.number: each.cells for each in others} | {number: corrected}
    validated = {each.number: each for each in checker.validate_batch(sorted(stored.items()))}
    for old in (row, *others):
        for name in VALIDATED_FIELDS:
            setattr(old, name, getattr(validated[old.number], name))
    ImportRow.objects.bulk_update([row, *others], VALIDATED_FIELDS)
    changed = [each for each in others if each.verdict != before[each.number]]
    _update_counts(run, before, [row, *others])
    return {
        "row": serialize_import_rows(run, [row], actor)[0],
        "others": serialize_import_rows(run, changed, actor),
        "counts": serialize_counts(run),
        "version": run.version,
    }


def _get_rows_with_key(run: ImportRun, key: str, number: int) -> QuerySet[ImportRow]:
    """Return the other rows with a key, up to the limit of rows validated at once.

    Further rows keep their verdict.
    """
    return run.rows.filter(key=key).exclude(number=number).order_by("number")[:MAX_REVALIDATED_ROWS]


def _update_counts(run: ImportRun, before: dict[int, str], rows: list[ImportRow]) -> None:
    for each in rows:
        old_field, new_field = COUNT_FIELD_BY_VERDICT[before[each.number]], COUNT_FIELD_BY_VERDICT[each.verdict]  # type: ignore[index]
        setattr(run, old_field, getattr(run, old_field) - 1)
        setattr(run, new_field, getattr(run, new_field) + 1)
    run.version += 1
    run.save()
