"""List and history of remote support requests (spec 3, section 2)."""

from dataclasses import replace

from django.db.models import F, QuerySet, Value
from django.db.models.functions import Concat

from portal_backend.core.actor import ALL_ROLES, Actor, Role
from portal_backend.core.clock import to_local
from portal_backend.core.translations import translate
from portal_backend.remote_support.process import SERVICE_CHANGERS, SUPPORT
from portal_backend.resources.resource import Column, Resource, Row
from portal_backend.workflow import lists as shared
from portal_backend.workflow.lists import DURATION_COLUMNS_OPEN_FIRST
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.scope import in_scope
from portal_backend.workflow.search import filter_by_keyword, find_matching_lines

STATUSES = [step.status for step in SUPPORT.steps]
ACTORS = shared.ACTION_REQUIRED_READERS & {step.responsible_role for step in SUPPORT.steps}


def select_remote_supports(actor: Actor) -> QuerySet[ServiceRequest]:
    """Select the remote support requests in scope, annotated for the list."""
    name = Concat("remote_support__first_name", Value(" "), "remote_support__last_name")
    return in_scope(actor, SUPPORT.kind).annotate(
        contact_name=name,
        title=F("remote_support__title"),
        description=F("remote_support__description"),
        preferred_at=F("remote_support__preferred_at"),
        methods=F("remote_support__contact_methods"),
    )


def _format_time_at_offset(row: Row, offset_minutes: int | None) -> str:
    """Format the preferred time on a 24-hour clock, in New York or at an offset."""
    return f"{to_local(row['preferred_at'], offset_minutes):%H:%M}"


def _format_time(row: Row, actor: Actor) -> str:
    return _format_time_at_offset(row, None)


def _format_contact_methods(row: Row) -> str:
    return ", ".join(translate(f"contactMethods.{key}") for key in row["methods"])


REMOTE_SUPPORT = Resource(
    name="remote-support",
    columns=(
        shared.ID_COLUMN,
        shared.NUMBER_COLUMN,
        Column("clientName", source="client__name", readers=shared.NOT_CLIENT),
        shared.STATUS_COLUMN,
        # For administrators, the select of the service needs its room.
        replace(shared.ACTION_REQUIRED_COLUMN, hidden_by_default=SERVICE_CHANGERS),
        Column("serviceName", source="service__name", readers=SERVICE_CHANGERS),
        Column("serviceId", "number", source="service_id", readers=SERVICE_CHANGERS, sort=None, in_interface=False),
        # Displayed below the client or the title: there is no room for a column of its own.
        Column("contactFullName", source="contact_name", hidden_by_default=ALL_ROLES),
        Column("title", "longText", source="title"),
        Column("description", source="description", sort=None, in_interface=False),
        # A supervisor decides by the title.
        Column(
            "preferredDate",
            "datetime",
            source="preferred_at",
            hidden_by_default=SERVICE_CHANGERS | {Role.SUPERVISOR},
        ),
        Column("preferredTime", value=_format_time, export_time=_format_time_at_offset, hidden_by_default=ALL_ROLES),
        Column(
            "preferredContactMethods",
            "choices",
            value=lambda row, actor: row["methods"],
            export_text=_format_contact_methods,
            message_prefix="contactMethods",
            hidden_by_default=ALL_ROLES,
        ),
        # One time that leaves room for titles on a laptop.
        replace(shared.CREATED_COLUMN, hidden_by_default=ALL_ROLES - SERVICE_CHANGERS),
        replace(shared.UPDATED_COLUMN, hidden_by_default=ALL_ROLES - {Role.SUPERVISOR}),
        shared.build_client_column(in_interface=False),
        shared.MY_TURN_COLUMN,
        shared.NEXT_STEP_VALUE,
        *DURATION_COLUMNS_OPEN_FIRST,
    ),
    rows=lambda actor, parent: select_remote_supports(actor),
    extra_sources=(*shared.EXTRA_SOURCES, "methods", "preferred_at"),
    filters=shared.build_filters(
        lambda: set(STATUSES), lambda actor: shared.list_status_choices(SUPPORT, STATUSES), my_turn_readers=ACTORS
    ),
    search=filter_by_keyword,
    highlight=find_matching_lines,
    route="remote-support/list",
    menu_group="lists",
    icon="support",
    detail_routes={SUPPORT.kind: "remote-support/process/{id}"},
    export_name="remote-support",
)
HISTORY = shared.build_history_list(
    SUPPORT, "remote-support-history", "id", ("createdAt", "ASC"), "remote-support-history-tab"
)
