"""Endpoints for spreadsheet imports: upload, columns, rows, writing and undo."""

from typing import Annotated
from urllib.parse import urlencode

from django.http import FileResponse, HttpRequest
from ninja import File, Query, Router
from ninja.files import UploadedFile
from pydantic import Field

from portal_backend.accounts.sessions import Gate, actor_of
from portal_backend.base.answers import Answer
from portal_backend.base.fields import MAX_ID, Keyword
from portal_backend.exports.making import answered
from portal_backend.exports.mounting import RESPONSES, offer
from portal_backend.exports.questions import Question
from portal_backend.imports import actions, answers, lists, sheets
from portal_backend.imports.correcting import correct_row
from portal_backend.imports.schemas import CellsIn, ColumnsIn, Corrected, Only, RowsPage, Run, TextIn, WriteIn

# a stored row may take 64 kB, and several times that while it is serialized
MAX_ROWS_OF_PAGE = 200
router = Router(tags=["imports"])
GATE = Gate(lists.IMPORTERS)
SHEET = {"responses": {200: RESPONSES[200]}}
Version = Annotated[int | None, Field(ge=0, le=2**31)]
RunId = Annotated[int, Field(ge=1, le=MAX_ID)]
Upload = Annotated[UploadedFile | None, File()]


@router.post("/imports", response=Run, auth=GATE)
def post_file(request: HttpRequest, target: Keyword, file: Upload = None, pictures: Upload = None) -> Answer:
    """Create an import from a spreadsheet.

    `pictures` is a zip of the pictures that the rows name.
    """
    actor = actor_of(request)
    run = actions.begin_with_file(target, request, file, pictures, actor=actor)
    return Answer(answers.described_run(run, actor))


@router.post("/imports/text", response=Run, auth=GATE)
def post_text(request: HttpRequest, target: Keyword, data: TextIn) -> Answer:
    """Create an import from pasted cells."""
    actor = actor_of(request)
    return Answer(answers.described_run(actions.begin_with_text(target, data.text, actor=actor), actor))


@router.get("/imports/templates/{target}/xlsx", auth=GATE, openapi_extra=SHEET)
def template(request: HttpRequest, target: Keyword) -> FileResponse:
    """Download a template with headings, an example row and column descriptions."""
    return sheets.template(lists.target_for(target, actor_of(request)), actor_of(request))


@router.get("/imports/{id}", response=Run, auth=GATE)
def fetch_run(request: HttpRequest, id: RunId) -> Answer:
    """Return an import with its state and progress."""
    actor = actor_of(request)
    return Answer(answers.described_run(lists.run_of(id, actor), actor))


@router.put("/imports/{id}/columns", response=Run, auth=GATE)
def put_columns(request: HttpRequest, id: RunId, data: ColumnsIn, version: Version = None) -> Answer:
    """Set the sheet, header row and column mapping; the rows are validated again."""
    actor = actor_of(request)
    return Answer(answers.described_run(actions.set_columns(id, data, version, actor=actor), actor))


@router.get("/imports/{id}/rows", response=RowsPage, auth=GATE)
def fetch_rows(
    request: HttpRequest,
    id: RunId,
    page: Annotated[int, Query(0, ge=0, le=10**9)],
    size: Annotated[int, Query(50, ge=1, le=MAX_ROWS_OF_PAGE)],
    only: Only | None = None,
) -> Answer:
    """Return a page of rows with their verdicts, optionally of one verdict only."""
    actor = actor_of(request)
    return Answer(answers.page_of_rows(lists.run_of(id, actor, without=lists.LARGE), page, size, only, actor))


@router.put("/imports/{id}/rows/{number}", response=Corrected, auth=GATE)
def put_row(request: HttpRequest, id: RunId, number: RunId, data: CellsIn) -> Answer:
    """Correct cells of a row in place."""
    return Answer(correct_row(id, number, data.cells, actor=actor_of(request)))


offer(sheets.WRONG_ROWS)


@router.get("/imports/{id}/wrong/xlsx", auth=GATE, openapi_extra={"responses": RESPONSES})
def wrong(request: HttpRequest, id: RunId) -> FileResponse | Answer:
    """Download the wrong rows with their errors.

    Above the row limit of exports, a job creates the file.
    """
    question = Question(sheets.WRONG_ROWS.name, urlencode({sheets.WRONG_ROWS.parent: id}))
    return answered(question, actor=actor_of(request))


@router.post("/imports/{id}/write", response=Run, auth=GATE)
def post_write(request: HttpRequest, id: RunId, data: WriteIn, version: Version = None) -> Answer:
    """Write the reviewed rows in one transaction."""
    actor = actor_of(request)
    return Answer(answers.described_run(actions.write(id, version, data.skip_wrong, actor=actor), actor))


@router.post("/imports/{id}/cancel", response=Run, auth=GATE)
def post_cancel(request: HttpRequest, id: RunId) -> Answer:
    """Cancel an import; rows that are not written yet are not written."""
    actor = actor_of(request)
    return Answer(answers.described_run(actions.cancel(id, actor=actor), actor))


@router.post("/imports/{id}/undo", response=Run, auth=GATE)
def post_undo(request: HttpRequest, id: RunId) -> Answer:
    """Undo an import, unless its rows are in use or were changed since."""
    actor = actor_of(request)
    return Answer(answers.described_run(actions.undo(id, actor=actor), actor))
