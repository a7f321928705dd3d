"""Search for the rows that cannot be written: each is tried and rolled back."""

from collections.abc import Iterator, Mapping

from django.db import IntegrityError, transaction

from portal_backend.base.errors import Refusal
from portal_backend.base.words import Word
from portal_backend.imports.checking import Checker, Line
from portal_backend.imports.models import ImportRow, ImportRun, Verdict
from portal_backend.imports.undoing import batches
from portal_backend.jobs.work import Running
from portal_backend.resources.targets import Target


def is_of_a_row(refusal: Refusal) -> bool:
    """Return whether an error may be caused by a row's values."""
    return refusal.status in (400, 409) and refusal.code != "STALE"


def words_of(refusal: Refusal) -> Iterator[tuple[str, Word]]:
    """Yield the fields of an error with each of their messages."""
    for path, messages in refusal.fields.items():
        for each in messages if isinstance(messages, list) else [messages]:
            yield path.split(".")[0], each


def refused_rows(run: ImportRun, target: Target, running: Running) -> list[ImportRow]:
    """Return the rows that cannot be written, marked as wrong with their errors."""
    failed: list[ImportRow] = []
    checker = Checker(run, target, running.owner)
    rows = run.rows.filter(verdict__in=(Verdict.CREATE, Verdict.CHANGE))
    total, done = run.created_rows + run.changed_rows, 0
    with transaction.atomic():
        for batch in batches(rows):
            states = {row.number: checker.line(row) for row in batch}
            has_failed = _refusal(checker, states) is not None
            for row in batch:
                if has_failed and _is_refused(row, checker, states[row.number], target):
                    failed.append(row)
                done += 1
                running.progress(done, total)
        transaction.set_rollback(True)
    return failed


def _is_refused(row: ImportRow, checker: Checker, line: Line, target: Target) -> bool:
    error = _refusal(checker, {row.number: line})
    if error is None:
        return False
    row.verdict, row.errors = Verdict.WRONG, {}
    known = {each.key for each in target.fields}
    for name, message in words_of(error) if error.fields else [("", error.message)]:
        field = name if name in known else target.importing.key[0]
        row.errors.setdefault(field, []).append([message.key, message.values])
    return True


def _refusal(checker: Checker, lines: Mapping[int, Line]) -> Refusal | None:
    """Try to write rows and return the error, if any.

    Rows that succeed stay written until the caller's rollback, so that later rows see them.
    """
    try:
        with transaction.atomic():
            checker.imported(lines, dry_run=False)
    except Refusal as error:
        if not is_of_a_row(error):
            raise
        return error
    except IntegrityError:  # a concurrent write of the same key is not an error of the row itself
        return None
    return None
