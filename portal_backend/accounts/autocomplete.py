"""Choices of Clients and Services (contract 6.1)."""

from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Concat

from portal_backend.accounts.lists import CLIENT_SEARCHERS, USER_ADMINS, clients
from portal_backend.accounts.models import Client, Service, User
from portal_backend.base.actor import Actor
from portal_backend.base.collation import Collated
from portal_backend.base.fields import MAX_ID
from portal_backend.base.folding import matching_any
from portal_backend.resources.query import keyword_of, whole_number
from portal_backend.resources.resource import Column, Filter, Resource


def clients_with_people(actor: Actor) -> QuerySet[Client]:
    """Return the Clients to choose from with name and email of their first user."""
    users = User.objects.filter(client=OuterRef("pk")).order_by("pk")
    full_name = Concat("first_name", Value(" "), "last_name")
    return clients(actor).annotate(
        full_name=Subquery(users.annotate(whole=full_name).values("whole")[:1]),
        email=Subquery(users.values("email")[:1]),
    )


def _search(rows: QuerySet[Client], keyword: str, actor: Actor) -> QuerySet[Client]:
    return rows.filter(matching_any(keyword, "name", "full_name", "email"))


def _of_service(values: list[str]) -> int:
    return whole_number("serviceIdentification", values[0], 1, MAX_ID)


CLIENTS = Resource(
    name="client-choices",
    columns=(
        Column("id", "number", source="id", shown=False),
        Column("name", source="name"),
        Column("fullName", source="full_name"),
        Column("email", source="email"),
    ),
    rows=lambda actor, parent: clients_with_people(actor),
    readers=CLIENT_SEARCHERS,
    default_sort=("name", "ASC"),
    filters=(
        Filter(
            "word",
            "hidden",
            lambda values: keyword_of(values[0]),
            lambda rows, value, actor: _search(rows, value, actor) if value else rows,
        ),
        Filter(
            "serviceIdentification",
            "hidden",
            _of_service,
            lambda rows, value, actor: rows.filter(service_id=value),
        ),
    ),
    search=_search,
)


def client_choices(actor: Actor) -> list[dict[str, Any]]:
    """Return the Clients that may be put on a manager's list, as form choices.

    Administrators see each Client's first user as a hint; a manager gets the Clients of the own list.
    """
    if actor.role not in USER_ADMINS:
        return [{"key": str(pk), "name": name} for pk, name in clients(actor).values_list("pk", "name")]
    rows: QuerySet[Any] = clients_with_people(actor)
    values = rows.values("pk", "name", "full_name", "email")
    return [
        {"key": str(row["pk"]), "name": row["name"], "hint": ", ".join(filter(None, (row["full_name"], row["email"])))}
        for row in values
    ]


def services() -> list[dict[str, Any]]:
    """Return all Services, ordered by name."""
    return [
        {"id": row.pk, "name": row.name, "supportSpecialServices": row.support_special_services}
        for row in Service.objects.order_by(Collated("name"), "pk")
    ]
