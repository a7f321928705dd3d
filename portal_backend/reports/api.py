"""The calls of the general report (contract 6.6), and of who held a request until when."""

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
    """An id also as text, as the keys of choices are."""
    return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else blank_is_none(value)


HolderKey = Literal["CLIENT", "SERVICE", "SUPERVISOR", "COURIER"]
OptionalId = Annotated[Id | None, BeforeValidator(_number)]


class ReportFilter(Body):
    """What to search for; at least one field. Times without an offset are New York's."""

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
        """The filters that are set, by the names of the report's declaration."""
        return {key: [str(value)] for key, value in self.model_dump(by_alias=True).items() if value not in (None, "")}


class MonthCount(Wire):
    """Repairs of a month (YYYY-MM) that stand in a status now."""

    month: str
    status: str
    total: int


class StepTime(Wire):
    """How many days a step took."""

    status: str
    name: str
    median: float
    p90: float
    total: int


class HolderTime(Wire):
    """How many days somebody holds a repair in the mean."""

    holder: HolderKey
    name: str
    days: float


class TotalTime(Wire):
    """How many days the completed ones took in all."""

    median: int
    p90: int
    total: int


class WaitCount(Wire):
    """Repairs that have long waited for somebody of a role."""

    role: str
    total: int


class ClientCount(Wire):
    """Repairs of a Client."""

    id: int
    name: str
    total: int


class PartCount(ClientCount):
    """Repairs with a part model."""

    category: str


class Solved(Wire):
    """Remote supports that ended, and those of them that led to no repair or part request."""

    ended: int
    solved: int


class Chart(Wire):
    """The numbers of the four charts and of the tiles above them."""

    months: list[MonthCount]
    total: TotalTime
    waiting: list[WaitCount]
    turnaround: list[StepTime]
    holders: list[HolderTime]
    clients: list[ClientCount]
    parts: list[PartCount]
    remote: Solved | None


class Held(Wire):
    """How many days somebody has held a request in all."""

    holder: HolderKey
    name: str
    days: float
    is_present: bool


class ExpectedEnd(Wire):
    """Between which days a request is expected to end, and how many similar ones tell so."""

    earliest: date
    likely: date
    latest: date
    cases: int


class Event(Wire):
    """A status that a request came to."""

    at: datetime
    status: StatusAnswer


class Course(Wire):
    """Who held a request for how long, who holds it since when, until when; what happened, for who has no history."""

    held: list[Held]
    holder: HolderKey | None
    holder_name: str | None
    since: datetime
    is_late: bool
    forecast: ExpectedEnd | None
    events: list[Event]


@router.get("/requests/fetch/course", response=Course, auth=Gate(EVERYBODY))
def fetch_course(request: HttpRequest, request_id: Annotated[QueryId, Query(alias="requestId")]) -> Answer:
    """Who has held a request for how long, and when it is expected to end."""
    return Answer(read_course(request_id, actor=actor_of(request)))


def _question(request: HttpRequest, wanted: ReportFilter) -> ListQuery:
    return from_v1(GENERAL_REPORT, actor_of(request), request.GET, wanted.given())


@router.post(
    "/reports/general/search", response=Page, auth=Gate(GENERAL_REPORT.readers), openapi_extra={"parameters": PAGING}
)
def search(request: HttpRequest, wanted: ReportFilter) -> Answer:
    """A page of the report."""
    content, total = page(GENERAL_REPORT, actor_of(request), _question(request, wanted))
    return Answer({"content": content, "totalElements": total})


@router.post("/reports/general/charts", response=Chart, auth=Gate(GENERAL_REPORT.readers))
def fetch_charts(request: HttpRequest, wanted: ReportFilter) -> Answer:
    """The report's numbers for charts."""
    actor, question = actor_of(request), _question(request, wanted)

    def counted() -> dict[str, Any]:
        rows = selected(GENERAL_REPORT, actor, question)
        return {**charts(rows), "remote": solved(actor, question)}

    return Answer(from_replica(counted, actor=actor))


offer(GENERAL_REPORT)


@router.post(
    "/files/export/general-report/xlsx",
    auth=Gate(GENERAL_REPORT.readers),
    openapi_extra={"parameters": OWN_PARAMETERS, "responses": RESPONSES},
)
def export(request: HttpRequest, wanted: ReportFilter) -> FileResponse | Answer:
    """The report as a spreadsheet."""
    return exported(GENERAL_REPORT, request, wanted.given())
