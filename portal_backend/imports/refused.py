"""Which rows it was that refused to be written: all of them are tried, and nothing of it stays."""

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
    """Whether a refusal may be for what a row says, and not for who writes it, or when."""
    return refusal.status in (400, 409) and refusal.code != "STALE"


def words_of(refusal: Refusal) -> Iterator[tuple[str, Word]]:
    """The fields that a refusal names, and what it says of each."""
    for path, said in refusal.fields.items():
        for each in said if isinstance(said, list) else [said]:
            yield path.split(".")[0], each


def refused_rows(run: ImportRun, target: Target, running: Running) -> list[ImportRow]:
    """The rows that cannot be written, as they are to be stored: wrong, with the reason on its field."""
    refused: list[ImportRow] = []
    checker = Checker(run, target, running.owner)
    rows = run.rows.filter(verdict__in=(Verdict.CREATE, Verdict.CHANGE))
    total, done = run.created_rows + run.changed_rows, 0
    with transaction.atomic():
        for batch in batches(rows):
            lines = {row.number: checker.line(row) for row in batch}
            is_refused = _refusal(checker, lines) is not None
            for row in batch:
                if is_refused and _is_refused(row, checker, lines[row.number], target):
                    refused.append(row)
                done += 1
                running.progress(done, total)
        transaction.set_rollback(True)
    return refused


def _is_refused(row: ImportRow, checker: Checker, line: Line, target: Target) -> bool:
    refusal = _refusal(checker, {row.number: line})
    if refusal is None:
        return False
    row.verdict, row.errors = Verdict.WRONG, {}
    known = {each.key for each in target.fields}
    for name, said in words_of(refusal) if refusal.fields else [("", refusal.message)]:
        field = name if name in known else target.importing.key[0]
        row.errors.setdefault(field, []).append([said.key, said.values])
    return True


def _refusal(checker: Checker, lines: Mapping[int, Line]) -> Refusal | None:
    """What is said against writing some lines, if anything; else they are written, so that later ones see them."""
    try:
        with transaction.atomic():
            checker.imported(lines, dry_run=False)
    except Refusal as refusal:
        if not is_of_a_row(refusal):
            raise
        return refusal
    except IntegrityError:  # somebody else wrote the like meanwhile: the rows are checked again when these are written
        return None
    return None
