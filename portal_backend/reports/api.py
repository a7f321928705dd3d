"""API endpoints of the general report (contract 6.6) and of request timelines."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from django.http import FileResponse, HttpRequest
from ninja import Query, Router
from pydantic import BeforeValidator

from portal_backend.accounts.sessions import TokenAuth, get_actor
from portal_backend.core.actor import ALL_ROLES
from portal_backend.core.replica import read_from_replica
from portal_backend.core.responses import ApiResponse
from portal_backend.core.types import Id, QueryId, RequestModel, ResponseModel, ShortText, blank_to_none
from portal_backend.exports.api import (
    EXPORT_PARAMETERS,
    EXPORT_RESPONSES,
    export_from_request,
)
from portal_backend.reports.charts import build_charts, count_remote_resolutions
from portal_backend.reports.comparison import compare_with_previous_period
from portal_backend.reports.lists import GENERAL_REPORT
from portal_backend.reports.timeline import get_request_timeline
from portal_backend.resources.query import ListQuery, build_queryset, get_page, parse_v1_query
from portal_backend.resources.routes import PAGING_PARAMETERS, Page
from portal_backend.workflow.schemas import StatusAnswer

router = Router(tags=["reports"])


def _parse_id_text(value: Any) -> Any:
    """Convert an id sent as text, as the keys of choices are, to an integer."""
    return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else blank_to_none(value)


HolderKey = Literal["CLIENT", "SERVICE", "SUPERVISOR", "COURIER"]
OptionalId = Annotated[Id | None, BeforeValidator(_parse_id_text)]


class ReportFilter(RequestModel):
    """Filters of the general report; at least one must be set.

    Times without an offset are in New York time.
    """

    client_id: OptionalId = None
    service_id: OptionalId = None
    part_id: OptionalId = None
    category_id: ShortText = ""
    status: ShortText = ""
    request_number: ShortText = ""
    serial_number: ShortText = ""
    service_tag: ShortText = ""
    created_from: ShortText = ""
    created_to: ShortText = ""
    left_step: ShortText = ""
    waiting: ShortText = ""

    def to_query_params(self) -> dict[str, list[str]]:
        """Return the filters that are set, by their names in the report's declaration."""
        return {key: [str(value)] for key, value in self.model_dump(by_alias=True).items() if value not in (None, "")}


class MonthCount(ResponseModel):
    """Number of repairs created in a month (YYYY-MM), by their current status."""

    month: str
    status: str
    total: int


class StepTime(ResponseModel):
    """Days that repairs spent in a step: median and 90th percentile."""

    status: str
    name: str
    median: float
    p90: float
    total: int


class HolderTime(ResponseModel):
    """Mean number of days that a holder has a repair."""

    holder: HolderKey
    name: str
    days: float


class TotalTime(ResponseModel):
    """Days from creation to completion of the completed repairs."""

    median: int
    p90: int
    total: int


class WaitCount(ResponseModel):
    """Number of repairs that have waited long for a role."""

    role: str
    total: int


class ClientCount(ResponseModel):
    """Number of repairs of a client."""

    id: int
    name: str
    total: int


class PartCount(ClientCount):
    """Number of repairs with a part."""

    category: str


class RemoteResolution(ResponseModel):
    """Remote support requests that ended, and those that needed no shipment."""

    #: number of completed remote support requests
    ended: int
    #: number of those that led to no repair or part request
    solved: int


class PreviousPeriod(ResponseModel):
    """Figures of the period of the same length before the report's."""

    created_from: date
    created_to: date
    requests: int
    #: number of completed repairs
    done: int
    turnaround: TotalTime
    remote: RemoteResolution | None


class Chart(ResponseModel):
    """Numbers of the report's charts and of the tiles above them."""

    months: list[MonthCount]
    total: TotalTime
    waiting: list[WaitCount]
    turnaround: list[StepTime]
    holders: list[HolderTime]
    clients: list[ClientCount]
    parts: list[PartCount]
    remote: RemoteResolution | None
    #: null if the report has no start
    previous: PreviousPeriod | None


class HolderDays(ResponseModel):
    """Total number of days that a holder has had a request."""

    holder: HolderKey
    name: str
    days: float
    is_present: bool


class ExpectedEnd(ResponseModel):
    """Range of days in which a request is expected to end."""

    earliest: date
    likely: date
    latest: date
    #: number of completed requests that the forecast is based on; 0: the date is that of the courier
    cases: int


class Event(ResponseModel):
    """Entry of a request's timeline: a status and when it was entered."""

    at: datetime
    status: StatusAnswer


class RequestTimeline(ResponseModel):
    """Timeline of a request: holders, forecast and status changes."""

    #: days per holder so far
    held: list[HolderDays]
    #: current holder; null once the request has ended
    holder: HolderKey | None
    holder_name: str | None
    #: start of the current holder's unbroken time
    since: datetime
    is_late: bool
    forecast: ExpectedEnd | None
    #: status changes; empty for roles that read the full history instead
    events: list[Event]


@router.get("/requests/fetch/course", response=RequestTimeline, auth=TokenAuth(ALL_ROLES))
def fetch_timeline(request: HttpRequest, request_id: Annotated[QueryId, Query(alias="requestId")]) -> ApiResponse:
    """Return the days per holder of a request and when it is expected to end."""
    return ApiResponse(get_request_timeline(request_id, actor=get_actor(request)))


def _build_query(request: HttpRequest, filters: ReportFilter) -> ListQuery:
    return parse_v1_query(GENERAL_REPORT, get_actor(request), request.GET, filters.to_query_params())


@router.post(
    "/reports/general/search",
    response=Page,
    auth=TokenAuth(GENERAL_REPORT.readers),
    openapi_extra={"parameters": PAGING_PARAMETERS},
)
def search_general_report(request: HttpRequest, filters: ReportFilter) -> ApiResponse:
    """Return a page of the general report."""
    content, total = get_page(GENERAL_REPORT, get_actor(request), _build_query(request, filters))
    return ApiResponse({"content": content, "totalElements": total})


@router.post("/reports/general/charts", response=Chart, auth=TokenAuth(GENERAL_REPORT.readers))
def fetch_charts(request: HttpRequest, filters: ReportFilter) -> ApiResponse:
    """Return the general report's numbers for charts."""
    actor, query = get_actor(request), _build_query(request, filters)

    def count() -> dict[str, Any]:
        rows = build_queryset(GENERAL_REPORT, actor, query)
        return {
            **build_charts(rows),
            "remote": count_remote_resolutions(actor, query),
            "previous": compare_with_previous_period(actor, query),
        }

    return ApiResponse(read_from_replica(count, actor=actor))


@router.post(
    "/files/export/general-report/xlsx",
    auth=TokenAuth(GENERAL_REPORT.readers),
    openapi_extra={"parameters": EXPORT_PARAMETERS, "responses": EXPORT_RESPONSES},
)
def export_general_report(request: HttpRequest, filters: ReportFilter) -> FileResponse | ApiResponse:
    """Export the general report as a spreadsheet."""
    return export_from_request(GENERAL_REPORT, request, filters.to_query_params())
