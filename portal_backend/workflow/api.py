"""The calls across all kinds (contract section 6.6)."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router
from pydantic import Field

from portal_backend.accounts.sessions import Gate, actor_of
from portal_backend.base.answers import Answer
from portal_backend.base.fields import Keyword, QueryId, Wire
from portal_backend.resources.mounting import mount_list
from portal_backend.workflow import lists, searching
from portal_backend.workflow.actions import change_service
from portal_backend.workflow.models import Kind

router = Router(tags=["requests"])


class Counter(Wire):
    """How many requests of one kind wait for the caller."""

    request_type: Kind
    total: int


class Found(Wire):
    """A request that a word was found in."""

    id: int
    request_id: str
    request_type: Kind
    status: str
    client_name: str | None = None
    matched: str


mount_list(router, "/requests/fetch-by-criteria/action-required", lists.ACTION_REQUIRED_LIST, Gate)


@router.get("/requests/fetch-number/action-required", response=list[Counter], auth=Gate(lists.INBOX_READERS))
def fetch_counters(request: HttpRequest) -> Answer:
    """The numbers on the badges."""
    return Answer(lists.counters(actor_of(request)), polled=True)


@router.get("/requests/search", response=list[Found], auth=Gate(searching.SEARCHERS))
def search(request: HttpRequest, word: Annotated[Keyword, Field(min_length=2, max_length=100)]) -> Answer:
    """Find requests by number, serial number, service tag, part, title, client or service."""
    return Answer(searching.found(actor_of(request), word))


@router.put("/requests/change/service", response=bool, auth=Gate(lists.SERVICE_CHANGERS))
def put_service(
    request: HttpRequest,
    request_id: Annotated[QueryId, Query(alias="requestId")],
    service_id: Annotated[QueryId, Query(alias="serviceId")],
) -> Answer:
    """Give an open repair or part request another Service."""
    change_service(("REPAIR", "PARTS"), request_id, service_id, actor=actor_of(request))
    return Answer(True)
