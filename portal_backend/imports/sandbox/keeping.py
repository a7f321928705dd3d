"""Extraction of pictures: each distinct content is stored once, by its digest."""

import hashlib
import zipfile
import zlib
from pathlib import Path

from portal_backend.imports.sandbox.books import UNPACKED, Book, is_bomb
from portal_backend.imports.sandbox.telling import MOST_COLUMNS
from portal_backend.sandbox.child import Order, Refused, Writer

MOST_PICTURES = 2000
MOST_ENTRIES = 10_000
# the same picture may be in many cells
MAX_PLACES = 20_000
MAX_NAME = 255
ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".ico")
PACKED = (".zip", ".7z", ".rar", ".gz", ".tgz", ".tar", ".bz2", ".xz")
LITTER = ("thumbs.db", "desktop.ini")


class Keeper:
    """Store of the pictures of one file.

    Files that are not an image or too large are rejected with a reason.
    """

    def __init__(self, archive: zipfile.ZipFile, folder: Path, largest: int) -> None:
        self.packed = archive
        self.folder = folder
        self.largest = largest
        self.known: dict[str, tuple[str, str]] = {}

    def kept(self, name: str) -> tuple[str, str]:
        """Store a picture and return its digest, or "" and the reason for the rejection.

        Raises FileRejectedError if there are too many pictures.
        """
        if name not in self.known:
            if len(self.known) >= MOST_PICTURES:
                raise Refused("too_many_pictures", most=MOST_PICTURES)
            self.known[name] = self._kept(name)
        return self.known[name]

    def _kept(self, name: str) -> tuple[str, str]:
        if not name.lower().endswith(ENDINGS):
            return "", "kind"
        try:
            with self.packed.open(name) as stream:
                content = stream.read(self.largest + 1)
        except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError):
            return "", "broken"
        if len(content) > self.largest:
            return "", "size"
        digest = hashlib.sha256(content).hexdigest()
        (self.folder / digest).write_bytes(content)
        return digest, ""


def tell_of_book(book: Book, order: Order, writer: Writer) -> None:
    """Write the pictures of the cells of a workbook.

    Several different pictures in one cell are rejected as ambiguous. Raises FileRejectedError.
    """
    if book.kind not in ("xlsx", "ods"):
        return
    found: dict[tuple[int, int, int], list[str]] = {}
    for sheet, (row, column), name in book.pictures():
        if column >= MOST_COLUMNS:
            raise Refused("too_many_columns", most=MOST_COLUMNS)
        if len(found) >= MAX_PLACES:
            raise Refused("too_many_pictures", most=MAX_PLACES)
        names = found.setdefault((sheet, row, column), [])
        if name not in names:
            names.append(name)
    with zipfile.ZipFile(book.path) as archive:
        store = Keeper(archive, Path(order["pictures"]), order["largest"])
        for (sheet, row, column), names in found.items():
            digest, reason = store.kept(names[0]) if len(names) == 1 else ("", "several")
            writer.write("picture", sheet, row + 1, column, names[0].rpartition("/")[2][-MAX_NAME:], digest, reason)


def tell_of_zip(path: Path, order: Order, writer: Writer) -> None:
    """Write the pictures of a zip by their names.

    Raises FileRejectedError for a malicious or unsupported zip.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            names = _names(archive)
            store = Keeper(archive, Path(order["pictures"]), order["largest"])
            for name, shown in names.items():
                writer.write("picture", None, 0, 0, shown[-MAX_NAME:], *store.kept(name))
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
        raise Refused("zip_broken") from error


def _names(archive: zipfile.ZipFile) -> dict[str, str]:
    """Return the file names of a zip, as stored and as displayed.

    Raises FileRejectedError.
    """
    files = archive.infolist()
    if len(files) > MOST_ENTRIES:
        raise Refused("zip_too_many", most=MOST_PICTURES)
    if is_bomb(files):
        raise Refused("zip_unpacked", most=UNPACKED // 1_000_000)
    if any(each.flag_bits & 1 for each in files):
        raise Refused("zip_encrypted")
    names = {}
    for each in files:
        display_name = each.filename.replace("\\", "/")
        segments = display_name.split("/")
        if ".." in segments or display_name.startswith("/") or ":" in segments[0]:
            raise Refused("zip_names")
        if display_name.lower().endswith(PACKED):
            raise Refused("zip_nested")
        if not each.is_dir() and not segments[-1].startswith(".") and segments[-1].lower() not in LITTER:
            names[each.filename] = display_name
    return names
