"""Which rows it was that refused to be written: all of them are tried, and nothing of it stays."""

from collections.abc import Iterator, Mapping

from django.db import transaction

from portal_backend.base.errors import Refusal
from portal_backend.base.words import Word
from portal_backend.imports.checking import Checker, Line
from portal_backend.imports.models import ImportRow, ImportRun, Verdict
from portal_backend.imports.undoing import batches
from portal_backend.jobs.work import Running
from portal_backend.resources.targets import Target


def words_of(refusal: Refusal) -> Iterator[tuple[str, Word]]:
    """The fields that a refusal names, and what it says of each."""
    for path, said in refusal.fields.items():
        for each in said if isinstance(said, list) else [said]:
            yield path.split(".")[0], each


def mark_refused(run: ImportRun, target: Target, running: Running) -> int:
    """Mark the rows that cannot be written as wrong, with the reason on its field; how many they are."""
    marked: list[ImportRow] = []
    checker = Checker(run, target, running.owner)
    rows = run.rows.filter(verdict__in=(Verdict.CREATE, Verdict.CHANGE))
    total, done = run.created_rows + run.changed_rows, 0
    with transaction.atomic():
        for batch in batches(rows):
            lines = {row.number: checker.line(row) for row in batch}
            if _refusal(checker, lines) is not None:
                marked += [row for row in batch if _is_marked(row, checker, lines[row.number], target)]
            done += len(batch)
            running.progress(done, total)
        transaction.set_rollback(True)
    ImportRow.objects.bulk_update(marked, ["verdict", "errors"], batch_size=100)
    return len(marked)


def _is_marked(row: ImportRow, checker: Checker, line: Line, target: Target) -> bool:
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
        return refusal
    return None
