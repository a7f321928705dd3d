"""Endpoints that every session needs (contract section 6.1)."""

from django.http import HttpRequest
from ninja import Router

from portal_backend.accounts import selectors, sessions
from portal_backend.accounts.edit_versions import get_card_versions
from portal_backend.accounts.schemas import (
    AddressAnswer,
    ClientChoice,
    EndedSessionsIn,
    OwnSession,
    Profile,
    ServiceChoice,
)
from portal_backend.accounts.selectors import CLIENT_CHOICES, get_service_choices
from portal_backend.accounts.sessions import TokenAuth, end_own_sessions, get_actor, get_token, list_own_sessions
from portal_backend.core.actor import ALL_ROLES
from portal_backend.core.responses import ApiResponse
from portal_backend.core.types import ShortText
from portal_backend.resources.routes import mount_list

router = Router(tags=["accounts"])
mount_list(router, "/client/fetch-by-criteria", CLIENT_CHOICES, TokenAuth)


@router.put("/contacts/logout", response=bool, auth=TokenAuth(ALL_ROLES))
def logout(request: HttpRequest) -> ApiResponse:
    """End the session."""
    sessions.log_out(get_token(request))
    return ApiResponse(True)


@router.get("/sessions", response=list[OwnSession], auth=TokenAuth(ALL_ROLES))
def fetch_sessions(request: HttpRequest) -> ApiResponse:
    """List the caller's open sessions, the current one first."""
    return ApiResponse(list_own_sessions(get_actor(request), get_token(request)))


@router.put("/sessions/end", response=bool, auth=TokenAuth(ALL_ROLES))
def end_sessions(request: HttpRequest, data: EndedSessionsIn) -> ApiResponse:
    """End one of the caller's other sessions, or all of them."""
    end_own_sessions(data.id, get_actor(request), get_token(request), data.current_password)
    return ApiResponse(True)


@router.get("/contacts/profile", response=Profile, auth=TokenAuth(selectors.PROFILE_READERS, has_target_username=True))
def fetch_profile(request: HttpRequest, username: ShortText | None = None) -> ApiResponse:
    """Return the cards of a user's profile."""
    actor = get_actor(request)
    user = selectors.get_readable_user(username, actor)
    return ApiResponse({**selectors.serialize_profile(user, actor), "versions": get_card_versions(user, actor)})


@router.get("/address/fetch", response=AddressAnswer | None, auth=TokenAuth(selectors.PROFILE_READERS))
def fetch_address(request: HttpRequest, identification: ShortText | None = None) -> ApiResponse:
    """Return the postal address of a user."""
    return ApiResponse(selectors.serialize_address(selectors.get_readable_user(identification, get_actor(request))))


@router.get("/client/fetch/all", response=list[ClientChoice], auth=TokenAuth(selectors.CLIENT_PICKERS))
def fetch_clients(request: HttpRequest) -> ApiResponse:
    """List the Clients in scope, for a filter."""
    return ApiResponse(list(selectors.get_clients_in_scope(get_actor(request)).values("id", "name")))


@router.get("/service/fetch/all", response=list[ServiceChoice], auth=TokenAuth(selectors.SERVICE_PICKERS))
def fetch_services(request: HttpRequest) -> ApiResponse:
    """List all Services, for a selection."""
    return ApiResponse(get_service_choices())
