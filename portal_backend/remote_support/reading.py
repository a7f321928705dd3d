"""Serialization of remote support requests."""

from collections.abc import Collection
from datetime import datetime
from decimal import Decimal
from typing import Any

from portal_backend.base.actor import Actor, Role
from portal_backend.base.newyork import now
from portal_backend.catalogue.lists import described_category
from portal_backend.catalogue.models import Part
from portal_backend.files.images import image_url
from portal_backend.files.lists import attachment
from portal_backend.remote_support.checking import check_list
from portal_backend.remote_support.models import RemoteSupport, Session
from portal_backend.remote_support.process import COST_READERS, EDIT_WINDOW, SUPPORT, Facts
from portal_backend.workflow.models import Request
from portal_backend.workflow.origins import HAS_LED_ON
from portal_backend.workflow.reading import comments, head
from portal_backend.workflow.row_saves import Described, RowKey
from portal_backend.workflow.scope import get_readable


def read_support(request_id: int, *, actor: Actor) -> dict[str, Any]:
    """Serialize a remote support request. Raises 404."""
    request = get_readable(actor, SUPPORT.kind, request_id, "remote_support__part__category", has_led_on=HAS_LED_ON)
    context = Facts(request)
    support = context.support
    data = head(SUPPORT, request, context, actor)
    data |= {
        "requestId": request.number,
        "title": support.title,
        "description": support.description,
        "specialSupport": support.special_support,
        "preferredDate": support.preferred_at,
        "preferredDateTime": support.preferred_at,
        "preferredContactMethods": support.contact_methods,
        "part": _part(support.part),
        "serialNumber": support.serial_number,
        "contact": _contact(support),
        "contactFullName": f"{support.first_name} {support.last_name}",
        "service": {"id": request.service_id, "name": request.service.name},
        "attachments": [attachment(file) for file in support.files.order_by("created_at", "pk")],
        "checkList": check_list(support),
        "initialApproval": support.initial_approval,
        "approvalComments": comments(SUPPORT, request, actor).get(0, {}),
        "serviceReviewSessions": [described_session(session) for session in context.sessions],
        "serviceReviewSessionsEditMode": edit_mode(request, now()),
        **_totals(context, actor),
    }
    if actor.role != Role.CLIENT:
        data["client"] = {"id": request.client_id, "name": request.client.name}
    return data


def _part(part: Part | None) -> dict[str, Any] | None:
    if part is None:
        return None
    return {
        "id": part.pk,
        "partName": part.model,
        "manufacturer": part.manufacturer,
        "number": part.number,
        "category": described_category(part.category),
        "imageUrl": image_url(part.image_id),
    }


def _contact(support: RemoteSupport) -> dict[str, Any]:
    return {
        "firstName": support.first_name,
        "lastName": support.last_name,
        "phone": support.phone,
        "email": support.email,
        "backupEmails": [{"id": row.pk, "value": row.value} for row in support.backup_emails.order_by("pk")],
    }


def described_sessions(request: Request, actor: Actor, rows: Collection[RowKey]) -> Described:
    """Serialize the sessions of a conflicting save, as the page shows them."""
    return {("", session.pk): described_session(session) for session in Facts(request).sessions}


def described_session(session: Session) -> dict[str, Any]:
    """Serialize a session."""
    return {
        "id": session.pk,
        "durationInHours": session.duration_in_hours,
        "completionDate": session.completion_date,
        "summary": session.summary,
    }


def edit_mode(request: Request, moment: datetime) -> dict[str, Any]:
    """Serialize the edit window after completion.

    The server computes the remaining seconds, so that a wrong clock of the browser does not matter.
    """
    if request.status != "DONE" or request.completed_at is None:
        return {"enabled": False, "endAt": None, "secondsLeft": 0}
    end_at = request.completed_at + EDIT_WINDOW
    left = max(0, -int((moment - end_at).total_seconds() // 1))
    return {"enabled": left > 0, "endAt": end_at, "secondsLeft": left}


def _totals(context: Facts, actor: Actor) -> dict[str, Any]:
    hours = sum((session.duration_in_hours for session in context.sessions), Decimal())
    last = max((session.completion_date for session in context.sessions), default=None)
    totals: dict[str, Any] = {"totalHours": hours, "lastSessionDate": last}
    if actor.role in COST_READERS:
        cost = sum((each.duration_in_hours * each.price_per_hour for each in context.sessions), Decimal())
        totals["totalCost"] = round(cost, 2)
    return totals
