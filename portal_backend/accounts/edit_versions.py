"""Values of the cards of a user, and versions that detect conflicts (spec 2.4)."""

from typing import Any

from django.db.models import Model

from portal_backend.accounts import selectors
from portal_backend.accounts.models import Client, Service, User
from portal_backend.audit.log import diff_values
from portal_backend.core.actor import Actor, Role
from portal_backend.resources.form import Values, compute_row_version


def get_contact_values(user: User) -> Values:
    """Return the account's details.

    The lock is not part of them, because it is changed by another call.
    """
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


def get_address_values(user: User) -> Values:
    """Return the postal address; empty if there is none."""
    return selectors.serialize_address(user) or {}


def get_client_values(client: Client) -> Values:
    """Return the values of a Client that administrators edit."""
    return {"name": client.name, "countryCode": client.country_code, "service": client.service_id}


def get_service_values(service: Service) -> Values:
    """Return the values of a Service that administrators edit."""
    return {
        "name": service.name,
        "contactUser": service.contact_user_id,
        "price": str(service.price),
        "supportSpecialServices": service.support_special_services,
    }


def get_manager_values(manager: User) -> Values:
    """Return the ids of the Clients that a manager follows."""
    followed = Client.objects.filter(clientgrant__user=manager).order_by("pk")
    return {"clients": list(followed.values_list("pk", flat=True))}


# model and name attribute of the fields that hold ids
REFERENCE_FIELDS: dict[str, tuple[type[Model], str]] = {
    "client": (Client, "name"),
    "service": (Service, "name"),
    "clients": (Client, "name"),
    "contactUser": (User, "username"),
}


def diff_with_names(before: Values, after: Values) -> dict[str, list[Any]]:
    """Return the old and new value of each changed field, with names in place of ids.

    Names are the current ones.
    """
    changed = diff_values(before, after)
    for key in changed.keys() & REFERENCE_FIELDS.keys():
        model, name = REFERENCE_FIELDS[key]
        ids = {pk for value in changed[key] for pk in _list_ids(value)}
        names = dict(model._default_manager.filter(pk__in=ids).values_list("pk", name))
        changed[key] = [", ".join(str(names[pk]) for pk in _list_ids(value) if pk in names) for value in changed[key]]
    return changed


def _list_ids(value: Any) -> list[int]:
    return list(value) if isinstance(value, list) else [value] if value else []


def get_card_versions(user: User, actor: Actor) -> dict[str, Any]:
    """Return the version of each card that the actor may save."""
    cards = {"contact": get_contact_values(user), "address": get_address_values(user)}
    if actor.role in selectors.USER_ADMINS:
        if user.client is not None:
            cards["client"] = get_client_values(user.client)
        if user.service is not None:
            cards["service"] = get_service_values(user.service)
        if user.role == Role.SUSTAINABILITY_MANAGER:
            cards["clients"] = get_manager_values(user)
    return {name: compute_row_version(values) for name, values in cards.items()}
