"""Endpoints across all kinds of service request (contract section 6.6)."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router
from pydantic import Field

from portal_backend.accounts.selectors import USER_ADMINS as MAIL_ADMINS
from portal_backend.accounts.sessions import TokenAuth, get_actor
from portal_backend.core.errors import invalid_field
from portal_backend.core.normalization import normalize_key
from portal_backend.core.responses import ApiResponse
from portal_backend.core.types import QueryId, ResponseModel, ShortText
from portal_backend.notifications.recipients import preview_mails
from portal_backend.resources.routes import mount_list
from portal_backend.workflow import lists, search
from portal_backend.workflow.actions import change_service
from portal_backend.workflow.counters import build_counters_response
from portal_backend.workflow.models import RequestKind
from portal_backend.workflow.notifications import build_hypothetical_event
from portal_backend.workflow.process import PROCESSES
from portal_backend.workflow.scope import in_scope

router = Router(tags=["requests"])


class Counter(ResponseModel):
    """Number of service requests of one kind that wait for the caller's role."""

    request_type: RequestKind
    total: int


class MailRecipient(ResponseModel):
    """Recipient of a hypothetical email, with the reason and the email."""

    username: str
    full_name: str
    role: str
    language: str
    addresses: list[str]
    why: str
    subject: str
    text: str


class SearchResult(ResponseModel):
    """Service request that matches a search; `matched` is the matching line."""

    id: int
    request_id: str
    request_type: RequestKind
    status: str
    client_name: str | None = None
    matched: str


mount_list(router, "/requests/fetch-by-criteria/action-required", lists.ACTION_REQUIRED_LIST, TokenAuth)


@router.get(
    "/requests/fetch-number/action-required", response=list[Counter], auth=TokenAuth(lists.ACTION_REQUIRED_READERS)
)
def fetch_counters(request: HttpRequest) -> ApiResponse:
    """Return the number of requests of each kind that wait for the caller's role.

    The number of unread notifications is in the header `Portal-Unread`.
    """
    return build_counters_response(get_actor(request))


@router.get("/requests/search", response=list[SearchResult], auth=TokenAuth(search.SEARCHERS))
def fetch_search_results(
    request: HttpRequest, word: Annotated[ShortText, Field(min_length=2, max_length=100)]
) -> ApiResponse:
    """Find requests by a keyword.

    It is searched in number, serial number, service tag, part, title, client and service.
    """
    return ApiResponse(search.search_requests(get_actor(request), word))


@router.get("/mail/readers", response=list[MailRecipient], auth=TokenAuth(MAIL_ADMINS))
def fetch_mail_recipients(
    request: HttpRequest, request_id: Annotated[ShortText, Query(alias="requestId")], key: Annotated[ShortText, Query()]
) -> ApiResponse:
    """Return the recipients of the emails about a hypothetical transition or action.

    `requestId` is the number of a service request, `key` a status or an action.
    """
    actor = get_actor(request)
    found = (
        in_scope(actor)
        .filter(search.build_keyword_filter(request_id), number__normalized=normalize_key(request_id))
        .first()
    )
    if found is None:
        raise invalid_field("requestId", "choice")
    return ApiResponse(preview_mails(build_hypothetical_event(PROCESSES[found.kind], found, key, actor)))


@router.put("/requests/change/service", response=bool, auth=TokenAuth(lists.SERVICE_CHANGERS))
def put_service(
    request: HttpRequest,
    request_id: Annotated[QueryId, Query(alias="requestId")],
    service_id: Annotated[QueryId, Query(alias="serviceId")],
) -> ApiResponse:
    """Assign an open repair or part request to another Service."""
    change_service(("REPAIR", "PARTS"), request_id, service_id, actor=get_actor(request))
    return ApiResponse(True)
