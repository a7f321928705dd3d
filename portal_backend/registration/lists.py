"""Declared list of account requests (spec 2.10)."""

from django.db.models import Value
from django.db.models.functions import Concat

from portal_backend.core.actor import Role, Roles
from portal_backend.registration.models import AccountRequest, AccountRequestStatus
from portal_backend.resources.filters import build_keyword_search
from portal_backend.resources.resource import Column, Resource
from portal_backend.resources.state_columns import build_state_column, build_state_filter

STATUS_MESSAGES = "requestStates"
DECIDERS: Roles = frozenset({Role.ADMIN, Role.SUPERVISOR})


ACCOUNT_REQUESTS = Resource(
    name="account-requests",
    columns=(
        Column("id", "number", source="id", in_interface=False),
        Column("createdAt", "datetime", source="created_at"),
        Column("username", source="username"),
        Column("fullName", source="full_name", interface_only=True),
        Column("firstName", source="first_name", hidden_by_default=DECIDERS),
        Column("lastName", source="last_name", hidden_by_default=DECIDERS),
        Column("companyName", source="company_name"),
        Column("email", source="email"),
        build_state_column("status", STATUS_MESSAGES, heading_key="decision"),
        Column("decidedBy", source="decided_by__username"),
    ),
    rows=lambda actor, parent: AccountRequest.objects.annotate(full_name=Concat("first_name", Value(" "), "last_name")),
    readers=DECIDERS,
    search=build_keyword_search("username", "full_name", "email", "company_name", "decided_by__username"),
    filters=(build_state_filter("status", STATUS_MESSAGES, AccountRequestStatus.values, label_key="columns.decision"),),
    route="account-requests",
    detail_routes={"": "request-account/approve/{id}"},
    menu_group="users",
    icon="personAdd",
    export_name="account-requests",
)
