"""Sample process with three statuses, its endpoints and messages.

No other module of the portal refers to it.
"""

from typing import Annotated, Any

from django.http import HttpRequest
from django.urls import path
from ninja import NinjaAPI, Query, Router
from ninja.errors import ValidationError

from portal_backend.accounts.lists import client_and_service
from portal_backend.accounts.sessions import Gate, actor_of
from portal_backend.api import handle
from portal_backend.base.actor import EVERYBODY, Actor, Role
from portal_backend.base.answers import Answer, StrictJson
from portal_backend.base.errors import Refusal
from portal_backend.base.fields import QueryId
from portal_backend.base.words import Word
from portal_backend.resources.mounting import mount_list
from portal_backend.resources.resource import Resource
from portal_backend.resources.rest import mount_rest
from portal_backend.urls import urlpatterns as portal
from portal_backend.workflow import lists as shared
from portal_backend.workflow.models import Comment, Request
from portal_backend.workflow.mounting import mount_comment, mount_delete, mount_move
from portal_backend.workflow.moves import number_request, open_request
from portal_backend.workflow.process import HISTORY, Edit, Process, Step, Unmet
from portal_backend.workflow.reading import comments, head
from portal_backend.workflow.scope import get_readable, in_scope
from portal_backend.workflow.searching import search

A, V, S, C = Role.ADMIN, Role.SUPERVISOR, Role.SERVICE, Role.CLIENT
KIND = "LOAN"
TABLE = """
| ASKED | ASKING | V | A V | a comment | LENT |
| LENT | LENDING | C | A S C | none | RETURNED |
| RETURNED | HISTORY (C: LENDING) | none | none | | |
"""
WORDS = {
    **{f"status.{KIND}.{key}": key.title() for key in ("NONE", "ASKED", "LENT", "RETURNED")},
    **{f"tabs.{KIND}.{key}": key.title() for key in ("ASKING", "LENDING")},
    **{f"turn.{KIND}.{key}.others": f"{key.title()} for now." for key in ("ASKED", "LENT", "RETURNED")},
    **{f"continue.{KIND}.{key}": f"Leave {key.title()}" for key in ("ASKED", "LENT")},
    **{f"turn.{KIND}.{key}.yours": "Your turn: answer." for key in ("ASKED", "LENT")},
    f"kinds.{KIND}": "Loan",
    "resources.loans": "Loans",
    "resources.loan-history": "Loan history",
}


def answered(request: Request) -> Unmet | None:
    """Return a guard failure unless the request has a comment."""
    if Comment.objects.filter(request=request).exists():
        return None
    return Unmet(Word("guards.contact"), {"comment": Word("errors.field.required")})


LOAN: Process[Request] = Process(
    kind=KIND,
    prefix="L",
    page="made-up/{id}",
    steps=(
        Step("ASKED", "ASKING", V, frozenset({A, V}), answered, "LENT"),
        Step("LENT", "LENDING", C, frozenset({A, S, C}), next="RETURNED"),
        Step("RETURNED", HISTORY, tone="done"),
    ),
    edits=(Edit("comment", frozenset({A, V}), frozenset({"ASKED"})),),
    subject=lambda request: request,
    items=lambda request: (),
    search_lines=lambda request: ("borrowed",),
    history_readers=EVERYBODY - {C},
    comment_readers=EVERYBODY,
    terminal_tabs={C: "LENDING"},
)
LOANS = Resource(
    name="loans",
    columns=(shared.ID, shared.NUMBER, shared.STATUS, shared.CREATED, shared.CLIENT_NAME),
    rows=lambda actor, parent: in_scope(actor, KIND),
    filters=shared.filters(lambda: {"ASKED", "LENT", "RETURNED"}, None),
    search=search,
)
HISTORY_OF_LOAN = shared.history_of(LOAN, "loan-history", "id", ("createdAt", "DESC"), "")


def open_loan(actor: Actor) -> Request:
    """Create a loan."""
    client, service_id = client_and_service(actor)
    request = open_request(LOAN, actor=actor, client_id=client.pk, service_id=service_id)
    number_request(LOAN, request, actor=actor)
    return request


router, rest = Router(), Router()
mount_list(router, "/loans/fetch", LOANS, Gate)
mount_list(router, "/loans/history", HISTORY_OF_LOAN, Gate)
mount_rest(rest, LOANS, Gate)
mount_move(router, "PUT", "/loans/status", LOAN, "id")
mount_comment(router, "/loans/comment", LOAN)
mount_delete(router, "/loans/delete", LOAN, "id")


@router.get("/loans/one", auth=Gate(EVERYBODY))
def fetch(request: HttpRequest, id: Annotated[QueryId, Query()]) -> Answer:
    """Return a loan as its page would read it."""
    actor = actor_of(request)
    loan = get_readable(actor, KIND, id)
    header: dict[str, Any] = head(LOAN, loan, loan, actor)
    return Answer({**header, "approvalComments": comments(LOAN, loan, actor).get(0, {})})


api = NinjaAPI(urls_namespace="made-up", parser=StrictJson())
api.add_router("/v1", router)
api.add_router("/rest", rest)
for family in (Exception, Refusal, ValidationError):
    api.add_exception_handler(family, handle)
urlpatterns = [path("api/", api.urls), *portal]
