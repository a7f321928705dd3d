"""Exports: what was requested, and the job that writes the file."""

import logging
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, BinaryIO, cast

from django.conf import settings
from django.core.files import File
from django.core.files.storage import default_storage
from django.db.models import QuerySet
from django.http import FileResponse, HttpRequest, QueryDict

from portal_backend.audit.log import record_event
from portal_backend.audit.models import AuditEvent
from portal_backend.core.actor import Actor
from portal_backend.core.errors import forbidden, not_found
from portal_backend.core.replica import read_from_replica
from portal_backend.core.responses import ApiResponse, build_download
from portal_backend.core.translations import get_current_language
from portal_backend.jobs.models import UNFINISHED_STATES, Job, JobState
from portal_backend.jobs.queue import JobContext, enqueue_job, get_job
from portal_backend.resources.query import (
    build_ordered_queryset,
    get_single,
    parse_export_query,
    parse_integer,
    parse_parent_id,
)
from portal_backend.resources.resource import Resource, Table
from portal_backend.resources.xlsx import Export, ProgressCallback, select_columns


@dataclass(frozen=True)
class ExportRequest:
    """A request for an export.

    All fields are JSON values, so that it can be the arguments of a job.
    """

    #: Name of the table.
    table_name: str
    #: Query string of the request.
    query_string: str
    #: Filters of the request body, if it has any.
    filters: Mapping[str, list[str]] | None = None
    #: UTC offset to display times at; None for New York time.
    offset_minutes: int | None = None

    @classmethod
    def from_request(
        cls, sheet: Table, request: HttpRequest, filters: Mapping[str, list[str]] | None = None
    ) -> "ExportRequest":
        """Build an export request from an HTTP request, or raise 400."""
        header = request.headers.get("Locale-Offset")
        offset = parse_integer("Locale-Offset", header, -1080, 1080) if header else None
        return cls(sheet.name, request.GET.urlencode(), filters, offset)

    def build_export(self, table: Table, actor: Actor) -> Export:
        """Build the export of a table for an actor.

        Raises 400 or 404.
        """
        params = QueryDict(self.query_string)
        if table.build_for_record and (record := parse_parent_id(table, params.get(table.parent_parameter))):
            table = table.build_for_record(actor, record)
        columns = select_columns(table, actor, params.getlist("columns"))
        rows: Any
        if isinstance(table, Resource):
            rows = build_ordered_queryset(table, actor, parse_export_query(table, actor, params, self.filters))
        else:
            rows = table.rows(actor, parse_parent_id(table, get_single(params, table.parent_parameter)))
        return Export(table, columns, rows, actor, self.offset_minutes)


log = logging.getLogger("portal.lists")
EXPORT_JOB_KIND = "export"
EXPORT_FOLDER = "exports"
# estimate; it only has to order small exports before large ones
ROWS_PER_SECOND = 10_000


def create_export_response(table: Table, export_request: ExportRequest, *, actor: Actor) -> FileResponse | ApiResponse:
    """Return the file, or 202 with a job id if there are too many rows.

    The file is written to disk row by row and streamed from there. Whether a job has to write it is decided before the
    first row, so that no row is written twice.
    """
    export = export_request.build_export(table, actor)
    if _has_too_many_rows(export):
        return ApiResponse({"jobId": _get_or_create_job(export, export_request).pk}, 202)
    target = _open_temporary_file()
    number = _write_rows(export, target)
    target.seek(0)
    log.info("export %s user=%s role=%s rows=%s", export_request.table_name, actor.username, actor.role, number)
    record_event(AuditEvent.EXPORTED, export.table.title, actor=actor, quantity=number)
    return build_download(target, f"{export.table.title}.xlsx")


def _has_too_many_rows(export: Export) -> bool:
    """Return whether there are more rows than a single request may export.

    Rows are counted no further than that.
    """
    limit = settings.EXPORT_SYNC_MAX_ROWS
    if not isinstance(export.rows, QuerySet):
        return len(export.rows) > limit
    bounded = export.rows.order_by()[: limit + 1]
    return _read(export, bounded.count) > limit


def _get_or_create_job(export: Export, export_request: ExportRequest) -> Job:
    """Return the open job for the same request and language, or create one.

    A repeated request therefore waits for the same file.
    """
    arguments = asdict(export_request)
    waiting = Job.objects.filter(
        kind=EXPORT_JOB_KIND,
        owner_id=export.actor.user_id,
        state__in=UNFINISHED_STATES,
        cancelled_at=None,
        language=get_current_language(),
    )
    same = [job for job in waiting if job.arguments == arguments]
    if same:
        return same[0]
    estimated_seconds = _count_rows(export) / ROWS_PER_SECOND
    return enqueue_job(EXPORT_JOB_KIND, arguments, actor=export.actor, estimated_seconds=estimated_seconds)


def _count_rows(export: Export) -> int:
    return export.rows.count() if isinstance(export.rows, QuerySet) else len(export.rows)


def _open_temporary_file() -> BinaryIO:
    """Open a temporary file on disk that is deleted once it is closed."""
    return cast("BinaryIO", tempfile.TemporaryFile(suffix=".xlsx"))


def _write_rows(export: Export, target: BinaryIO, on_progress: ProgressCallback = lambda done: None) -> int:
    """Write the rows and return their number.

    A read that fails on the replica starts over.
    """

    def write() -> int:
        target.seek(0)
        target.truncate()
        return export.write(target, on_progress)

    return _read(export, write)


def _read(export: Export, read: Callable[[], int]) -> int:
    """Return the result of `read`.

    Reads from the replica, unless the rows belong to a single record.
    """
    return read() if export.table.parent_parameter else read_from_replica(read, actor=export.actor)


def _get_storage_path(job_id: str, attempt: int) -> str:
    return f"{EXPORT_FOLDER}/{job_id}-{attempt}"


def delete_export_files(job: Job) -> None:
    """Delete the files of all attempts at a job."""
    for attempt in range(1, job.attempts + 1):
        default_storage.delete(_get_storage_path(job.pk, attempt))


def index_tables(tables: Iterable[Table]) -> dict[str, Table]:
    """Return tables by name. Raises ValueError for a duplicate name."""
    tables_by_name: dict[str, Table] = {}
    for each in tables:
        if tables_by_name.setdefault(each.name, each) is not each:
            raise ValueError(f"two tables are called {each.name}")
    return tables_by_name


def run_export(tables: Mapping[str, Table], running: JobContext) -> dict[str, Any]:
    """Write the file of an export request for one of the tables to the storage."""
    export_request = ExportRequest(**running.arguments)
    table = tables[export_request.table_name]
    if running.owner.role not in table.readers:
        raise forbidden()
    export = export_request.build_export(table, running.owner)
    total = _count_rows(export)
    with _open_temporary_file() as target:
        number = _write_rows(export, target, lambda done: running.report_progress(done, max(done, total)))
        target.seek(0)
        path = default_storage.save(_get_storage_path(running.id, running.attempt), File(target))
    owner = running.owner
    log.info("export %s user=%s role=%s rows=%s", export_request.table_name, owner.username, owner.role, number)
    record_event(AuditEvent.EXPORTED, export.table.title, actor=owner, quantity=number)
    return {"name": f"{export.table.title}.xlsx", "place": path, "rows": number}


def get_export_file(job_id: str, *, actor: Actor) -> FileResponse:
    """Return the file of one of the actor's own jobs, or raise 404."""
    job = get_job(job_id, EXPORT_JOB_KIND, actor=actor)
    if job.state != JobState.DONE or job.result is None:
        raise not_found()
    try:
        content = default_storage.open(job.result["place"])
    except FileNotFoundError:
        raise not_found() from None
    log.info("export %s fetched user=%s", job.pk, actor.username)
    return build_download(content, job.result["name"])
