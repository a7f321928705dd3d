"""Search for the rows that cannot be written: each is tried and rolled back."""

from collections.abc import Iterator, Mapping

from django.db import IntegrityError, transaction

from portal_backend.core.errors import ApiError
from portal_backend.core.translations import LazyMessage
from portal_backend.imports.models import ImportRow, ImportRun, Verdict
from portal_backend.imports.undo import iter_batches
from portal_backend.imports.validation import RowState, RowValidator
from portal_backend.jobs.queue import JobContext
from portal_backend.resources.import_targets import ImportTarget


def is_row_error(refusal: ApiError) -> bool:
    """Return whether an error may be caused by a row's values."""
    return refusal.status in (400, 409) and refusal.code != "STALE"


def iter_field_errors(refusal: ApiError) -> Iterator[tuple[str, LazyMessage]]:
    """Yield the fields of an error with each of their messages."""
    for path, messages in refusal.fields.items():
        for each in messages if isinstance(messages, list) else [messages]:
            yield path.split(".")[0], each


def find_failed_rows(run: ImportRun, target: ImportTarget, running: JobContext) -> list[ImportRow]:
    """Return the rows that cannot be written, marked as wrong with their errors."""
    failed: list[ImportRow] = []
    checker = RowValidator(run, target, running.owner)
    rows = run.rows.filter(verdict__in=(Verdict.CREATE, Verdict.CHANGE))
    total, done = run.created_rows + run.changed_rows, 0
    with transaction.atomic():
        for batch in iter_batches(rows):
            states = {row.number: checker.load_row(row) for row in batch}
            has_failed = _try_write(checker, states) is not None
            for row in batch:
                if has_failed and _mark_if_failed(row, checker, states[row.number], target):
                    failed.append(row)
                done += 1
                running.report_progress(done, total)
        transaction.set_rollback(True)
    return failed


def _mark_if_failed(row: ImportRow, checker: RowValidator, line: RowState, target: ImportTarget) -> bool:
    error = _try_write(checker, {row.number: line})
    if error is None:
        return False
    row.verdict, row.errors = Verdict.WRONG, {}
    known = {each.key for each in target.fields}
    for name, message in iter_field_errors(error) if error.fields else [("", error.message)]:
        field = name if name in known else target.import_spec.key_fields[0]
        row.errors.setdefault(field, []).append([message.key, message.values])
    return True


def _try_write(checker: RowValidator, lines: Mapping[int, RowState]) -> ApiError | None:
    """Try to write rows and return the error, if any.

    Rows that succeed stay written until the caller's rollback, so that later rows see them.
    """
    try:
        with transaction.atomic():
            checker.import_rows(lines, dry_run=False)
    except ApiError as error:
        if not is_row_error(error):
            raise
        return error
    except IntegrityError:  # a concurrent write of the same key is not an error of the row itself
        return None
    return None
