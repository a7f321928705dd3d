"""Pictures on their way out: each content once, in a folder, under its digest."""

import hashlib
import zipfile
import zlib
from pathlib import Path

from portal_backend.imports.sandbox.books import UNPACKED, Book, is_bomb
from portal_backend.imports.sandbox.telling import MOST_COLUMNS
from portal_backend.sandbox.child import Order, Refused, Writer

MOST_PICTURES = 2000
MOST_ENTRIES = 10_000
# one picture may lie in many cells
MAX_PLACES = 20_000
MAX_NAME = 255
ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".ico")
PACKED = (".zip", ".7z", ".rar", ".gz", ".tgz", ".tar", ".bz2", ".xz")
LITTER = ("thumbs.db", "desktop.ini")


class Keeper:
    """Keeps the pictures of one file; what is no picture or too large has a word that says so."""

    def __init__(self, packed: zipfile.ZipFile, folder: Path, largest: int) -> None:
        self.packed = packed
        self.folder = folder
        self.largest = largest
        self.known: dict[str, tuple[str, str]] = {}

    def kept(self, name: str) -> tuple[str, str]:
        """The digest of a picture, or "" and the word that says why there is none."""
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
    """Tell of the pictures in the cells of a workbook; of several in one cell none is meant."""
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
    with zipfile.ZipFile(book.path) as packed:
        keeper = Keeper(packed, Path(order["pictures"]), order["largest"])
        for (sheet, row, column), names in found.items():
            digest, word = keeper.kept(names[0]) if len(names) == 1 else ("", "several")
            writer.write("picture", sheet, row + 1, column, names[0].rpartition("/")[2][-MAX_NAME:], digest, word)


def tell_of_zip(path: Path, order: Order, writer: Writer) -> None:
    """Tell of the pictures in a zip by their names there. Raises Refused for what no honest zip of pictures is."""
    try:
        with zipfile.ZipFile(path) as packed:
            names = _names(packed)
            keeper = Keeper(packed, Path(order["pictures"]), order["largest"])
            for name, shown in names.items():
                writer.write("picture", None, 0, 0, shown[-MAX_NAME:], *keeper.kept(name))
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
        raise Refused("zip_broken") from error


def _names(packed: zipfile.ZipFile) -> dict[str, str]:
    """The files of a zip as they are called in it, and as they are shown."""
    files = packed.infolist()
    if len(files) > MOST_ENTRIES:
        raise Refused("zip_too_many", most=MOST_PICTURES)
    if is_bomb(files):
        raise Refused("zip_unpacked", most=UNPACKED // 1_000_000)
    if any(each.flag_bits & 1 for each in files):
        raise Refused("zip_encrypted")
    names = {}
    for each in files:
        shown = each.filename.replace("\\", "/")
        steps = shown.split("/")
        if ".." in steps or shown.startswith("/") or ":" in steps[0]:
            raise Refused("zip_names")
        if shown.lower().endswith(PACKED):
            raise Refused("zip_nested")
        if not each.is_dir() and not steps[-1].startswith(".") and steps[-1].lower() not in LITTER:
            names[each.filename] = shown
    return names
