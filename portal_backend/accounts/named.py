"""Users and organisations as a change names them: found, or refused on their field."""

from typing import Any

from django.db.models import QuerySet

from portal_backend.accounts.models import Client, Service, User
from portal_backend.base.errors import Refusal, invalid_field, not_found
from portal_backend.base.words import Word


def locked_user(username: str) -> User:
    """The user of this name, locked until the transaction ends. Raises 404."""
    user = User.objects.select_for_update().filter(username=username).first()
    if user is None:
        raise not_found()
    return user


def chosen_client(pk: int | None) -> Client | None:
    """The Client that was chosen, if any. Raises 400 where there is none of this number."""
    client = Client.objects.filter(pk=pk).first() if pk else None
    if pk and client is None:
        raise invalid_field("clientId", "choice")
    return client


def chosen_service(pk: int | None, path: str = "serviceId") -> Service | None:
    """The Service that was chosen at `path`, if any. Raises 400 where there is none of this number."""
    service = Service.objects.filter(pk=pk).first() if pk else None
    if pk and service is None:
        raise invalid_field(path, "choice")
    return service


def taken(code: str, field: str) -> Refusal:
    """409: others have the name in `field`."""
    return Refusal(409, code, fields={field: Word(f"errors.{code}")})


def refuse_taken(others: QuerySet[Any], code: str, field: str) -> None:
    """Refuse (409) a name that others have, whatever its case."""
    if others.exists():
        raise taken(code, field)
