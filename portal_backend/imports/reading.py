"""Files of strangers, read in a process of its own within limits: row by row, whatever their size."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from django.conf import settings

from portal_backend.base.errors import Refusal
from portal_backend.base.words import Word
from portal_backend.files.models import StoredFile
from portal_backend.imports.cells import Cell

TOP = 60
MEMORY = 300_000_000
SECONDS = 60
DISK = 100_000_000
TOO_LONG = (-signal.SIGXCPU, -signal.SIGKILL)

REFUSALS = (
    "broken",
    "empty",
    "encrypted",
    "gone",
    "no_spreadsheet",
    "page",
    "too_large",
    "too_many_columns",
    "too_many_pictures",
    "too_many_rows",
    "too_slow",
    "unpacked",
    "zip_broken",
    "zip_encrypted",
    "zip_names",
    "zip_nested",
    "zip_too_many",
    "zip_unpacked",
)


@dataclass(frozen=True)
class Sheet:
    """A sheet: its name, how many rows of it hold anything, and the first of them with their lines."""

    name: str
    rows: int
    top: list[tuple[int, list[Cell]]]


@dataclass(frozen=True)
class FoundPicture:
    """A picture in a cell of a sheet, or in a zip (no sheet): `digest` names it in the folder, `word` says why not."""

    sheet: int | None
    line: int
    column: int
    name: str
    digest: str
    word: str


@dataclass(frozen=True)
class FoundText:
    """In which encoding a file of text was read, which was guessed, and lines in which a wrong one would be seen."""

    guess: str = ""
    encoding: str = ""
    samples: tuple[str, ...] = ()


@dataclass
class Reading:
    """The rows of a sheet while they are read; at the end, how many blank ones stood between them."""

    path: Path
    sheet: int
    after: int
    encoding: str = ""
    skipped: int = 0

    def rows(self) -> Iterator[tuple[int, list[Cell]]]:
        """The rows with their lines. Raises a Refusal."""
        for name, *values in _told(self.path, sheet=self.sheet, after=self.after, encoding=self.encoding):
            if name == "row":
                yield values[0], values[1]
            else:
                self.skipped = values[1]


@contextmanager
def at_hand(file: StoredFile) -> Iterator[Path]:
    """A stored file in a folder of its own, wherever the storage is."""
    with tempfile.TemporaryDirectory(dir=settings.FILE_UPLOAD_TEMP_DIR, prefix="import-") as folder:
        path = Path(folder) / "upload"
        with file.content.open("rb") as stored, path.open("wb") as copy:
            shutil.copyfileobj(stored, copy)
        yield path


def looked_at(
    path: Path, pictures: Path | None = None, encoding: str = "", encodings: Mapping[str, str] = MappingProxyType({})
) -> tuple[list[Sheet], list[FoundPicture], FoundText]:
    """The sheets of a file, the pictures in their cells where there is a folder to put them into, and how it was read.

    Raises a Refusal that says what is wrong with the file, and what to do.
    """
    sheets, found, text = [], [], FoundText()
    for name, *values in _told(path, pictures=pictures, encoding=encoding, encodings=encodings):
        if name == "picture":
            found.append(FoundPicture(*values))
        elif name == "text":
            text = FoundText(values[0], values[1], tuple(values[2]))
        else:
            title, rows, top = values
            sheets.append(Sheet(title, rows, [(line, cells) for line, cells in top]))
    if not any(each.rows for each in sheets):
        raise refused("empty")
    return sheets, found, text


def pictures_beside(path: Path, folder: Path) -> list[FoundPicture]:
    """The pictures of a zip, put into a folder. Raises a Refusal."""
    return [FoundPicture(*values) for _, *values in _told(path, pictures=folder, beside=True)]


def refused(word: str, **values: object) -> Refusal:
    """A file that is not read, and why."""
    return Refusal(415, "UNSUPPORTED_FILE", Word(f"imports.refused.{word}", values))


def _told(
    path: Path,
    *,
    sheet: int | None = None,
    after: int = 0,
    encoding: str = "",
    encodings: Mapping[str, str] = MappingProxyType({}),
    pictures: Path | None = None,
    beside: bool = False,
) -> Iterator[list[Any]]:
    """What the process tells of a file, line by line. It is given nothing of ours, and ends when nobody listens."""
    order = {
        "path": str(path),
        "sheet": sheet,
        "after": after,
        "encoding": encoding,
        "encodings": dict(encodings),
        "top": TOP,
        "rows": settings.IMPORT_ROWS,
        "memory": MEMORY,
        "seconds": SECONDS,
        "disk": DISK,
        "pictures": str(pictures) if pictures else "",
        "beside": beside,
        "largest": settings.INLINE_BYTES,
    }
    command = [sys.executable, "-m", "portal_backend.imports.sandbox", json.dumps(order)]
    process = subprocess.Popen(  # noqa: S603 - our own program, and no shell
        command,
        cwd=settings.BASE_DIR,
        env={"PYTHONIOENCODING": "utf-8", "LANG": os.environ.get("LANG", "C.UTF-8")},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    )
    try:
        for line in process.stdout or ():
            told = json.loads(line)
            if told[0] == "refused":
                raise refused(told[1], **told[2])
            yield told
        if (code := process.wait()) != 0:
            raise refused("too_slow" if code in TOO_LONG else "too_large" if code < 0 else "broken")
    finally:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()
