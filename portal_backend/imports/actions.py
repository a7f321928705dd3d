"""What is done with an import: begun, matched, corrected, written, cancelled, undone."""

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
# about; guesses are enough to let small imports come before large ones
ROWS_A_SECOND = 1_000
BYTES_A_SECOND = 100_000


def begin_with_file(
    name: str, request: HttpRequest, file: UploadedFile | None, pictures: UploadedFile | None, *, actor: Actor
) -> ImportRun:
    """An import of a file, with a zip of pictures beside it. Raises 400, 403, 404, 413 or 429."""
    target = target_for(name, actor)
    if request.META.get("portal.upload_too_large"):
        raise too_large(settings.ATTACHMENT_BYTES)
    if file is None or not file.size:
        raise invalid_field("file", "empty_file" if file is not None else "required")
    if pictures is not None and not target.pictures.sources:
        raise invalid_field("pictures", "extra")
    kept = store(_stream(file), file.name or "", file.size, actor=actor)
    packed = store(_stream(pictures), pictures.name or "", pictures.size or 0, actor=actor) if pictures else None
    return begin(target, kept, harmless_name(file.name or ""), packed, actor=actor)


def begin_with_text(name: str, text: str, *, actor: Actor) -> ImportRun:
    """An import of pasted cells. Raises 400, 403, 404 or 429."""
    target = target_for(name, actor)
    if not text.strip():
        raise invalid_field("text", "required")
    content = text.encode("utf-8", "replace")
    kept = store(io.BytesIO(content), "pasted.txt", len(content), actor=actor)
    return begin(target, kept, word("imports.pasted"), actor=actor)


def _stream(file: UploadedFile) -> IO[bytes]:
    stream: IO[bytes] = file.file or file
    return stream


@transaction.atomic
def begin(target: Target, file: StoredFile, name: str, packed: StoredFile | None = None, *, actor: Actor) -> ImportRun:
    """An import of a file that is stored, and of a zip of pictures; a worker reads them."""
    run = ImportRun.objects.create(
        target=target.name,
        owner_id=actor.user_id,
        language=current_language(),
        file_name=name,
        file=file,
        zip=packed,
    )
    keep_claimed([each.pk for each in (file, packed) if each])
    log.info("import %s into %s begun user=%s", run.pk, target.name, actor.username)
    return _working(run, actor)


def _working(run: ImportRun, actor: Actor) -> ImportRun:
    """Have the next step done by a worker."""
    run.job = jobs.start(KIND, {"run": run.pk}, actor=actor, seconds=_guess(run)).pk
    run.save()
    return run


def _guess(run: ImportRun) -> float:
    """Return about how many seconds the next step takes: by its rows, or by its bytes while these are all we know."""
    if run.state != State.READING:
        return float(run.sheets[run.sheet]["rows"]) / ROWS_A_SECOND
    return sum(file.size for file in (run.file, run.zip) if file) / BYTES_A_SECOND


def _locked(pk: int, version: int | None, states: tuple[State, ...], actor: Actor) -> ImportRun:
    """An import to go on with. Raises 404, or 409 STALE where it is further than the caller saw."""
    run = run_of(pk, actor, lock=True)
    if run.state not in states or version not in (None, run.version):
        raise stale()
    return run


@transaction.atomic
def set_columns(pk: int, data: ColumnsIn, version: int | None, *, actor: Actor) -> ImportRun:
    """Take the columns for what the caller says; once rows can be told apart they are checked. Raises 400, 404, 409."""
    run = _locked(pk, version, (State.COLUMNS, State.REVIEW), actor)
    target = TARGETS[run.target]
    if data.encoding and data.encoding != run.encoding:
        return _read_in(run, data.encoding, actor)
    if data.sheet >= len(run.sheets):
        raise invalid_field("sheet", "choice")
    if data.header_row and data.header_row not in {line for line, _ in run.sheets[data.sheet]["top"]}:
        raise invalid_field("headerRow", "choice")
    is_other = (run.sheet, run.header_row) != (data.sheet, data.header_row)
    run.sheet, run.header_row = data.sheet, data.header_row
    run.columns = columns_of(sheet_of(run), run.header_row, headings_of(run, target), target)
    run.fixed = _fixed(data.fixed, target)
    if data.columns or not is_other:
        proposed = {each["index"] for each in run.columns if each["field"]}
        _take(run, data, target)
        _remember(run, proposed)
    run.version += 1
    run.error, run.error_values = "", []
    run.state = State.COLUMNS
    unknown = set(target.importing.key) & set(missing_fields(run.columns, run.fixed, target))
    if unknown or (is_other and not data.columns):  # what else is missing only new rows need
        run.save()
        return run
    run.state = State.CHECKING
    return _working(run, actor)


def _read_in(run: ImportRun, encoding: str, actor: Actor) -> ImportRun:
    """Have a file of text read again, in another encoding. Raises 400."""
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
    """The columns as the caller takes them, each field once."""
    known = {each.key for each in target.fields}
    chosen = {each.index: each.field for each in data.columns}
    fields = [each for each in chosen.values() if each]
    for place, each in enumerate(data.columns):
        if each.field and (each.field not in known or fields.count(each.field) > 1):
            raise invalid_field(f"columns.{place}.field", "twice" if each.field in known else "choice")
    columns: list[Column] = run.columns
    for column in columns:
        column.update(field=chosen.get(column["index"]), sure=True)


def _remember(run: ImportRun, proposed: Collection[int]) -> None:
    """Keep for the next file what a person chose: a field, or to leave out a column that had been given one.

    Two equal headings of one file cannot both be meant.
    """
    headings = [folded(each["heading"])[:MAX_HEADING_LENGTH] for each in run.columns]
    said = {
        heading: each["field"] or ""
        for heading, each in zip(headings, run.columns, strict=True)
        if headings.count(heading) == 1 and (each["field"] or each["index"] in proposed)
    }
    KnownHeading.objects.bulk_create(
        [
            KnownHeading(owner_id=run.owner_id, target=run.target, heading=heading, field=field)
            for heading, field in said.items()
            if heading
        ],
        update_conflicts=True,
        update_fields=["field"],
        unique_fields=["owner", "target", "heading"],
    )


@transaction.atomic
def write(pk: int, version: int | None, skip_wrong: bool, *, actor: Actor) -> ImportRun:
    """Have the rows written. Raises 404 or 409; what is being written already is not written twice."""
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
    """Stop an import; what was written stays. Raises 404 or 409 where it has ended."""
    run = run_of(pk, actor)
    has_job = jobs.Job.objects.filter(pk=run.job).exists()
    if run.state in RUNNING and has_job:
        job = jobs.cancel(run.job, KIND, actor=actor)
        if job.state in (jobs.JobState.CANCELLED, jobs.JobState.FAILED):
            note_end(job)  # in case its end was never noted here
            return run_of(pk, actor)
    with transaction.atomic():
        run = run_of(pk, actor, lock=True)
        is_idle = run.state in (State.COLUMNS, State.REVIEW)
        if is_idle or (run.state in RUNNING and not has_job):  # which ended long ago, and was forgotten
            end_cancelled(run)
        elif run.state not in RUNNING:
            raise stale()
    return run


@transaction.atomic
def forget_old_rows() -> int:
    """Remove file and rows of what was imported long ago (PORTAL_IMPORT_DAYS); how many imports they were.

    The history keeps who, when and how many; none of them can be taken back any more.
    """
    before = timezone.now() - timedelta(days=settings.IMPORT_DAYS)
    over = ImportRun.objects.filter(created_at__lt=before).exclude(file=None).exclude(state__in=RUNNING)
    runs = list(over.select_for_update(of=("self",)).defer(*LARGE))
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
    """Have what an import wrote taken back. Raises 404 or 409."""
    run = run_of(pk, actor, lock=True)
    if run.state in (State.UNDOING, State.UNDONE):
        return run
    if run.state != State.DONE or run.file_id is None:
        raise stale()
    run.state, run.error, run.error_values = State.UNDOING, "", []
    log.info("import %s into %s taken back user=%s", run.pk, run.target, actor.username)
    return _working(run, actor)
