"""Pictures of an import, from cells of the workbook or from a zip."""

import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from django.conf import settings
from django.db import transaction

from portal_backend.core.actor import Actor
from portal_backend.core.errors import ApiError
from portal_backend.core.translations import LazyMessage
from portal_backend.files.actions import mark_claimed, release_image, store, transfer
from portal_backend.files.content import find_unreferenced, get_digests, local_copy
from portal_backend.files.models import StoredFile
from portal_backend.imports.cells import Cell, is_picture
from portal_backend.imports.column_matching import normalize_label
from portal_backend.imports.converters import CellError
from portal_backend.imports.file_reader import (
    DetectedEncoding,
    ExtractedPicture,
    SheetSummary,
    extract_zip_pictures,
    inspect_file,
)
from portal_backend.imports.models import ImportPicture, ImportRun
from portal_backend.jobs.queue import JobContext
from portal_backend.resources.form import Values
from portal_backend.resources.import_targets import ImportTarget

MAX_PICTURE_NAME_LENGTH = 255
NOT_AN_IMAGE = "image"
PicturesByName = dict[str, list[ImportPicture]]


def read_sheets(run: ImportRun, path: Path, target: ImportTarget, running: JobContext) -> list[SheetSummary]:
    """Return the sheets of a file and store its pictures.

    Pictures of the workbook and the zip are stored only if the target has picture fields.
    """
    encodings = get_preferred_encodings(run)
    if not target.picture_fields.sources:
        sheets, _, text = inspect_file(path, encoding=run.encoding, encodings=encodings)
        _set_encoding(run, text)
        return sheets
    discard_pictures(run)
    with tempfile.TemporaryDirectory(dir=settings.FILE_UPLOAD_TEMP_DIR, prefix="pictures-") as name:
        folder = Path(name)
        sheets, found, text = inspect_file(path, folder, run.encoding, encodings)
        _set_encoding(run, text)
        if run.zip is not None:
            with local_copy(run.zip) as zip_path:
                found += extract_zip_pictures(zip_path, folder)
        _store_pictures(run, found, folder, running)
    return sheets


def get_preferred_encodings(run: ImportRun) -> dict[str, str]:
    """Return the encodings the owner last used, by the detected encoding."""
    rows = ImportRun.objects.filter(owner_id=run.owner_id).exclude(pk=run.pk).exclude(guessed_encoding="")
    return dict(rows.order_by("created_at", "pk").values_list("guessed_encoding", "encoding"))


def _set_encoding(run: ImportRun, text: DetectedEncoding) -> None:
    run.encoding, run.samples = text.encoding, list(text.samples)
    run.guessed_encoding = text.guessed_encoding


def _store_pictures(run: ImportRun, found: Sequence[ExtractedPicture], folder: Path, running: JobContext) -> None:
    """Store each distinct picture once; record rejected ones with the reason.

    Until they are recorded, the files count as unused uploads, which are purged automatically.
    """
    contents = {each.digest: each.name for each in found if each.digest}
    files: dict[str, StoredFile | None] = {}
    for done, (digest, name) in enumerate(contents.items()):
        running.report_progress(done, len(contents))
        files[digest] = _store_image(folder / digest, name)
    with transaction.atomic():
        ImportPicture.objects.bulk_create(_build_import_picture(run, each, files.get(each.digest)) for each in found)
        mark_claimed([file.pk for file in files.values() if file])


def _store_image(path: Path, name: str) -> StoredFile | None:
    try:
        with path.open("rb") as content:
            return store(content, name, path.stat().st_size, actor=None, image=True)
    except ApiError as refusal:
        if refusal.status != 415:
            raise
        return None


def _build_import_picture(run: ImportRun, each: ExtractedPicture, file: StoredFile | None) -> ImportPicture:
    return ImportPicture(
        run=run,
        sheet=each.sheet,
        line=each.line,
        column=each.column,
        name=each.name[-MAX_PICTURE_NAME_LENGTH:],
        digest=each.digest,
        file=file,
        error=each.error or ("" if file else NOT_AN_IMAGE),
    )


def discard_pictures(run: ImportRun, *, keep_replaced: bool = False) -> None:
    """Discard the pictures of an import and release files that nothing else uses.

    With `keep_replaced`, once the rows are written, only the files that the rows do not use are released: an undo needs
    the others.
    """
    rows = run.pictures.exclude(name="") if keep_replaced else run.pictures.all()
    ids = set(rows.exclude(file=None).values_list("file_id", flat=True))
    for pk in find_unreferenced(ids, ignored_models=(ImportPicture,)) if ids else ():
        release_image(pk)
    if not keep_replaced:
        rows.delete()


def overlay_sheet_pictures(sheet: SheetSummary, index: int, run: ImportRun) -> SheetSummary:
    """Return a sheet whose first rows include their pictures."""
    placed = get_pictures_by_position(run, index)
    if not placed:
        return sheet
    top = [(line, overlay_pictures(cells, placed.get(line, {}))) for line, cells in sheet.first_rows]
    return SheetSummary(sheet.name, sheet.row_count, top)


def get_pictures_by_position(run: ImportRun, sheet: int) -> dict[int, dict[int, Cell]]:
    """Return the pictures of a sheet, by row and column."""
    found: dict[int, dict[int, Cell]] = {}
    for each in run.pictures.filter(sheet=sheet):
        found.setdefault(each.line, {})[each.column] = _serialize_picture(each)
    return found


def overlay_pictures(cells: list[Cell], pictures: Mapping[int, Cell]) -> list[Cell]:
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


def _serialize_picture(picture: ImportPicture) -> Cell:
    return {"p": picture.name, "h": picture.digest, **({"w": picture.error} if picture.error else {})}


class PictureResolver:
    """Resolver of the pictures of one import during validation and writing."""

    def __init__(self, run: ImportRun, target: ImportTarget) -> None:
        self.target = target
        self.field_keys = tuple(target.picture_fields.sources)
        self.has_zip = run.zip_id is not None
        rows = list(run.pictures.all()) if self.field_keys else []
        self.file_ids_by_digest = {each.digest: each.file_id for each in rows if each.file_id}
        named = [each for each in rows if each.name]
        self.is_needed = bool(named) or bool(target.picture_fields.required_keys)
        from_zip = [each for each in named if each.sheet is None]
        self._by_name = _group_by_name(named, lambda name: (name, name.rpartition("/")[2]))
        self._by_stem = _group_by_name(from_zip, _get_stems)

    def find_picture(self, cell: Cell, names: Sequence[str], *, is_blank: bool) -> Cell:
        """Return the picture a cell refers to, or None.

        It is the one in the cell, the one with the name in the cell, or, for a blank cell, the one named like the row's
        key. Raises CellError.
        """
        if is_picture(cell):
            return _require_valid(cell)
        if isinstance(cell, dict) and "e" in cell:
            return None
        text = "" if cell is None else str(cell).strip()
        if text:
            return self._find_by_name(text)
        if not is_blank:
            return None
        found = self._by_stem.get(normalize_label(" ".join(names))) or (
            self._by_stem.get(normalize_label(names[-1])) if names else None
        )
        return self._require_single(found, names[-1]) if found else None

    def _find_by_name(self, text: str) -> Cell:
        found = self._by_name.get(normalize_label(text)) or self._by_stem.get(normalize_label(text))
        if found:
            return self._require_single(found, text)
        raise CellError(
            LazyMessage("imports.wrong.no_picture" if self.has_zip else "imports.wrong.no_zip", {"text": text[:60]})
        )

    def _require_single(self, found: Sequence[ImportPicture], text: str) -> Cell:
        if len({each.digest or each.name for each in found}) > 1:
            names = ", ".join(sorted({each.name for each in found})[:3])
            raise CellError(LazyMessage("imports.wrong.several_pictures", {"text": text[:60], "names": names}))
        return _require_valid(_serialize_picture(found[0]))

    def add_digests(self, values: dict[int, Values], actor: Actor) -> None:
        """Add the digests of the current pictures of records, if the import needs them."""
        if not self.is_needed:
            return
        files = self.target.picture_fields.get_file_ids(values.keys(), actor)
        digests = get_digests(file for row in files.values() for file in row.values() if file)
        for pk, row in files.items():
            values[pk].update({key: digests.get(file) if file else None for key, file in row.items()})

    def replace_digests_with_files(self, values: Values, before: Values) -> Values:
        """Replace the digests of changed pictures with file ids.

        Unchanged pictures are removed from the values.
        """
        written = {key: value for key, value in values.items() if key not in self.field_keys}
        for key in self.field_keys:
            if key in values and values[key] != before.get(key):
                written[key] = self.file_ids_by_digest[values[key]] if values[key] else None
        return written


def _require_valid(cell: Cell) -> Cell:
    """Return a picture that can be used.

    Raises CellError.
    """
    if reason := cell.get("w"):
        raise CellError(
            LazyMessage(
                f"imports.picture.{reason}", {"name": cell["p"], "size": settings.MAX_INLINE_BYTES // 1_000_000}
            )
        )
    return {"p": cell["p"], "h": cell["h"]}


def _get_stems(name: str) -> tuple[str, ...]:
    whole = name.rpartition(".")[0]
    return whole, whole.rpartition("/")[2]


def _group_by_name(pictures: Iterable[ImportPicture], names: Callable[[str], tuple[str, ...]]) -> PicturesByName:
    """Group pictures by each of their normalized names."""
    by_name: PicturesByName = {}
    for each in pictures:
        for name in dict.fromkeys(map(normalize_label, names(each.name))):
            by_name.setdefault(name, []).append(each)
    return by_name


def write_with_files(target: ImportTarget, rows: Sequence[tuple[int | None, Values]], actor: Actor) -> list[int]:
    """Write rows whose pictures are file ids, and claim the files for the actor."""
    files = {values[key] for _, values in rows for key in target.picture_fields.sources if values.get(key)}
    if files:
        transfer(files, actor)
    ids = target.row_store.write(rows, actor)
    if files:
        mark_claimed(files)
    return ids


def store_replaced_pictures(run: ImportRun, target: ImportTarget, changed: Mapping[int, Values], actor: Actor) -> None:
    """Store the pictures that the rows are about to replace, for an undo."""
    keys = [key for key in target.picture_fields.sources if any(old.get(key) for old in changed.values())]
    if not keys:
        return
    files = target.picture_fields.get_file_ids(changed.keys(), actor)
    replaced = [
        ImportPicture(run=run, digest=changed[pk][key], file_id=row[key])
        for pk, row in files.items()
        for key in keys
        if changed[pk].get(key) and row[key]
    ]
    ImportPicture.objects.bulk_create(replaced)
    mark_claimed([each.file_id for each in replaced if each.file_id])
