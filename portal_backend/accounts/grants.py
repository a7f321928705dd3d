"""Object permissions kept in step with membership and the manager's list, and read once a call (contract section 2)."""

from collections.abc import Iterable

from guardian.shortcuts import assign_perm

from portal_backend.accounts.lists import UNLIMITED
from portal_backend.accounts.models import Client, ClientGrant, ServiceGrant, User
from portal_backend.base.actor import Actor, Role

FOLLOW_CLIENT = "accounts.follow_client"
FOLLOW_SERVICE = "accounts.follow_service"


def renew_membership_grants(user: User) -> None:
    """Grant what the user's own organisation gives, and nothing else. For CLIENT and SERVICE users."""
    ClientGrant.objects.filter(user=user).delete()
    ServiceGrant.objects.filter(user=user).delete()
    if user.client_id:
        assign_perm(FOLLOW_CLIENT, user, user.client)
    if user.service_id:
        assign_perm(FOLLOW_SERVICE, user, user.service)


def set_followed_clients(manager: User, clients: Iterable[Client]) -> None:
    """Make `clients` the manager's list."""
    ClientGrant.objects.filter(user=manager).delete()
    for client in clients:
        assign_perm(FOLLOW_CLIENT, manager, client)


def actor_for(user: User) -> Actor:
    """The actor of a user: role and granted organisations, in at most two queries."""
    clients: frozenset[int] | None = frozenset()
    services: frozenset[int] | None = frozenset()
    if user.role in UNLIMITED:
        clients = services = None
    elif user.service_id:
        services = frozenset(_granted(ServiceGrant, user, "follow_service"))
    else:
        clients = frozenset(_granted(ClientGrant, user, "follow_client"))
    return Actor(user.pk, user.username, user.full_name, Role(user.role), clients, services)


def _granted(model: type[ClientGrant] | type[ServiceGrant], user: User, codename: str) -> Iterable[int]:
    grants = model.objects.filter(user=user, permission__codename=codename)
    return grants.values_list("content_object_id", flat=True)
