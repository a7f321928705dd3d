"""Endpoints across all kinds of service request (contract section 6.6)."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router
from pydantic import Field

from portal_backend.accounts.lists import USER_ADMINS as MAIL_ADMINS
from portal_backend.accounts.sessions import Gate, actor_of
from portal_backend.base.answers import Answer
from portal_backend.base.errors import invalid_field
from portal_backend.base.fields import Keyword, QueryId, Wire
from portal_backend.base.normalization import normalize_key
from portal_backend.notifications.telling import would_tell
from portal_backend.resources.mounting import mount_list
from portal_backend.workflow import lists, searching
from portal_backend.workflow.actions import change_service
from portal_backend.workflow.models import Kind
from portal_backend.workflow.numbers import poll_answer
from portal_backend.workflow.process import PROCESSES
from portal_backend.workflow.scope import in_scope
from portal_backend.workflow.telling import supposed

router = Router(tags=["requests"])


class Counter(Wire):
    """Number of service requests of one kind that wait for the caller's role."""

    request_type: Kind
    total: int


class Told(Wire):
    """Recipient of a hypothetical email, with the reason and the email."""

    username: str
    full_name: str
    role: str
    language: str
    addresses: list[str]
    why: str
    subject: str
    text: str


class Found(Wire):
    """Service request that matches a search; `matched` is the matching line."""

    id: int
    request_id: str
    request_type: Kind
    status: str
    client_name: str | None = None
    matched: str


mount_list(router, "/requests/fetch-by-criteria/action-required", lists.ACTION_REQUIRED_LIST, Gate)


@router.get("/requests/fetch-number/action-required", response=list[Counter], auth=Gate(lists.INBOX_READERS))
def fetch_counters(request: HttpRequest) -> Answer:
    """Return the number of requests of each kind that wait for the caller's role.

    The number of unread notifications is in the header `Portal-Unread`.
    """
    return poll_answer(actor_of(request))


@router.get("/requests/search", response=list[Found], auth=Gate(searching.SEARCHERS))
def search(request: HttpRequest, word: Annotated[Keyword, Field(min_length=2, max_length=100)]) -> Answer:
    """Find requests by a keyword.

    It is searched in number, serial number, service tag, part, title, client and service.
    """
    return Answer(searching.found(actor_of(request), word))


@router.get("/mail/readers", response=list[Told], auth=Gate(MAIL_ADMINS))
def fetch_readers(
    request: HttpRequest, request_id: Annotated[Keyword, Query(alias="requestId")], key: Annotated[Keyword, Query()]
) -> Answer:
    """Return the recipients of the emails about a hypothetical transition or action.

    `requestId` is the number of a service request, `key` a status or an action.
    """
    actor = actor_of(request)
    found = in_scope(actor).filter(searching.holding(request_id), number__normalized=normalize_key(request_id)).first()
    if found is None:
        raise invalid_field("requestId", "choice")
    return Answer(would_tell(supposed(PROCESSES[found.kind], found, key, actor)))


@router.put("/requests/change/service", response=bool, auth=Gate(lists.SERVICE_CHANGERS))
def put_service(
    request: HttpRequest,
    request_id: Annotated[QueryId, Query(alias="requestId")],
    service_id: Annotated[QueryId, Query(alias="serviceId")],
) -> Answer:
    """Assign an open repair or part request to another Service."""
    change_service(("REPAIR", "PARTS"), request_id, service_id, actor=actor_of(request))
    return Answer(True)
