"""Endpoints of password recovery and account requests (contract 6.1)."""

from typing import Annotated

from django.conf import settings
from django.http import HttpRequest
from ninja import Header, Router

from portal_backend.accounts.attempts import site_of, throttle
from portal_backend.accounts.sessions import Gate, actor_of
from portal_backend.base.answers import Answer
from portal_backend.base.calls import address_of
from portal_backend.base.fields import Keyword, QueryId
from portal_backend.base.newyork import now
from portal_backend.joining import first_run, recovery, requests
from portal_backend.joining.lists import DECIDERS
from portal_backend.joining.schemas import (
    AccountDecisionIn,
    AccountRequestAnswer,
    AccountRequestIn,
    AdministratorIn,
    NewPasswordIn,
    SetupAnswer,
)

router = Router(tags=["joining"])
HOUR = 3_600


@router.get("/setup", response=SetupAnswer, auth=None)
def fetch_setup(request: HttpRequest) -> Answer:
    """Return whether the portal still needs its first administrator."""
    return Answer({"open": first_run.is_open()})


@router.post("/setup/administrator", response=bool, auth=None)
def post_administrator(request: HttpRequest, key: Keyword, data: AdministratorIn) -> Answer:
    """Create the first administrator with the key of the setup link."""
    first_run.create_first(key, data, address=address_of(request))
    return Answer(True)


@router.put("/support/request-reset-password", response=bool, auth=None)
def put_reset_request(request: HttpRequest, username: Keyword) -> Answer:
    """Email a link to set a new password."""
    recovery.request_reset(username, address=address_of(request))
    return Answer(True)


@router.put("/support/request-username-by-email", response=bool, auth=None)
def put_username_request(request: HttpRequest, email: Keyword) -> Answer:
    """Email the usernames that belong to an email address."""
    recovery.request_usernames(email, address=address_of(request))
    return Answer(True)


@router.put("/support/verify-action-key", response=bool, auth=None)
def put_verify(request: HttpRequest, key: Keyword) -> Answer:
    """Check that a password reset key is valid."""
    recovery.verify(key, address=address_of(request))
    return Answer(True)


@router.put("/support/reset-password", response=bool, auth=None)
def put_password(request: HttpRequest, key: Keyword, data: NewPasswordIn) -> Answer:
    """Set a new password with a reset key and end all sessions of the user."""
    recovery.reset_password(key, data.new_password, address=address_of(request))
    return Answer(True)


@router.post("/contacts/request-account/request", response=int, auth=None)
def post_account_request(
    request: HttpRequest,
    data: AccountRequestIn,
    key: Annotated[str | None, Header(alias="Idempotency-Key")] = None,
) -> Answer:
    """Submit an account request.

    A repeated Idempotency-Key does not submit it again.
    """
    address = address_of(request)
    throttle(f"joining:{site_of(address)}:{now():%Y%m%d%H}", settings.ACCOUNT_REQUESTS_PER_HOUR, HOUR)
    return Answer(requests.ask_once(data, key, request.body, address=address))


@router.get("/contacts/fetch/request-account", response=AccountRequestAnswer, auth=Gate(DECIDERS))
def fetch_account_request(request: HttpRequest, id: QueryId) -> Answer:
    """Return an account request."""
    return Answer(requests.request_of(id))


@router.put("/contacts/request-account/decision", response=bool, auth=Gate(DECIDERS))
def put_decision(request: HttpRequest, data: AccountDecisionIn) -> Answer:
    """Approve or reject an account request."""
    requests.decide(data, actor=actor_of(request))
    return Answer(True)
