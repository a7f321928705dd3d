"""Edits of a remote support request other than transitions (contract 4.4)."""

from django.db import transaction

from portal_backend.accounts.models import Client, Service
from portal_backend.accounts.selectors import get_client_and_service, get_selectable_clients
from portal_backend.catalogue.selectors import get_orderable_parts
from portal_backend.core.actor import Actor
from portal_backend.core.errors import ApiError, get_or_404, invalid_field, not_found
from portal_backend.core.translations import LazyMessage
from portal_backend.files.actions import claim, cleanup_on_error, resolve_files
from portal_backend.remote_support.models import COPIED_FIELDS, RemoteSupport, SupportEmail, SupportSession
from portal_backend.remote_support.process import SUPPORT
from portal_backend.remote_support.schemas import SessionIn, SupportIn
from portal_backend.workflow.approvals import log_decisions
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.row_saves import find_changed_rows, get_values_by_id, locked_edit_rows
from portal_backend.workflow.schemas import ApprovalKey, DecisionIn
from portal_backend.workflow.scope import scope
from portal_backend.workflow.transitions import create_request, locked_edit, number_request

SESSION_FIELDS = ("duration_in_hours", "completion_date", "summary")


@cleanup_on_error()
def create_support(data: SupportIn, *, actor: Actor) -> ServiceRequest:
    """Create a request of the actor's client, or of a client that the service serves.

    Raises 400, 404 or 409.
    """
    client, own_service = _get_client(data, actor)
    service_id = _choose_special_service(own_service) if data.special_support else own_service
    if data.part_id is not None and not get_orderable_parts({data.part_id}, SUPPORT.kind):
        raise invalid_field("partId", "part_support")
    files = resolve_files(data.attachments, "attachments", actor=actor)
    with transaction.atomic(savepoint=False):
        request = create_request(SUPPORT, actor=actor, client_id=client.pk, service_id=service_id)
        support = RemoteSupport.objects.create(
            request=request,
            part_id=data.part_id,
            preferred_at=data.preferred_date,
            contact_methods=list(dict.fromkeys(data.preferred_contact_methods)),
            **data.model_dump(include=set(COPIED_FIELDS)),
            **data.contact.model_dump(exclude={"backup_emails"}),
        )
        emails = [SupportEmail(support=support, value=each.value) for each in data.contact.backup_emails]
        SupportEmail.objects.bulk_create(emails)
        claim(files, request)
        support.files.set(files)
        number_request(SUPPORT, request, actor=actor)
    return request


def _get_client(data: SupportIn, actor: Actor) -> tuple[Client, int]:
    """Return the client of a new request and the id of its service.

    Clients create their own requests; a service names one of its clients.
    """
    if not actor.service_ids:
        client, service_id = get_client_and_service(actor)
        if data.client is not None and data.client.id != client.pk:
            raise not_found()
        return client, service_id
    if data.client is None:
        raise invalid_field("client", "required")
    chosen = get_selectable_clients(actor).filter(pk=data.client.id).first()
    if chosen is None or chosen.service_id is None:
        raise not_found()
    return chosen, chosen.service_id


def _choose_special_service(own: int) -> int:
    """Choose the service for special support.

    The own service if it supports special services, else the first such service by name, else the own one.
    """
    rows = Service.objects.filter(support_special_services=True).order_by("name", "pk")
    special_ids = list(rows.values_list("pk", flat=True))
    return own if own in special_ids or not special_ids else special_ids[0]


def decide(request_id: int, status: ApprovalKey, *, actor: Actor, version: int | None = None) -> ServiceRequest:
    """Set the initial approval without a transition."""
    with locked_edit(SUPPORT, "initial_approval", request_id, actor=actor, version=version) as (request, context):
        context.support.initial_approval = status
        context.support.save(update_fields=["initial_approval"])
    log_decisions(request, "initial_approval", [DecisionIn(id=request.pk, status=status)], actor)
    return request


def save_session(
    request_id: int, data: SessionIn, *, actor: Actor, version: int | None = None
) -> tuple[ServiceRequest, SupportSession]:
    """Save a session at the current price per hour of the service.

    Raises 404 for a session of another request.
    """
    with locked_edit_rows(SUPPORT, "save_session", request_id, actor=actor, version=version) as (
        request,
        context,
        rows,
    ):
        sessions_by_id = {session.pk: session for session in context.sessions}
        if data.id is not None and data.id not in sessions_by_id:
            rows.skip_missing([data.id])
        session = sessions_by_id.get(data.id or 0) or SupportSession(support=context.support)
        before = get_values_by_id(sessions_by_id.values(), SESSION_FIELDS)
        for name in SESSION_FIELDS:
            setattr(session, name, getattr(data, name))
        if not rows.conflicts:
            for claimed in rows.claim(find_changed_rows(before, [session], SESSION_FIELDS)):
                claimed.price_per_hour = request.service.price
                claimed.save()
        del context.sessions  # loaded again with the saved session, in order
    return request, session


def delete_session(session_id: int, *, actor: Actor, version: int | None = None) -> ServiceRequest:
    """Delete a session. Raises 409 for the last one outside SERVICE_REVIEW."""
    session = get_or_404(SupportSession.objects.filter(scope(actor, "support__request__")), pk=session_id)
    with locked_edit_rows(SUPPORT, "delete_session", session.support_id, actor=actor, version=version) as (
        request,
        context,
        rows,
    ):
        if len(context.sessions) == 1 and request.status != "SERVICE_REVIEW":
            raise ApiError(409, "NOT_ALLOWED_TO_CONTINUE", LazyMessage("guards.last_session"))
        for claimed in rows.claim(each for each in context.sessions if each.pk == session_id):
            context.sessions.remove(claimed)
            claimed.delete()
    return request
