"""Client of the import endpoints, and files to import."""

import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from portal_backend.jobs.doing import do_waiting_jobs
from tests.caller import Caller
from tests.contract.tables import SHARED
from tests.factories import Person

BROUGHT = SHARED / "data" / "parts"
HEAD = "Category\tNumber\tModel\tManufacturer\tDescription\tService categories\n"
ROWS = f"{HEAD}Handheld\t007\tM1\tAcme\tA thing\tREPAIR, PARTS\nHandheld\t8\tM2\tAcme\tAnother\tRepair\n"


@dataclass
class Importing:
    """One import of a user."""

    caller: Caller
    by: Person
    run: dict[str, Any]

    @property
    def path(self) -> str:
        """Path of the import."""
        return f"/imports/{self.run['id']}"

    def worked(self) -> "Importing":
        """Run the waiting jobs and return the import with its new state."""
        do_waiting_jobs()
        self.run = self.caller.get(self.path, actor=self.by).ok
        return self

    def take(
        self, fields: Mapping[str, str], *, header: int | None = None, sheet: int | None = None, **fixed: str
    ) -> "Importing":
        """Map columns by heading, and leave out all others."""
        if header is not None or sheet is not None:
            self._put(
                self.run["sheet"] if sheet is None else sheet,
                self.run["headerRow"] if header is None else header,
                [],
                {},
            )
        columns = [{"index": each["index"], "field": fields.get(each["heading"])} for each in self.run["columns"]]
        self._put(self.run["sheet"], self.run["headerRow"], columns, fixed)
        return self.worked()

    def _put(self, sheet: int, header: int, columns: list[dict[str, Any]], fixed: Mapping[str, str]) -> None:
        body = {"sheet": sheet, "headerRow": header, "columns": columns, "fixed": dict(fixed)}
        self.run = self.caller.put(f"{self.path}/columns", body, actor=self.by, version=self.run["version"]).ok

    def rows(self, only: str | None = None) -> list[dict[str, Any]]:
        """Return all rows, optionally of one verdict."""
        query = {"only": only} if only else {}
        found: list[dict[str, Any]] = []
        for page in count():
            response = self.caller.get(f"{self.path}/rows", actor=self.by, size=200, page=page, **query).ok
            found += response["content"]
            if len(found) >= response["totalElements"] or not response["content"]:
                return found
        raise AssertionError

    def row(self, number: int) -> dict[str, Any]:
        """Return the row with a row number."""
        return next(each for each in self.rows() if each["number"] == number)

    def correct(self, number: int, /, **cells: str) -> dict[str, Any]:
        """Correct cells of a row."""
        response: dict[str, Any] = self.caller.put(f"{self.path}/rows/{number}", {"cells": cells}, actor=self.by).ok
        return response

    def write(self, *, skip_wrong: bool = False) -> "Importing":
        """Write the rows and run the jobs."""
        self.run = self.caller.post(f"{self.path}/write", {"skipWrong": skip_wrong}, actor=self.by).ok
        return self.worked()

    def undo(self) -> "Importing":
        """Undo the import and run the jobs."""
        self.run = self.caller.post(f"{self.path}/undo", {}, actor=self.by).ok
        return self.worked()

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """Number of rows to create, to change, unchanged and wrong."""
        found = self.run["counts"]
        return found["create"], found["change"], found["same"], found["wrong"]

    @property
    def fields(self) -> dict[str, str]:
        """Field of each mapped heading."""
        return {each["heading"]: each["field"] for each in self.run["columns"] if each["field"]}


def upload(
    caller: Caller, by: Person, content: bytes, name: str, target: str = "parts", pictures: bytes | None = None
) -> Importing:
    """Import a file with an optional zip of pictures, and run the jobs."""
    form: dict[str, Any] = {"file": SimpleUploadedFile(name, content)}
    if pictures is not None:
        form["pictures"] = SimpleUploadedFile("pictures.zip", pictures)
    return Importing(caller, by, caller.upload(f"/imports?target={target}", form, by).ok).worked()


def brought(caller: Caller, by: Person, name: str) -> Importing:
    """Import one of the real files."""
    return upload(caller, by, (BROUGHT / name).read_bytes(), name)


def paste(caller: Caller, by: Person, text: str, target: str = "parts") -> Importing:
    """Import pasted cells, and run the jobs."""
    return Importing(caller, by, caller.post("/imports/text", {"text": text}, actor=by, target=target).ok).worked()


def book(*rows: Sequence[Any], sheet: str = "Sheet1") -> bytes:
    """Build a workbook of rows."""
    workbook = Workbook()
    worksheet = workbook.worksheets[0]
    worksheet.title = sheet
    for cells in rows:
        worksheet.append(list(cells))
    return saved(workbook)


def saved(made: Workbook) -> bytes:
    """Return a workbook as bytes."""
    target = BytesIO()
    made.save(target)
    return target.getvalue()


def rewritten(content: bytes, rewrite: Callable[[str, bytes], tuple[str, bytes]]) -> bytes:
    """Return a zip with each file renamed or replaced by a function."""
    target = BytesIO()
    with zipfile.ZipFile(BytesIO(content)) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for each in source.infolist():
            archive.writestr(*rewrite(each.filename, source.read(each)))
    return target.getvalue()


def shared_file(name: str) -> Path:
    """Return the path of a real file, which is outside of the checkout."""
    return BROUGHT / name
