"""Account requests as those who decide read them (spec 2.10)."""

from django.db.models import QuerySet

from portal_backend.base.actor import Actor, Role, Roles
from portal_backend.base.errors import invalid_field
from portal_backend.base.folding import matching_any
from portal_backend.base.words import choices, word
from portal_backend.joining.models import AccountRequest, RequestStatus
from portal_backend.resources.resource import Column, Filter, Resource, Row

DECIDERS: Roles = frozenset({Role.ADMIN, Role.SUPERVISOR})


def _search(rows: QuerySet[AccountRequest], keyword: str, actor: Actor) -> QuerySet[AccountRequest]:
    return rows.filter(matching_any(keyword, "username", "first_name", "last_name", "email", "company_name"))


def _among(values: list[str]) -> list[str]:
    if not set(values) <= set(RequestStatus.values):
        raise invalid_field("state", "choice")
    return values


def _states(actor: Actor) -> list[dict[str, str]]:
    return choices("requestStates", RequestStatus.values)


def _state(row: Row) -> str:
    return word(f"requestStates.{row['status']}")


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
        Column(
            "state",
            "choice",
            source="status",
            sort=None,
            value=lambda row, actor: {"key": row["status"], "name": _state(row)},
            text=_state,
            name="decision",
        ),
    ),
    rows=lambda actor, parent: AccountRequest.objects.all(),
    readers=DECIDERS,
    search=_search,
    filters=(
        Filter(
            "state",
            "choices",
            _among,
            lambda rows, value, actor: rows.filter(status__in=value),
            _states,
            multiple=True,
            label_key="columns.decision",
        ),
    ),
    route="account-requests",
    records={"": "request-account/approve/{id}"},
    group="users",
    icon="people",
    export="account-requests",
)
