"""Endpoints that create and edit users and organizations (contract 6.1)."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Header, Query, Router

from portal_backend.accounts import actions, locking, organizations, schemas, selectors
from portal_backend.accounts.idempotency import idempotent
from portal_backend.accounts.models import Client, Service, User
from portal_backend.accounts.schemas import AddressAnswer, ClientForAdmin, ContactAnswer
from portal_backend.accounts.sessions import TokenAuth, get_actor
from portal_backend.accounts.user_lists import CONTACTS
from portal_backend.core.actor import Actor
from portal_backend.core.errors import forbidden
from portal_backend.core.responses import ApiResponse
from portal_backend.core.types import Id, RequestList, ShortText
from portal_backend.resources.routes import mount_list

router = Router(tags=["users"])


mount_list(router, "/contacts/fetch/criteria", CONTACTS, TokenAuth)


def check_admin_username(caller: str, actor: Actor) -> None:
    """Check that `adminUsername`, if sent, is the caller's username. Raises 403."""
    if caller and caller != actor.username:
        raise forbidden()


def build_contact_response(user: User) -> ApiResponse:
    """Build the response that describes a user."""
    return ApiResponse(selectors.serialize_contact(user))


@router.post("/contacts", response=ContactAnswer, auth=TokenAuth(selectors.USER_ADMINS))
def post_contact(
    request: HttpRequest,
    data: schemas.NewContactIn,
    key: Annotated[str | None, Header(alias="Idempotency-Key")] = None,
) -> ApiResponse:
    """Create a user.

    A repeated Idempotency-Key returns the response to its first request.
    """
    actor = get_actor(request)
    check_admin_username(data.admin_username, actor)
    return ApiResponse(
        idempotent(
            "contacts",
            key,
            actor,
            request.body,
            lambda: selectors.serialize_contact(actions.create_contact(data, actor=actor)),
        )
    )


@router.put("/contacts/edit", response=ContactAnswer, auth=TokenAuth(selectors.PROFILE_READERS))
def put_contact(request: HttpRequest, data: schemas.EditedContactIn, version: ShortText = "") -> ApiResponse:
    """Edit a user: one's own account, or as ADMIN any account."""
    check_admin_username(data.admin_username, get_actor(request))
    return build_contact_response(actions.edit_contact(data, actor=get_actor(request), version=version))


@router.put("/contacts/lock", response=ContactAnswer, auth=TokenAuth(selectors.USER_ADMINS, has_target_username=True))
def put_lock(request: HttpRequest, username: ShortText, locked: bool) -> ApiResponse:
    """Lock or unlock a user."""
    return build_contact_response(locking.set_locked(username, locked, actor=get_actor(request)))


@router.get(
    "/contacts/fetch", response=ContactAnswer, auth=TokenAuth(selectors.PROFILE_READERS, has_target_username=True)
)
def fetch_contact(request: HttpRequest, username: ShortText | None = None) -> ApiResponse:
    """Return a user: one's own account, or as ADMIN any account."""
    return build_contact_response(selectors.get_readable_user(username, get_actor(request)))


@router.put("/address/edit", response=AddressAnswer, auth=TokenAuth(selectors.PROFILE_READERS))
def put_address(
    request: HttpRequest,
    data: schemas.UserAddressIn,
    identification: ShortText | None = None,
    version: ShortText = "",
) -> ApiResponse:
    """Save a user's postal address: one's own, or as ADMIN any user's."""
    user = actions.edit_address(identification, data, actor=get_actor(request), version=version)
    return ApiResponse(selectors.serialize_address(user))


@router.put("/client/edit", response=ClientForAdmin, auth=TokenAuth(selectors.USER_ADMINS))
def put_client(request: HttpRequest, data: schemas.EditedClientIn, version: ShortText = "") -> ApiResponse:
    """Edit a Client."""
    check_admin_username(data.admin_username, get_actor(request))
    changed: Client = organizations.edit_client(data, actor=get_actor(request), version=version)
    return ApiResponse(selectors.serialize_client_for_admin(changed))


@router.put("/service/edit", response=schemas.ServiceAnswer, auth=TokenAuth(selectors.USER_ADMINS))
def put_service(request: HttpRequest, data: schemas.ServiceIn, version: ShortText = "") -> ApiResponse:
    """Edit a Service."""
    check_admin_username(data.admin_username, get_actor(request))
    changed: Service = organizations.edit_service(data, actor=get_actor(request), version=version)
    payload: dict[str, Any] = {**selectors.serialize_service_for_admin(changed), "price": changed.price}
    return ApiResponse(payload)


@router.post("/sustainability-manager/save/clients", response=bool, auth=TokenAuth(selectors.USER_ADMINS))
def post_manager_clients(
    request: HttpRequest,
    specified: Annotated[ShortText, Query(alias="specifiedUsername")],
    ids: RequestList[Id],
    version: ShortText = "",
) -> ApiResponse:
    """Replace the list of Clients that a manager follows."""
    actions.set_manager_clients(specified, ids, actor=get_actor(request), version=version)
    return ApiResponse(True)
