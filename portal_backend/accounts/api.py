"""Endpoints that every session needs (contract section 6.1)."""

from django.http import HttpRequest
from ninja import Router

from portal_backend.accounts import lists, sessions
from portal_backend.accounts.autocomplete import CLIENTS, services
from portal_backend.accounts.own_sessions import end_own, own_sessions
from portal_backend.accounts.schemas import (
    AddressAnswer,
    ClientChoice,
    EndedSessionsIn,
    OwnSession,
    Profile,
    ServiceChoice,
)
from portal_backend.accounts.sessions import Gate, actor_of, token_of
from portal_backend.accounts.versions import card_versions
from portal_backend.base.actor import EVERYBODY
from portal_backend.base.answers import Answer
from portal_backend.base.fields import Keyword
from portal_backend.resources.mounting import mount_list

router = Router(tags=["accounts"])
mount_list(router, "/client/fetch-by-criteria", CLIENTS, Gate)


@router.put("/contacts/logout", response=bool, auth=Gate(EVERYBODY))
def logout(request: HttpRequest) -> Answer:
    """End the session."""
    sessions.log_out(token_of(request))
    return Answer(True)


@router.get("/sessions", response=list[OwnSession], auth=Gate(EVERYBODY))
def fetch_sessions(request: HttpRequest) -> Answer:
    """List the caller's open sessions, the current one first."""
    return Answer(own_sessions(actor_of(request), token_of(request)))


@router.put("/sessions/end", response=bool, auth=Gate(EVERYBODY))
def end_sessions(request: HttpRequest, data: EndedSessionsIn) -> Answer:
    """End one of the caller's other sessions, or all of them."""
    end_own(data.id, actor_of(request), token_of(request), data.current_password)
    return Answer(True)


@router.get("/contacts/profile", response=Profile, auth=Gate(lists.PROFILE_READERS, names_target=True))
def profile(request: HttpRequest, username: Keyword | None = None) -> Answer:
    """Return the cards of a user's profile."""
    actor = actor_of(request)
    user = lists.readable_user(username, actor)
    return Answer({**lists.profile(user, actor), "versions": card_versions(user, actor)})


@router.get("/address/fetch", response=AddressAnswer | None, auth=Gate(lists.PROFILE_READERS))
def fetch_address(request: HttpRequest, identification: Keyword | None = None) -> Answer:
    """Return the postal address of a user."""
    return Answer(lists.address(lists.readable_user(identification, actor_of(request))))


@router.get("/client/fetch/all", response=list[ClientChoice], auth=Gate(lists.CLIENT_PICKERS))
def fetch_clients(request: HttpRequest) -> Answer:
    """List the Clients in scope, for a filter."""
    return Answer(list(lists.clients_in_scope(actor_of(request)).values("id", "name")))


@router.get("/service/fetch/all", response=list[ServiceChoice], auth=Gate(lists.SERVICE_PICKERS))
def fetch_services(request: HttpRequest) -> Answer:
    """List all Services, for a selection."""
    return Answer(services())
