"""Endpoints for spreadsheet imports: upload, columns, rows, writing and undo."""

from typing import Annotated
from urllib.parse import urlencode

from django.http import FileResponse, HttpRequest
from ninja import File, Query, Router
from ninja.files import UploadedFile
from pydantic import Field

from portal_backend.accounts.sessions import TokenAuth, get_actor
from portal_backend.core.responses import ApiResponse
from portal_backend.core.types import MAX_ID, ShortText
from portal_backend.exports.api import EXPORT_RESPONSES
from portal_backend.exports.export_files import ExportRequest, create_export_response
from portal_backend.imports import actions, downloads, lists, serializers
from portal_backend.imports.actions import correct_row
from portal_backend.imports.schemas import (
    CellsIn,
    ColumnsIn,
    RowCorrection,
    RowsPage,
    Run,
    TextIn,
    VerdictFilter,
    WriteIn,
)

# a stored row may take 64 kB, and several times that while it is serialized
MAX_PAGE_SIZE = 200
router = Router(tags=["imports"])
AUTH = TokenAuth(lists.IMPORTERS)
XLSX_RESPONSES = {"responses": {200: EXPORT_RESPONSES[200]}}
Version = Annotated[int | None, Field(ge=0, le=2**31)]
RunId = Annotated[int, Field(ge=1, le=MAX_ID)]
Upload = Annotated[UploadedFile | None, File()]


@router.post("/imports", response=Run, auth=AUTH)
def post_file(request: HttpRequest, target: ShortText, file: Upload = None, pictures: Upload = None) -> ApiResponse:
    """Create an import from a spreadsheet.

    `pictures` is a zip of the pictures that the rows name.
    """
    actor = get_actor(request)
    run = actions.create_from_upload(target, request, file, pictures, actor=actor)
    return ApiResponse(serializers.serialize_import_run(run, actor))


@router.post("/imports/text", response=Run, auth=AUTH)
def post_text(request: HttpRequest, target: ShortText, data: TextIn) -> ApiResponse:
    """Create an import from pasted cells."""
    actor = get_actor(request)
    return ApiResponse(
        serializers.serialize_import_run(actions.create_from_text(target, data.text, actor=actor), actor)
    )


@router.get("/imports/templates/{target}/xlsx", auth=AUTH, openapi_extra=XLSX_RESPONSES)
def fetch_template(request: HttpRequest, target: ShortText) -> FileResponse:
    """Download a template with headings, an example row and column descriptions."""
    return downloads.build_template(lists.get_target(target, get_actor(request)), get_actor(request))


@router.get("/imports/{id}", response=Run, auth=AUTH)
def fetch_run(request: HttpRequest, id: RunId) -> ApiResponse:
    """Return an import with its state and progress."""
    actor = get_actor(request)
    return ApiResponse(serializers.serialize_import_run(lists.get_import_run(id, actor), actor))


@router.put("/imports/{id}/columns", response=Run, auth=AUTH)
def put_columns(request: HttpRequest, id: RunId, data: ColumnsIn, version: Version = None) -> ApiResponse:
    """Set the sheet, header row and column mapping; the rows are validated again."""
    actor = get_actor(request)
    return ApiResponse(serializers.serialize_import_run(actions.set_columns(id, data, version, actor=actor), actor))


@router.get("/imports/{id}/rows", response=RowsPage, auth=AUTH)
def fetch_rows(
    request: HttpRequest,
    id: RunId,
    page: Annotated[int, Query(0, ge=0, le=10**9)],
    size: Annotated[int, Query(50, ge=1, le=MAX_PAGE_SIZE)],
    only: VerdictFilter | None = None,
) -> ApiResponse:
    """Return a page of rows with their verdicts, optionally of one verdict only."""
    actor = get_actor(request)
    return ApiResponse(
        serializers.serialize_rows_page(
            lists.get_import_run(id, actor, defer=lists.LARGE_FIELDS), page, size, only, actor
        )
    )


@router.put("/imports/{id}/rows/{number}", response=RowCorrection, auth=AUTH)
def put_row(request: HttpRequest, id: RunId, number: RunId, data: CellsIn) -> ApiResponse:
    """Correct cells of a row in place."""
    return ApiResponse(correct_row(id, number, data.cells, actor=get_actor(request)))


@router.get("/imports/{id}/wrong/xlsx", auth=AUTH, openapi_extra={"responses": EXPORT_RESPONSES})
def fetch_wrong_rows(request: HttpRequest, id: RunId) -> FileResponse | ApiResponse:
    """Download the wrong rows with their errors.

    Above the row limit of exports, a job creates the file.
    """
    export_request = ExportRequest(downloads.WRONG_ROWS.name, urlencode({downloads.WRONG_ROWS.parent_parameter: id}))
    return create_export_response(downloads.WRONG_ROWS, export_request, actor=get_actor(request))


@router.post("/imports/{id}/write", response=Run, auth=AUTH)
def post_write(request: HttpRequest, id: RunId, data: WriteIn, version: Version = None) -> ApiResponse:
    """Write the reviewed rows in one transaction."""
    actor = get_actor(request)
    return ApiResponse(
        serializers.serialize_import_run(actions.write(id, version, data.skip_wrong, actor=actor), actor)
    )


@router.post("/imports/{id}/cancel", response=Run, auth=AUTH)
def post_cancel(request: HttpRequest, id: RunId) -> ApiResponse:
    """Cancel an import; rows that are not written yet are not written."""
    actor = get_actor(request)
    return ApiResponse(serializers.serialize_import_run(actions.cancel(id, actor=actor), actor))


@router.post("/imports/{id}/undo", response=Run, auth=AUTH)
def post_undo(request: HttpRequest, id: RunId) -> ApiResponse:
    """Undo an import, unless its rows are in use or were changed since."""
    actor = get_actor(request)
    return ApiResponse(serializers.serialize_import_run(actions.undo(id, actor=actor), actor))
