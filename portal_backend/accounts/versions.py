"""What stands on each card of a user, and the fingerprint that tells two who edit it apart (spec 2.4)."""

from typing import Any

from portal_backend.accounts import lists
from portal_backend.accounts.models import Client, Service, User
from portal_backend.base.actor import Actor, Role
from portal_backend.resources.form import Values, version_of


def contact_values(user: User) -> Values:
    """The account's details; a lock is no part of them, it has its own call."""
    return {
        "username": user.username,
        "firstName": user.first_name,
        "lastName": user.last_name,
        "phone": user.phone,
        "email": user.email,
        "backupEmails": [row.value for row in user.backup_emails.order_by("pk")],
        "client": user.client_id,
        "service": user.service_id,
    }


def address_values(user: User) -> Values:
    """The address, empty where none was given."""
    return lists.address(user) or {}


def client_values(client: Client) -> Values:
    """A Client as ADMIN edits it."""
    return {"name": client.name, "countryCode": client.country_code, "service": client.service_id}


def service_values(service: Service) -> Values:
    """A Service as ADMIN edits it."""
    return {
        "name": service.name,
        "contactUser": service.contact_user_id,
        "price": str(service.price),
        "supportSpecialServices": service.support_special_services,
    }


def manager_values(manager: User) -> Values:
    """A manager's list."""
    followed = Client.objects.filter(clientgrant__user=manager).order_by("pk")
    return {"clients": list(followed.values_list("pk", flat=True))}


def card_versions(user: User, actor: Actor) -> dict[str, Any]:
    """The version of each card that the viewer may save."""
    cards = {"contact": contact_values(user), "address": address_values(user)}
    if actor.role in lists.USER_ADMINS:
        if user.client is not None:
            cards["client"] = client_values(user.client)
        if user.service is not None:
            cards["service"] = service_values(user.service)
        if user.role == Role.SUSTAINABILITY_MANAGER:
            cards["clients"] = manager_values(user)
    return {name: version_of(values) for name, values in cards.items()}
