"""Look up users and organizations, with errors on their field."""

from typing import Any

from django.db.models import QuerySet

from portal_backend.accounts.models import Client, Service, User
from portal_backend.base.errors import Refusal, invalid_field, not_found
from portal_backend.base.words import Word


def locked_user(username: str) -> User:
    """Return a user by name, with the row locked for update. Raises 404."""
    user = User.objects.select_for_update().filter(username=username).first()
    if user is None:
        raise not_found()
    return user


def chosen_client(pk: int | None) -> Client | None:
    """Return the selected Client, or None if none is selected. Raises 400."""
    client = Client.objects.filter(pk=pk).first() if pk else None
    if pk and client is None:
        raise invalid_field("clientId", "choice")
    return client


def chosen_service(pk: int | None, path: str = "serviceId") -> Service | None:
    """Return the selected Service, or None if none is selected.

    Raises 400 on the field `path` if it does not exist.
    """
    service = Service.objects.filter(pk=pk).first() if pk else None
    if pk and service is None:
        raise invalid_field(path, "choice")
    return service


def taken(code: str, field: str) -> Refusal:
    """Build the 409 error for a name in `field` that is already taken."""
    return Refusal(409, code, fields={field: Word(f"errors.{code}")})


def refuse_taken(others: QuerySet[Any], code: str, field: str) -> None:
    """Raise 409 on `field` if `others` has rows with the name."""
    if others.exists():
        raise taken(code, field)
