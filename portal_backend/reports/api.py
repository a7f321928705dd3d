"""API endpoints of the general report (contract 6.6) and of request timelines."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from django.http import FileResponse, HttpRequest
from ninja import Query, Router
from pydantic import BeforeValidator

from portal_backend.accounts.sessions import Gate, actor_of
from portal_backend.base.actor import EVERYBODY
from portal_backend.base.answers import Answer
from portal_backend.base.fields import Body, Id, Keyword, QueryId, Wire, blank_is_none
from portal_backend.base.replica import from_replica
from portal_backend.exports.mounting import OWN_PARAMETERS, RESPONSES, exported, offer
from portal_backend.reports.charts import charts
from portal_backend.reports.course import read_course
from portal_backend.reports.lists import GENERAL_REPORT
from portal_backend.reports.solved import solved
from portal_backend.resources.mounting import PAGING, Page
from portal_backend.resources.query import ListQuery, from_v1, page, selected
from portal_backend.workflow.schemas import StatusAnswer

router = Router(tags=["reports"])


def _number(value: Any) -> Any:
    """Convert an id sent as text, as the keys of choices are, to an integer."""
    return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else blank_is_none(value)


HolderKey = Literal["CLIENT", "SERVICE", "SUPERVISOR", "COURIER"]
OptionalId = Annotated[Id | None, BeforeValidator(_number)]


class ReportFilter(Body):
    """Filters of the general report; at least one must be set.

    Times without an offset are in New York time.
    """

    client_id: OptionalId = None
    service_id: OptionalId = None
    part_id: OptionalId = None
    category_id: Keyword = ""
    status: Keyword = ""
    request_number: Keyword = ""
    serial_number: Keyword = ""
    service_tag: Keyword = ""
    created_from: Keyword = ""
    created_to: Keyword = ""
    left_step: Keyword = ""
    waiting: Keyword = ""

    def given(self) -> dict[str, list[str]]:
        """Return the filters that are set, by their names in the report's declaration."""
        return {key: [str(value)] for key, value in self.model_dump(by_alias=True).items() if value not in (None, "")}


class MonthCount(Wire):
    """Number of repairs created in a month (YYYY-MM), by their current status."""

    month: str
    status: str
    total: int


class StepTime(Wire):
    """Days that repairs spent in a step: median and 90th percentile."""

    status: str
    name: str
    median: float
    p90: float
    total: int


class HolderTime(Wire):
    """Mean number of days that a holder has a repair."""

    holder: HolderKey
    name: str
    days: float


class TotalTime(Wire):
    """Days from creation to completion of the completed repairs."""

    median: int
    p90: int
    total: int


class WaitCount(Wire):
    """Number of repairs that have waited long for a role."""

    role: str
    total: int


class ClientCount(Wire):
    """Number of repairs of a client."""

    id: int
    name: str
    total: int


class PartCount(ClientCount):
    """Number of repairs with a part."""

    category: str


class Solved(Wire):
    """Remote support requests that ended, and those that needed no shipment."""

    #: number of completed remote support requests
    ended: int
    #: number of those that led to no repair or part request
    solved: int


class Chart(Wire):
    """Numbers of the report's charts and of the tiles above them."""

    months: list[MonthCount]
    total: TotalTime
    waiting: list[WaitCount]
    turnaround: list[StepTime]
    holders: list[HolderTime]
    clients: list[ClientCount]
    parts: list[PartCount]
    remote: Solved | None


class Held(Wire):
    """Total number of days that a holder has had a request."""

    holder: HolderKey
    name: str
    days: float
    is_present: bool


class ExpectedEnd(Wire):
    """Range of days in which a request is expected to end."""

    earliest: date
    likely: date
    latest: date
    #: number of completed requests that the forecast is based on
    cases: int


class Event(Wire):
    """Entry of a request's timeline: a status and when it was entered."""

    at: datetime
    status: StatusAnswer


class Course(Wire):
    """Timeline of a request: holders, forecast and status changes."""

    #: days per holder so far
    held: list[Held]
    #: current holder; null once the request has ended
    holder: HolderKey | None
    holder_name: str | None
    #: start of the current holder's unbroken time
    since: datetime
    is_late: bool
    forecast: ExpectedEnd | None
    #: status changes; empty for roles that read the full history instead
    events: list[Event]


@router.get("/requests/fetch/course", response=Course, auth=Gate(EVERYBODY))
def fetch_course(request: HttpRequest, request_id: Annotated[QueryId, Query(alias="requestId")]) -> Answer:
    """Return the days per holder of a request and when it is expected to end."""
    return Answer(read_course(request_id, actor=actor_of(request)))


def _question(request: HttpRequest, filters: ReportFilter) -> ListQuery:
    return from_v1(GENERAL_REPORT, actor_of(request), request.GET, filters.given())


@router.post(
    "/reports/general/search", response=Page, auth=Gate(GENERAL_REPORT.readers), openapi_extra={"parameters": PAGING}
)
def search(request: HttpRequest, wanted: ReportFilter) -> Answer:
    """Return a page of the general report."""
    content, total = page(GENERAL_REPORT, actor_of(request), _question(request, wanted))
    return Answer({"content": content, "totalElements": total})


@router.post("/reports/general/charts", response=Chart, auth=Gate(GENERAL_REPORT.readers))
def fetch_charts(request: HttpRequest, wanted: ReportFilter) -> Answer:
    """Return the general report's numbers for charts."""
    actor, query = actor_of(request), _question(request, wanted)

    def count() -> dict[str, Any]:
        rows = selected(GENERAL_REPORT, actor, query)
        return {**charts(rows), "remote": solved(actor, query)}

    return Answer(from_replica(count, actor=actor))


offer(GENERAL_REPORT)


@router.post(
    "/files/export/general-report/xlsx",
    auth=Gate(GENERAL_REPORT.readers),
    openapi_extra={"parameters": OWN_PARAMETERS, "responses": RESPONSES},
)
def export(request: HttpRequest, wanted: ReportFilter) -> FileResponse | Answer:
    """Export the general report as a spreadsheet."""
    return exported(GENERAL_REPORT, request, wanted.given())
