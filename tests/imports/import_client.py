"""Client of the import endpoints, and files to import."""

import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import count
from operator import itemgetter
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from portal_backend.jobs.worker import run_pending_jobs
from tests.api_client import ApiClient
from tests.contract.contract_tables import SHARED_DIR
from tests.factories import Person

REAL_FILES = SHARED_DIR / "data" / "parts"
HEADER_LINE = "Category\tNumber\tModel\tManufacturer\tDescription\tService categories\n"
ROWS = f"{HEADER_LINE}Handheld\t007\tM1\tAcme\tA thing\tREPAIR, PARTS\nHandheld\t8\tM2\tAcme\tAnother\tRepair\n"


@dataclass
class ImportClient:
    """One import of a user."""

    caller: ApiClient
    actor: Person
    run: dict[str, Any]

    @property
    def path(self) -> str:
        """Path of the import."""
        return f"/imports/{self.run['id']}"

    def run_jobs(self) -> "ImportClient":
        """Run the waiting jobs and return the import with its new state."""
        run_pending_jobs()
        self.run = self.caller.get(self.path, actor=self.actor).ok
        return self

    def set_columns(
        self, fields: Mapping[str, str], *, header: int | None = None, sheet: int | None = None, **fixed: str
    ) -> "ImportClient":
        """Map columns by heading, and leave out all others."""
        if header is not None or sheet is not None:
            self._put_columns(
                self.run["sheet"] if sheet is None else sheet,
                self.run["headerRow"] if header is None else header,
                [],
                {},
            )
        columns = [{"index": each["index"], "field": fields.get(each["heading"])} for each in self.run["columns"]]
        self._put_columns(self.run["sheet"], self.run["headerRow"], columns, fixed)
        return self.run_jobs()

    def _put_columns(self, sheet: int, header: int, columns: list[dict[str, Any]], fixed: Mapping[str, str]) -> None:
        body = {"sheet": sheet, "headerRow": header, "columns": columns, "fixed": dict(fixed)}
        self.run = self.caller.put(f"{self.path}/columns", body, actor=self.actor, version=self.run["version"]).ok

    def rows(self, only: str | None = None) -> list[dict[str, Any]]:
        """Return all rows in the order of the file, optionally of one verdict."""
        query = {"only": only} if only else {}
        found: list[dict[str, Any]] = []
        for page in count():
            response = self.caller.get(f"{self.path}/rows", actor=self.actor, size=200, page=page, **query).ok
            found += response["content"]
            if len(found) >= response["totalElements"] or not response["content"]:
                return sorted(found, key=itemgetter("number"))
        raise AssertionError

    def row(self, number: int) -> dict[str, Any]:
        """Return the row with a row number."""
        return next(each for each in self.rows() if each["number"] == number)

    def correct(self, number: int, /, **cells: str) -> dict[str, Any]:
        """Correct cells of a row."""
        response: dict[str, Any] = self.caller.put(f"{self.path}/rows/{number}", {"cells": cells}, actor=self.actor).ok
        return response

    def write(self, *, skip_wrong: bool = False) -> "ImportClient":
        """Write the rows and run the jobs."""
        self.run = self.caller.post(f"{self.path}/write", {"skipWrong": skip_wrong}, actor=self.actor).ok
        return self.run_jobs()

    def undo(self) -> "ImportClient":
        """Undo the import and run the jobs."""
        self.run = self.caller.post(f"{self.path}/undo", {}, actor=self.actor).ok
        return self.run_jobs()

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
    caller: ApiClient, by: Person, content: bytes, name: str, target: str = "parts", pictures: bytes | None = None
) -> ImportClient:
    """Import a file with an optional zip of pictures, and run the jobs."""
    form: dict[str, Any] = {"file": SimpleUploadedFile(name, content)}
    if pictures is not None:
        form["pictures"] = SimpleUploadedFile("pictures.zip", pictures)
    return ImportClient(caller, by, caller.upload(f"/imports?target={target}", form, by).ok).run_jobs()


def upload_real_file(caller: ApiClient, by: Person, name: str) -> ImportClient:
    """Import one of the real files."""
    return upload(caller, by, (REAL_FILES / name).read_bytes(), name)


def paste(caller: ApiClient, by: Person, text: str, target: str = "parts") -> ImportClient:
    """Import pasted cells, and run the jobs."""
    return ImportClient(caller, by, caller.post("/imports/text", {"text": text}, actor=by, target=target).ok).run_jobs()


def build_workbook(*rows: Sequence[Any], sheet: str = "Sheet1") -> bytes:
    """Build a workbook of rows."""
    workbook = Workbook()
    worksheet = workbook.worksheets[0]
    worksheet.title = sheet
    for cells in rows:
        worksheet.append(list(cells))
    return save_workbook(workbook)


def save_workbook(made: Workbook) -> bytes:
    """Return a workbook as bytes."""
    target = BytesIO()
    made.save(target)
    return target.getvalue()


def rewrite_zip(content: bytes, rewrite: Callable[[str, bytes], tuple[str, bytes]]) -> bytes:
    """Return a zip with each file renamed or replaced by a function."""
    target = BytesIO()
    with zipfile.ZipFile(BytesIO(content)) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for each in source.infolist():
            archive.writestr(*rewrite(each.filename, source.read(each)))
    return target.getvalue()


def get_real_file(name: str) -> Path:
    """Return the path of a real file, which is outside of the checkout."""
    return REAL_FILES / name
