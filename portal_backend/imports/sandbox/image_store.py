"""Extraction of pictures: each distinct content is stored once, by its digest."""

import hashlib
import zipfile
import zlib
from pathlib import Path

from portal_backend.imports.sandbox.serialization import MAX_COLUMNS
from portal_backend.imports.sandbox.workbooks import MAX_UNPACKED_BYTES, WorkbookReader, is_zip_bomb
from portal_backend.sandbox.child import FileRejectedError, LineWriter, ParseRequest

MAX_PICTURES = 2000
MAX_ZIP_ENTRIES = 10_000
# the same picture may be in many cells
MAX_PICTURE_POSITIONS = 20_000
MAX_NAME_LENGTH = 255
IMAGE_EXTENSIONS = (".png", ".jpg", ".jpeg", ".webp", ".ico")
ARCHIVE_EXTENSIONS = (".zip", ".7z", ".rar", ".gz", ".tgz", ".tar", ".bz2", ".xz")
IGNORED_FILE_NAMES = ("thumbs.db", "desktop.ini")


class ImageStore:
    """Store of the pictures of one file.

    Files that are not an image or too large are rejected with a reason.
    """

    def __init__(self, archive: zipfile.ZipFile, folder: Path, largest: int) -> None:
        self.archive = archive
        self.folder = folder
        self.max_bytes = largest
        self.results_by_name: dict[str, tuple[str, str]] = {}

    def store(self, name: str) -> tuple[str, str]:
        """Store a picture and return its digest, or "" and the reason for the rejection.

        Raises FileRejectedError if there are too many pictures.
        """
        if name not in self.results_by_name:
            if len(self.results_by_name) >= MAX_PICTURES:
                raise FileRejectedError("too_many_pictures", most=MAX_PICTURES)
            self.results_by_name[name] = self._store(name)
        return self.results_by_name[name]

    def _store(self, name: str) -> tuple[str, str]:
        if not name.lower().endswith(IMAGE_EXTENSIONS):
            return "", "kind"
        try:
            with self.archive.open(name) as stream:
                content = stream.read(self.max_bytes + 1)
        except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError):
            return "", "broken"
        if len(content) > self.max_bytes:
            return "", "size"
        digest = hashlib.sha256(content).hexdigest()
        (self.folder / digest).write_bytes(content)
        return digest, ""


def write_workbook_pictures(book: WorkbookReader, request: ParseRequest, writer: LineWriter) -> None:
    """Write the pictures of the cells of a workbook.

    Several different pictures in one cell are rejected as ambiguous. Raises FileRejectedError.
    """
    if book.file_type not in ("xlsx", "ods"):
        return
    found: dict[tuple[int, int, int], list[str]] = {}
    for sheet, (row, column), name in book.iter_pictures():
        if column >= MAX_COLUMNS:
            raise FileRejectedError("too_many_columns", most=MAX_COLUMNS)
        if len(found) >= MAX_PICTURE_POSITIONS:
            raise FileRejectedError("too_many_pictures", most=MAX_PICTURE_POSITIONS)
        names = found.setdefault((sheet, row, column), [])
        if name not in names:
            names.append(name)
    with zipfile.ZipFile(book.path) as archive:
        store = ImageStore(archive, Path(request["pictures"]), request["max_picture_bytes"])
        for (sheet, row, column), names in found.items():
            digest, reason = store.store(names[0]) if len(names) == 1 else ("", "several")
            writer.write(
                "picture", sheet, row + 1, column, names[0].rpartition("/")[2][-MAX_NAME_LENGTH:], digest, reason
            )


def write_zip_pictures(path: Path, request: ParseRequest, writer: LineWriter) -> None:
    """Write the pictures of a zip by their names.

    Raises FileRejectedError for a malicious or unsupported zip.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            names = _get_names(archive)
            store = ImageStore(archive, Path(request["pictures"]), request["max_picture_bytes"])
            for name, shown in names.items():
                writer.write("picture", None, 0, 0, shown[-MAX_NAME_LENGTH:], *store.store(name))
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
        raise FileRejectedError("zip_broken") from error


def _get_names(archive: zipfile.ZipFile) -> dict[str, str]:
    """Return the file names of a zip, as stored and as displayed.

    Raises FileRejectedError.
    """
    files = archive.infolist()
    if len(files) > MAX_ZIP_ENTRIES:
        raise FileRejectedError("zip_too_many", most=MAX_PICTURES)
    if is_zip_bomb(files):
        raise FileRejectedError("zip_unpacked", most=MAX_UNPACKED_BYTES // 1_000_000)
    if any(each.flag_bits & 1 for each in files):
        raise FileRejectedError("zip_encrypted")
    names = {}
    for each in files:
        display_name = each.filename.replace("\\", "/")
        segments = display_name.split("/")
        if ".." in segments or display_name.startswith("/") or ":" in segments[0]:
            raise FileRejectedError("zip_names")
        if display_name.lower().endswith(ARCHIVE_EXTENSIONS):
            raise FileRejectedError("zip_nested")
        if not each.is_dir() and not segments[-1].startswith(".") and segments[-1].lower() not in IGNORED_FILE_NAMES:
            names[each.filename] = display_name
    return names
