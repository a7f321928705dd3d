"""Pictures of an import, from cells of the workbook or from a zip."""

import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from django.conf import settings
from django.db import transaction

from portal_backend.base.actor import Actor
from portal_backend.base.errors import Refusal
from portal_backend.base.words import Word
from portal_backend.files.actions import hand_over, keep_claimed, release_image, store
from portal_backend.files.contents import digests_of, local_copy, unused_of
from portal_backend.files.models import StoredFile
from portal_backend.imports.cells import Cell, is_picture
from portal_backend.imports.converting import Wrong
from portal_backend.imports.matching import folded
from portal_backend.imports.models import ImportPicture, ImportRun
from portal_backend.imports.reading import FoundPicture, FoundText, Sheet, looked_at, pictures_beside
from portal_backend.jobs.work import Running
from portal_backend.resources.form import Values
from portal_backend.resources.targets import Target

LONGEST_NAME = 255
NO_PICTURE = "image"
# reasons why a picture is rejected
REASONS = ("broken", NO_PICTURE, "kind", "several", "size")
ByName = dict[str, list[ImportPicture]]


def read_files(run: ImportRun, path: Path, target: Target, running: Running) -> list[Sheet]:
    """Return the sheets of a file and store its pictures.

    Pictures of the workbook and the zip are stored only if the target has picture fields.
    """
    encodings = chosen_encodings(run)
    if not target.pictures.sources:
        sheets, _, text = looked_at(path, encoding=run.encoding, encodings=encodings)
        _note_text(run, text)
        return sheets
    let_go(run)
    with tempfile.TemporaryDirectory(dir=settings.FILE_UPLOAD_TEMP_DIR, prefix="pictures-") as name:
        folder = Path(name)
        sheets, found, text = looked_at(path, folder, run.encoding, encodings)
        _note_text(run, text)
        if run.zip is not None:
            with local_copy(run.zip) as zip_path:
                found += pictures_beside(zip_path, folder)
        _keep(run, found, folder, running)
    return sheets


def chosen_encodings(run: ImportRun) -> dict[str, str]:
    """Return the encodings the owner last used, by the detected encoding."""
    rows = ImportRun.objects.filter(owner_id=run.owner_id).exclude(pk=run.pk).exclude(guessed_encoding="")
    return dict(rows.order_by("created_at", "pk").values_list("guessed_encoding", "encoding"))


def _note_text(run: ImportRun, text: FoundText) -> None:
    run.encoding, run.samples = text.encoding, list(text.samples)
    run.guessed_encoding = text.guess


def _keep(run: ImportRun, found: Sequence[FoundPicture], folder: Path, running: Running) -> None:
    """Store each distinct picture once; record rejected ones with the reason.

    Until they are recorded, the files count as unused uploads, which are purged automatically.
    """
    contents = {each.digest: each.name for each in found if each.digest}
    files: dict[str, StoredFile | None] = {}
    for done, (digest, name) in enumerate(contents.items()):
        running.progress(done, len(contents))
        files[digest] = _stored(folder / digest, name)
    with transaction.atomic():
        ImportPicture.objects.bulk_create(_noted(run, each, files.get(each.digest)) for each in found)
        keep_claimed([file.pk for file in files.values() if file])


def _stored(path: Path, name: str) -> StoredFile | None:
    try:
        with path.open("rb") as content:
            return store(content, name, path.stat().st_size, actor=None, image=True)
    except Refusal as refusal:
        if refusal.status != 415:
            raise
        return None


def _noted(run: ImportRun, each: FoundPicture, file: StoredFile | None) -> ImportPicture:
    return ImportPicture(
        run=run,
        sheet=each.sheet,
        line=each.line,
        column=each.column,
        name=each.name[-LONGEST_NAME:],
        digest=each.digest,
        file=file,
        error=each.word or ("" if file else NO_PICTURE),
    )


def let_go(run: ImportRun, *, used: bool = False) -> None:
    """Discard the pictures of an import and release files that nothing else uses.

    With `keep_replaced`, once the rows are written, only the files that the rows do not use are released: an undo needs
    the others.
    """
    rows = run.pictures.exclude(name="") if used else run.pictures.all()
    ids = set(rows.exclude(file=None).values_list("file_id", flat=True))
    for pk in unused_of(ids, beside=(ImportPicture,)) if ids else ():
        release_image(pk)
    if not used:
        rows.delete()


def with_pictures(sheet: Sheet, index: int, run: ImportRun) -> Sheet:
    """Return a sheet whose first rows include their pictures."""
    placed = places_of(run, index)
    if not placed:
        return sheet
    top = [(line, laid_over(cells, placed.get(line, {}))) for line, cells in sheet.top]
    return Sheet(sheet.name, sheet.rows, top)


def places_of(run: ImportRun, sheet: int) -> dict[int, dict[int, Cell]]:
    """Return the pictures of a sheet, by row and column."""
    found: dict[int, dict[int, Cell]] = {}
    for each in run.pictures.filter(sheet=sheet):
        found.setdefault(each.line, {})[each.column] = _cell(each)
    return found


def laid_over(cells: list[Cell], pictures: Mapping[int, Cell]) -> list[Cell]:
    """Return a row with pictures in its cells; a value below one is preserved."""
    if not pictures:
        return cells
    row = list(cells)
    for column, picture in pictures.items():
        row += [None] * (column + 1 - len(row))
        is_error = isinstance(row[column], dict) and "e" in row[column]
        value = None if row[column] == "" or is_error else row[column]
        row[column] = picture if value is None else {**picture, "t": value}
    return row


def _cell(picture: ImportPicture) -> Cell:
    return {"p": picture.name, "h": picture.digest, **({"w": picture.error} if picture.error else {})}


class Pictures:
    """Resolver of the pictures of one import during validation and writing."""

    def __init__(self, run: ImportRun, target: Target) -> None:
        self.target = target
        self.keys = tuple(target.pictures.sources)
        self.has_zip = run.zip_id is not None
        rows = list(run.pictures.all()) if self.keys else []
        self.files = {each.digest: each.file_id for each in rows if each.file_id}
        named = [each for each in rows if each.name]
        self.is_needed = bool(named) or bool(target.pictures.needed)
        from_zip = [each for each in named if each.sheet is None]
        self._by_name = _by_names(named, lambda name: (name, name.rpartition("/")[2]))
        self._by_stem = _by_names(from_zip, _stems)

    def meant(self, cell: Cell, names: Sequence[str], *, is_blank: bool) -> Cell:
        """Return the picture a cell refers to, or None.

        It is the one in the cell, the one with the name in the cell, or, for a blank cell, the one named like the row's
        key. Raises CellError.
        """
        if is_picture(cell):
            return _sound(cell)
        if isinstance(cell, dict) and "e" in cell:
            return None
        text = "" if cell is None else str(cell).strip()
        if text:
            return self._named(text)
        if not is_blank:
            return None
        found = self._by_stem.get(folded(" ".join(names))) or (self._by_stem.get(folded(names[-1])) if names else None)
        return self._one(found, names[-1]) if found else None

    def _named(self, text: str) -> Cell:
        found = self._by_name.get(folded(text)) or self._by_stem.get(folded(text))
        if found:
            return self._one(found, text)
        raise Wrong(Word("imports.wrong.no_picture" if self.has_zip else "imports.wrong.no_zip", {"text": text[:60]}))

    def _one(self, found: Sequence[ImportPicture], text: str) -> Cell:
        if len({each.digest or each.name for each in found}) > 1:
            names = ", ".join(sorted({each.name for each in found})[:3])
            raise Wrong(Word("imports.wrong.several_pictures", {"text": text[:60], "names": names}))
        return _sound(_cell(found[0]))

    def complete(self, values: dict[int, Values], actor: Actor) -> None:
        """Add the digests of the current pictures of records, if the import needs them."""
        if not self.is_needed:
            return
        files = self.target.pictures.files(values.keys(), actor)
        digests = digests_of(file for row in files.values() for file in row.values() if file)
        for pk, row in files.items():
            values[pk].update({key: digests.get(file) if file else None for key, file in row.items()})

    def as_written(self, values: Values, before: Values) -> Values:
        """Replace the digests of changed pictures with file ids.

        Unchanged pictures are removed from the values.
        """
        written = {key: value for key, value in values.items() if key not in self.keys}
        for key in self.keys:
            if key in values and values[key] != before.get(key):
                written[key] = self.files[values[key]] if values[key] else None
        return written


def _sound(cell: Cell) -> Cell:
    """Return a picture that can be used.

    Raises CellError.
    """
    if reason := cell.get("w"):
        raise Wrong(Word(f"imports.picture.{reason}", {"name": cell["p"], "size": settings.INLINE_BYTES // 1_000_000}))
    return {"p": cell["p"], "h": cell["h"]}


def _stems(name: str) -> tuple[str, ...]:
    whole = name.rpartition(".")[0]
    return whole, whole.rpartition("/")[2]


def _by_names(pictures: Iterable[ImportPicture], names: Callable[[str], tuple[str, ...]]) -> ByName:
    """Group pictures by each of their normalized names."""
    by_name: ByName = {}
    for each in pictures:
        for name in dict.fromkeys(map(folded, names(each.name))):
            by_name.setdefault(name, []).append(each)
    return by_name


def written_with_files(target: Target, rows: Sequence[tuple[int | None, Values]], actor: Actor) -> list[int]:
    """Write rows whose pictures are file ids, and claim the files for the actor."""
    files = {values[key] for _, values in rows for key in target.pictures.sources if values.get(key)}
    if files:
        hand_over(files, actor)
    ids = target.records.write(rows, actor)
    if files:
        keep_claimed(files)
    return ids


def note_replaced(run: ImportRun, target: Target, changed: Mapping[int, Values], actor: Actor) -> None:
    """Store the pictures that the rows are about to replace, for an undo."""
    keys = [key for key in target.pictures.sources if any(old.get(key) for old in changed.values())]
    if not keys:
        return
    files = target.pictures.files(changed.keys(), actor)
    replaced = [
        ImportPicture(run=run, digest=changed[pk][key], file_id=row[key])
        for pk, row in files.items()
        for key in keys
        if changed[pk].get(key) and row[key]
    ]
    ImportPicture.objects.bulk_create(replaced)
    keep_claimed([each.file_id for each in replaced if each.file_id])
