"""Sample process with three statuses, its endpoints and messages.

No other module of the portal refers to it.
"""

from typing import Annotated, Any

from django.http import HttpRequest
from django.urls import path
from ninja import NinjaAPI, Query, Router
from ninja.errors import ValidationError

from portal_backend.accounts.idempotency import idempotent
from portal_backend.accounts.selectors import get_client_and_service
from portal_backend.accounts.sessions import TokenAuth, get_actor
from portal_backend.config.api import handle_error
from portal_backend.config.urls import urlpatterns as portal
from portal_backend.core.actor import ALL_ROLES, Actor, Role
from portal_backend.core.errors import ApiError
from portal_backend.core.responses import ApiResponse, StrictJsonParser
from portal_backend.core.translations import LazyMessage
from portal_backend.core.types import QueryId
from portal_backend.resources.resource import Resource
from portal_backend.resources.rest import mount_rest
from portal_backend.resources.routes import mount_list
from portal_backend.workflow import lists as shared
from portal_backend.workflow.models import Comment, ServiceRequest
from portal_backend.workflow.presenter import serialize_comments, serialize_header
from portal_backend.workflow.process import HISTORY_TAB, Edit, GuardFailure, Process, Step
from portal_backend.workflow.routes import mount_comment, mount_delete, mount_transition
from portal_backend.workflow.scope import get_readable, in_scope
from portal_backend.workflow.search import filter_by_keyword
from portal_backend.workflow.transitions import create_request, number_request

A, V, S, C = Role.ADMIN, Role.SUPERVISOR, Role.SERVICE, Role.CLIENT
KIND = "LOAN"
TABLE = """
| ASKED | ASKING | V | A V | a comment | LENT |
| LENT | LENDING | C | A S C | none | RETURNED |
| RETURNED | HISTORY (C: LENDING) | none | none | | |
"""
MESSAGES = {
    **{f"status.{KIND}.{key}": key.title() for key in ("NONE", "ASKED", "LENT", "RETURNED")},
    **{f"tabs.{KIND}.{key}": key.title() for key in ("ASKING", "LENDING")},
    **{f"turn.{KIND}.{key}.others": f"{key.title()} for now." for key in ("ASKED", "LENT", "RETURNED")},
    **{f"continue.{KIND}.{key}": f"Leave {key.title()}" for key in ("ASKED", "LENT")},
    **{f"turn.{KIND}.{key}.yours": "Your turn: answer." for key in ("ASKED", "LENT")},
    f"turn.{KIND}.ASKED.ready": "Your turn: lend it.",
    f"kinds.{KIND}": "Loan",
    "resources.loans": "Loans",
    "resources.loan-history": "Loan history",
}


def require_comment(request: ServiceRequest) -> GuardFailure | None:
    """Return a guard failure unless the request has a comment."""
    if Comment.objects.filter(request=request).exists():
        return None
    return GuardFailure(LazyMessage("guards.contact"), {"comment": LazyMessage("errors.field.required")})


LOAN: Process[ServiceRequest] = Process(
    kind=KIND,
    prefix="L",
    page="made-up/{id}",
    steps=(
        Step("ASKED", "ASKING", V, frozenset({A, V}), require_comment, "LENT"),
        Step("LENT", "LENDING", C, frozenset({A, S, C}), next="RETURNED"),
        Step("RETURNED", HISTORY_TAB, tone="done"),
    ),
    edits=(Edit("comment", frozenset({A, V}), frozenset({"ASKED"})),),
    load_context=lambda request: request,
    list_item_ids=lambda request: (),
    build_search_lines=lambda request: ("borrowed",),
    history_readers=ALL_ROLES - {C},
    comment_readers=ALL_ROLES,
    terminal_tabs={C: "LENDING"},
)
LOANS = Resource(
    name="loans",
    columns=(
        shared.ID_COLUMN,
        shared.NUMBER_COLUMN,
        shared.STATUS_COLUMN,
        shared.CREATED_COLUMN,
        shared.CLIENT_NAME_COLUMN,
    ),
    rows=lambda actor, parent: in_scope(actor, KIND),
    filters=shared.build_filters(lambda: {"ASKED", "LENT", "RETURNED"}, None),
    search=filter_by_keyword,
)
LOAN_HISTORY = shared.build_history_list(LOAN, "loan-history", "id", ("createdAt", "DESC"), "")


def create_loan(actor: Actor) -> ServiceRequest:
    """Create a loan."""
    client, service_id = get_client_and_service(actor)
    request = create_request(LOAN, actor=actor, client_id=client.pk, service_id=service_id)
    number_request(LOAN, request, actor=actor)
    return request


router, rest = Router(), Router()
mount_list(router, "/loans/fetch", LOANS, TokenAuth)
mount_list(router, "/loans/history", LOAN_HISTORY, TokenAuth)
mount_rest(rest, LOANS, TokenAuth, idempotent)
mount_transition(router, "PUT", "/loans/status", LOAN, "id")
mount_comment(router, "/loans/comment", LOAN)
mount_delete(router, "/loans/delete", LOAN, "id")


@router.get("/loans/one", auth=TokenAuth(ALL_ROLES))
def fetch_loan(request: HttpRequest, id: Annotated[QueryId, Query()]) -> ApiResponse:
    """Return a loan as its page would read it."""
    actor = get_actor(request)
    loan = get_readable(actor, KIND, id)
    header: dict[str, Any] = serialize_header(LOAN, loan, loan, actor)
    return ApiResponse({**header, "approvalComments": serialize_comments(LOAN, loan, actor).get(0, {})})


api = NinjaAPI(urls_namespace="made-up", parser=StrictJsonParser())
api.add_router("/v1", router)
api.add_router("/rest", rest)
for family in (Exception, ApiError, ValidationError):
    api.add_exception_handler(family, handle_error)
urlpatterns = [path("api/", api.urls), *portal]
