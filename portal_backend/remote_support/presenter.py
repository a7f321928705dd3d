"""Serialization of remote support requests."""

from collections.abc import Collection
from datetime import datetime
from decimal import Decimal
from typing import Any

from pydantic.alias_generators import to_camel

from portal_backend.catalogue.models import Part
from portal_backend.catalogue.selectors import serialize_category, serialize_part_choice
from portal_backend.core.actor import Actor, Role
from portal_backend.core.clock import now
from portal_backend.files.lists import serialize_attachment
from portal_backend.remote_support.checklist import serialize_checklist
from portal_backend.remote_support.models import COPIED_FIELDS, RemoteSupport, SupportSession
from portal_backend.remote_support.process import COST_READERS, EDIT_WINDOW, SUPPORT, RemoteSupportContext
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.presenter import serialize_comments, serialize_header
from portal_backend.workflow.related_requests import HAS_DERIVED_REQUESTS
from portal_backend.workflow.row_saves import RowKey, SerializedRows
from portal_backend.workflow.scope import get_readable


def read_support(request_id: int, *, actor: Actor) -> dict[str, Any]:
    """Serialize a remote support request. Raises 404."""
    request = get_readable(
        actor, SUPPORT.kind, request_id, "remote_support__part__category", has_derived_requests=HAS_DERIVED_REQUESTS
    )
    context = RemoteSupportContext(request)
    support = context.support
    data = serialize_header(SUPPORT, request, context, actor)
    data |= {
        "requestId": request.number,
        **{to_camel(name): getattr(support, name) for name in COPIED_FIELDS},
        "preferredDate": support.preferred_at,
        "preferredDateTime": support.preferred_at,
        "preferredContactMethods": support.contact_methods,
        "part": _serialize_part(support.part),
        "contact": _serialize_contact(support),
        "contactFullName": f"{support.first_name} {support.last_name}",
        "service": {"id": request.service_id, "name": request.service.name},
        "attachments": [serialize_attachment(file) for file in support.files.order_by("created_at", "pk")],
        "checkList": serialize_checklist(support),
        "initialApproval": support.initial_approval,
        "approvalComments": serialize_comments(SUPPORT, request, actor).get(0, {}),
        "serviceReviewSessions": [serialize_session(session) for session in context.sessions],
        "serviceReviewSessionsEditMode": serialize_edit_mode(request, now()),
        **_compute_totals(context, actor),
    }
    if actor.role != Role.CLIENT:
        data["client"] = {"id": request.client_id, "name": request.client.name}
    return data


def _serialize_part(part: Part | None) -> dict[str, Any] | None:
    return {**serialize_part_choice(part), "category": serialize_category(part.category)} if part else None


def _serialize_contact(support: RemoteSupport) -> dict[str, Any]:
    return {
        "firstName": support.first_name,
        "lastName": support.last_name,
        "phone": support.phone,
        "email": support.email,
        "backupEmails": [{"id": row.pk, "value": row.value} for row in support.backup_emails.order_by("pk")],
    }


def serialize_conflicting_sessions(request: ServiceRequest, actor: Actor, rows: Collection[RowKey]) -> SerializedRows:
    """Serialize the sessions of a conflicting save, as the page shows them."""
    return {("", session.pk): serialize_session(session) for session in RemoteSupportContext(request).sessions}


def serialize_session(session: SupportSession) -> dict[str, Any]:
    """Serialize a session."""
    return {
        "id": session.pk,
        "durationInHours": session.duration_in_hours,
        "completionDate": session.completion_date,
        "summary": session.summary,
    }


def serialize_edit_mode(request: ServiceRequest, moment: datetime) -> dict[str, Any]:
    """Serialize the edit window after completion.

    The server computes the remaining seconds, so that a wrong clock of the browser does not matter.
    """
    if request.status != "DONE" or request.completed_at is None:
        return {"enabled": False, "endAt": None, "secondsLeft": 0}
    end_at = request.completed_at + EDIT_WINDOW
    left = max(0, -int((moment - end_at).total_seconds() // 1))
    return {"enabled": left > 0, "endAt": end_at, "secondsLeft": left}


def _compute_totals(context: RemoteSupportContext, actor: Actor) -> dict[str, Any]:
    hours = sum((session.duration_in_hours for session in context.sessions), Decimal())
    last = max((session.completion_date for session in context.sessions), default=None)
    totals: dict[str, Any] = {"totalHours": hours, "lastSessionDate": last}
    if actor.role in COST_READERS:
        cost = sum((each.duration_in_hours * each.price_per_hour for each in context.sessions), Decimal())
        totals["totalCost"] = round(cost, 2)
    return totals
