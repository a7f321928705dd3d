"""Object permissions that follow from membership and client lists.

They are loaded together with the user, once per API call (contract section 2).
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from guardian.shortcuts import assign_perm

from portal_backend.accounts.models import Client, ClientGrant, ServiceGrant, User
from portal_backend.accounts.selectors import UNRESTRICTED_ROLES
from portal_backend.core.actor import Actor, Role

FOLLOW_CLIENT = "accounts.follow_client"
FOLLOW_SERVICE = "accounts.follow_service"
ACTOR_COLUMNS = (
    *("pk", "username", "first_name", "last_name", "role"),
    *("clientgrant__content_object_id", "servicegrant__content_object_id"),
)


def renew_membership_grants(user: User) -> None:
    """Replace the grants of a CLIENT or SERVICE user by that on its organization."""
    ClientGrant.objects.filter(user=user).delete()
    ServiceGrant.objects.filter(user=user).delete()
    if user.client_id:
        assign_perm(FOLLOW_CLIENT, user, user.client)
    if user.service_id:
        assign_perm(FOLLOW_SERVICE, user, user.service)


@transaction.atomic
def set_followed_clients(manager: User, clients: Iterable[Client]) -> None:
    """Replace the Clients that a manager follows."""
    ClientGrant.objects.filter(user=manager).delete()
    ClientGrant.objects.bulk_assign_perm("follow_client", manager, list(set(clients)))


def build_actor(user: User) -> Actor:
    """Build the actor of a user with role and granted organizations, in one query."""
    return build_actor_from_rows(list(User.objects.filter(pk=user.pk).values_list(*ACTOR_COLUMNS)))


def build_actor_from_rows(rows: Sequence[tuple[Any, ...]]) -> Actor:
    """Build an actor from rows of the columns ACTOR_COLUMNS.

    There is one row for each grant of the user, and one row without a grant if there are none.
    """
    pk, username, first_name, last_name, role, *_ = rows[0]
    clients: frozenset[int] | None = frozenset(row[5] for row in rows if row[5] is not None)
    services: frozenset[int] | None = frozenset(row[6] for row in rows if row[6] is not None)
    if role in UNRESTRICTED_ROLES:
        clients = services = None
    return Actor(pk, username, f"{first_name} {last_name}".strip(), Role(role), clients, services)
