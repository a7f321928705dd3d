"""Endpoints that create and edit users and organizations (contract 6.1)."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Header, Query, Router

from portal_backend.accounts import admin_schemas, editing, editing_organisations, lists, locking
from portal_backend.accounts.contacts import CONTACTS
from portal_backend.accounts.idempotency import idempotent
from portal_backend.accounts.models import Client, Service, User
from portal_backend.accounts.schemas import AddressAnswer, ClientForAdmin, ContactAnswer
from portal_backend.accounts.sessions import Gate, actor_of
from portal_backend.base.actor import Actor
from portal_backend.base.answers import Answer
from portal_backend.base.errors import forbidden
from portal_backend.base.fields import Id, Keyword, RowsSent
from portal_backend.resources.mounting import mount_list

router = Router(tags=["users"])


mount_list(router, "/contacts/fetch/criteria", CONTACTS, Gate)


def named(caller: str, actor: Actor) -> None:
    """Check that `adminUsername`, if sent, is the caller's username. Raises 403."""
    if caller and caller != actor.username:
        raise forbidden()


def contact(user: User) -> Answer:
    """Build the response that describes a user."""
    return Answer(lists.contact(user))


@router.post("/contacts", response=ContactAnswer, auth=Gate(lists.USER_ADMINS))
def post_contact(
    request: HttpRequest,
    data: admin_schemas.NewContactIn,
    key: Annotated[str | None, Header(alias="Idempotency-Key")] = None,
) -> Answer:
    """Create a user.

    A repeated Idempotency-Key returns the response to its first request.
    """
    actor = actor_of(request)
    named(data.admin_username, actor)
    return Answer(
        idempotent(
            "contacts", key, actor, request.body, lambda: lists.contact(editing.create_contact(data, actor=actor))
        )
    )


@router.put("/contacts/edit", response=ContactAnswer, auth=Gate(lists.PROFILE_READERS))
def put_contact(request: HttpRequest, data: admin_schemas.EditedContactIn, version: Keyword = "") -> Answer:
    """Edit a user: one's own account, or as ADMIN any account."""
    named(data.admin_username, actor_of(request))
    return contact(editing.edit_contact(data, actor=actor_of(request), version=version))


@router.put("/contacts/lock", response=ContactAnswer, auth=Gate(lists.USER_ADMINS, names_target=True))
def put_lock(request: HttpRequest, username: Keyword, locked: bool) -> Answer:
    """Lock or unlock a user."""
    return contact(locking.set_locked(username, locked, actor=actor_of(request)))


@router.get("/contacts/fetch", response=ContactAnswer, auth=Gate(lists.PROFILE_READERS, names_target=True))
def fetch_contact(request: HttpRequest, username: Keyword | None = None) -> Answer:
    """Return a user: one's own account, or as ADMIN any account."""
    return contact(lists.readable_user(username, actor_of(request)))


@router.put("/address/edit", response=AddressAnswer, auth=Gate(lists.PROFILE_READERS))
def put_address(
    request: HttpRequest,
    data: admin_schemas.UserAddressIn,
    identification: Keyword | None = None,
    version: Keyword = "",
) -> Answer:
    """Save a user's postal address: one's own, or as ADMIN any user's."""
    user = editing.edit_address(identification, data, actor=actor_of(request), version=version)
    return Answer(lists.address(user))


@router.put("/client/edit", response=ClientForAdmin, auth=Gate(lists.USER_ADMINS))
def put_client(request: HttpRequest, data: admin_schemas.EditedClientIn, version: Keyword = "") -> Answer:
    """Edit a Client."""
    named(data.admin_username, actor_of(request))
    changed: Client = editing_organisations.edit_client(data, actor=actor_of(request), version=version)
    return Answer(lists.client_for_admin(changed))


@router.put("/service/edit", response=admin_schemas.ServiceAnswer, auth=Gate(lists.USER_ADMINS))
def put_service(request: HttpRequest, data: admin_schemas.ServiceIn, version: Keyword = "") -> Answer:
    """Edit a Service."""
    named(data.admin_username, actor_of(request))
    changed: Service = editing_organisations.edit_service(data, actor=actor_of(request), version=version)
    answer: dict[str, Any] = {**lists.service_for_admin(changed), "price": changed.price}
    return Answer(answer)


@router.post("/sustainability-manager/save/clients", response=bool, auth=Gate(lists.USER_ADMINS))
def post_manager_clients(
    request: HttpRequest,
    specified: Annotated[Keyword, Query(alias="specifiedUsername")],
    ids: RowsSent[Id],
    version: Keyword = "",
) -> Answer:
    """Replace the list of Clients that a manager follows."""
    editing_organisations.set_manager_clients(specified, ids, actor=actor_of(request), version=version)
    return Answer(True)
