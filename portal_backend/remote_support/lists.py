"""List and history of remote support requests (spec 3, section 2)."""

from dataclasses import replace

from django.db.models import F, QuerySet, Value
from django.db.models.functions import Concat

from portal_backend.base.actor import Actor
from portal_backend.base.newyork import local
from portal_backend.base.words import word
from portal_backend.remote_support.process import SERVICE_CHANGERS, SUPPORT
from portal_backend.resources.resource import Column, Resource, Row
from portal_backend.workflow import lists as shared
from portal_backend.workflow.models import Request
from portal_backend.workflow.scope import in_scope
from portal_backend.workflow.searching import matched, search
from portal_backend.workflow.standing import STANDING_IF_OPEN

STATUSES = [step.status for step in SUPPORT.steps]


def supports(actor: Actor) -> QuerySet[Request]:
    """Select the remote support requests in scope, annotated for the list."""
    name = Concat("remote_support__first_name", Value(" "), "remote_support__last_name")
    return in_scope(actor, SUPPORT.kind).annotate(
        contact_name=name,
        title=F("remote_support__title"),
        description=F("remote_support__description"),
        preferred_at=F("remote_support__preferred_at"),
        methods=F("remote_support__contact_methods"),
    )


def _clock(row: Row, offset_minutes: int | None) -> str:
    """Format the preferred time on a 24-hour clock, in New York or at an offset."""
    return f"{local(row['preferred_at'], offset_minutes):%H:%M}"


def _time(row: Row, actor: Actor) -> str:
    return _clock(row, None)


def _keys(row: Row, actor: Actor) -> object:
    return row["methods"]


def _methods(row: Row) -> str:
    return ", ".join(word(f"contactMethods.{key}") for key in row["methods"])


REMOTE_SUPPORT = Resource(
    name="remote-support",
    columns=(
        shared.ID,
        shared.NUMBER,
        shared.STATUS,
        Column("clientName", source="client__name", readers=shared.NOT_CLIENT),
        Column("serviceName", source="service__name", readers=SERVICE_CHANGERS),
        Column("serviceId", "number", source="service_id", readers=SERVICE_CHANGERS, sort=None, shown=False),
        # Displayed below the client or the title: there is no room for a column of its own.
        Column("contactFullName", source="contact_name", hidden=True),
        Column("title", "longText", source="title"),
        Column("description", source="description", sort=None, shown=False),
        Column("preferredDate", "datetime", source="preferred_at"),
        Column("preferredTime", value=_time, clock=_clock, hidden=True),
        Column("preferredContactMethods", "choices", value=_keys, text=_methods, words="contactMethods", hidden=True),
        shared.CREATED,
        # Hidden by default: titles are not truncated and the list fits a laptop without horizontal scrolling.
        replace(shared.UPDATED, hidden=True),
        shared.client_username(shown=False),
        shared.MINE,
        *STANDING_IF_OPEN,
    ),
    rows=lambda actor, parent: supports(actor),
    carried=(*shared.CARRIED, "methods", "preferred_at"),
    filters=shared.filters(lambda: set(STATUSES), lambda actor: shared.status_choices(SUPPORT, STATUSES)),
    search=search,
    matched=matched,
    route="remote-support/list",
    group="lists",
    icon="support",
    records={SUPPORT.kind: "remote-support/process/{id}"},
    export="remote-support",
)
HISTORY = shared.history_of(SUPPORT, "remote-support-history", "id", ("createdAt", "ASC"), "remote-support-history-tab")
