"""Declared list of account requests (spec 2.10)."""

from django.db.models import QuerySet

from portal_backend.base.actor import Actor, Role, Roles
from portal_backend.base.folding import matching_any
from portal_backend.joining.models import AccountRequest, RequestStatus
from portal_backend.resources.resource import Column, Resource
from portal_backend.resources.states import state_column, state_filter

WORDS = "requestStates"
DECIDERS: Roles = frozenset({Role.ADMIN, Role.SUPERVISOR})


def _search(rows: QuerySet[AccountRequest], keyword: str, actor: Actor) -> QuerySet[AccountRequest]:
    return rows.filter(matching_any(keyword, "username", "first_name", "last_name", "email", "company_name"))


ACCOUNT_REQUESTS = Resource(
    name="account-requests",
    columns=(
        Column("id", "number", source="id", shown=False),
        Column("createdAt", "datetime", source="created_at"),
        Column("username", source="username"),
        Column("firstName", source="first_name"),
        Column("lastName", source="last_name"),
        Column("companyName", source="company_name"),
        Column("email", source="email"),
        state_column("status", WORDS, name="decision"),
    ),
    rows=lambda actor, parent: AccountRequest.objects.all(),
    readers=DECIDERS,
    search=_search,
    filters=(state_filter("status", WORDS, RequestStatus.values, label_key="columns.decision"),),
    route="account-requests",
    records={"": "request-account/approve/{id}"},
    group="users",
    icon="people",
    export="account-requests",
)
