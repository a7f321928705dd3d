"""Endpoints of password reset and account requests (contract 6.1)."""

from typing import Annotated

from django.conf import settings
from django.http import HttpRequest
from ninja import Header, Router

from portal_backend.accounts.rate_limits import HOUR, build_hourly_key, throttle
from portal_backend.accounts.sessions import TokenAuth, get_actor
from portal_backend.core.request_context import get_client_ip, get_client_network
from portal_backend.core.responses import ApiResponse
from portal_backend.core.types import QueryId, ShortText
from portal_backend.registration import account_requests, first_run, password_reset
from portal_backend.registration.lists import DECIDERS
from portal_backend.registration.schemas import (
    AccountDecisionIn,
    AccountRequestAnswer,
    AccountRequestIn,
    FirstAdministratorIn,
    NewPasswordIn,
    SetupAnswer,
)

router = Router(tags=["registration"])


@router.get("/setup", response=SetupAnswer, auth=None)
def fetch_setup(request: HttpRequest) -> ApiResponse:
    """Return whether the portal still needs its first administrator."""
    return ApiResponse({"open": first_run.is_setup_open()})


@router.put("/setup/verify-key", response=bool, auth=None)
def put_setup_key(request: HttpRequest, key: ShortText) -> ApiResponse:
    """Check that the key of the setup link is valid."""
    first_run.verify_setup_token(key, ip_address=get_client_ip(request))
    return ApiResponse(True)


@router.post("/setup/administrator", response=bool, auth=None)
def post_administrator(request: HttpRequest, key: ShortText, data: FirstAdministratorIn) -> ApiResponse:
    """Create the first administrator with the key of the setup link."""
    first_run.create_first_administrator(key, data, ip_address=get_client_ip(request))
    return ApiResponse(True)


@router.put("/support/request-reset-password", response=bool, auth=None)
def put_reset_request(request: HttpRequest, username: ShortText) -> ApiResponse:
    """Email a link to set a new password."""
    password_reset.request_reset(username, ip_address=get_client_ip(request))
    return ApiResponse(True)


@router.put("/support/request-username-by-email", response=bool, auth=None)
def put_username_request(request: HttpRequest, email: ShortText) -> ApiResponse:
    """Email the usernames that belong to an email address."""
    password_reset.request_usernames(email, ip_address=get_client_ip(request))
    return ApiResponse(True)


@router.put("/support/verify-action-key", response=bool, auth=None)
def put_verify(request: HttpRequest, key: ShortText) -> ApiResponse:
    """Check that a password reset key is valid."""
    password_reset.verify_reset_token(key, ip_address=get_client_ip(request))
    return ApiResponse(True)


@router.put("/support/reset-password", response=bool, auth=None)
def put_password(request: HttpRequest, key: ShortText, data: NewPasswordIn) -> ApiResponse:
    """Set a new password with a reset key and end all sessions of the user."""
    password_reset.reset_password(key, data.new_password, ip_address=get_client_ip(request))
    return ApiResponse(True)


@router.post("/contacts/request-account/request", response=int, auth=None)
def post_account_request(
    request: HttpRequest,
    data: AccountRequestIn,
    key: Annotated[str | None, Header(alias="Idempotency-Key")] = None,
) -> ApiResponse:
    """Submit an account request.

    A repeated Idempotency-Key does not submit it again.
    """
    address = get_client_ip(request)
    hourly_key = build_hourly_key("account-requests", get_client_network(address))
    throttle(hourly_key, settings.ACCOUNT_REQUESTS_PER_HOUR, HOUR)
    return ApiResponse(account_requests.submit_once(data, key, request.body, ip_address=address))


@router.get("/contacts/fetch/request-account", response=AccountRequestAnswer, auth=TokenAuth(DECIDERS))
def fetch_account_request(request: HttpRequest, id: QueryId) -> ApiResponse:
    """Return an account request."""
    return ApiResponse(account_requests.serialize_account_request(id, get_actor(request)))


@router.put("/contacts/request-account/decision", response=bool, auth=TokenAuth(DECIDERS))
def put_decision(request: HttpRequest, data: AccountDecisionIn) -> ApiResponse:
    """Approve or reject an account request."""
    account_requests.decide(data, actor=get_actor(request))
    return ApiResponse(True)
