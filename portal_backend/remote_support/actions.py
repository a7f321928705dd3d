"""Edits of a remote support request other than transitions (contract 4.4)."""

from django.db import transaction

from portal_backend.accounts.lists import client_and_service, clients
from portal_backend.accounts.models import Client, Service
from portal_backend.base.actor import Actor
from portal_backend.base.errors import Refusal, invalid_field, not_found
from portal_backend.base.words import Word
from portal_backend.catalogue.lists import orderable
from portal_backend.files.actions import claim, forgotten_if_refused, received
from portal_backend.remote_support.models import RemoteSupport, Session, SupportEmail
from portal_backend.remote_support.process import SUPPORT
from portal_backend.remote_support.schemas import SessionIn, SupportIn
from portal_backend.workflow.approving import note
from portal_backend.workflow.models import Request
from portal_backend.workflow.moves import edit, number_request, open_request
from portal_backend.workflow.row_saves import changed_since, edit_rows, values_by_id
from portal_backend.workflow.schemas import ApprovalKey, DecisionIn
from portal_backend.workflow.scope import scope

SESSION = ("duration_in_hours", "completion_date", "summary")


@forgotten_if_refused()
def create_support(data: SupportIn, *, actor: Actor) -> Request:
    """Create a request of the actor's client, or of a client that the service serves.

    Raises 400, 404 or 409.
    """
    client, own_service = _client(data, actor)
    service_id = _special_service(own_service) if data.special_support else own_service
    if data.part_id is not None and not orderable({data.part_id}, SUPPORT.kind):
        raise invalid_field("partId", "part_support")
    files = received(data.attachments, "attachments", actor=actor)
    with transaction.atomic(savepoint=False):
        request = open_request(SUPPORT, actor=actor, client_id=client.pk, service_id=service_id)
        support = RemoteSupport.objects.create(
            request=request,
            part_id=data.part_id,
            serial_number=data.serial_number,
            title=data.title,
            description=data.description,
            special_support=data.special_support,
            preferred_at=data.preferred_date,
            contact_methods=list(dict.fromkeys(data.preferred_contact_methods)),
            **data.contact.model_dump(exclude={"backup_emails"}),
        )
        emails = [SupportEmail(support=support, value=each.value) for each in data.contact.backup_emails]
        SupportEmail.objects.bulk_create(emails)
        claim(files, request)
        support.files.set(files)
        number_request(SUPPORT, request, actor=actor)
    return request


def _client(data: SupportIn, actor: Actor) -> tuple[Client, int]:
    """Return the client of a new request and the id of its service.

    Clients create their own requests; a service names one of its clients.
    """
    if not actor.service_ids:
        client, service_id = client_and_service(actor)
        if data.client is not None and data.client.id != client.pk:
            raise not_found()
        return client, service_id
    if data.client is None:
        raise invalid_field("client", "required")
    chosen = clients(actor).filter(pk=data.client.id).first()
    if chosen is None or chosen.service_id is None:
        raise not_found()
    return chosen, chosen.service_id


def _special_service(own: int) -> int:
    """Choose the service for special support.

    The own service if it supports special services, else the first such service by name, else the own one.
    """
    rows = Service.objects.filter(support_special_services=True).order_by("name", "pk")
    special_ids = list(rows.values_list("pk", flat=True))
    return own if own in special_ids or not special_ids else special_ids[0]


def decide(request_id: int, status: ApprovalKey, *, actor: Actor, version: int | None = None) -> Request:
    """Set the initial approval without a transition."""
    with edit(SUPPORT, "initial_approval", request_id, actor=actor, version=version) as (request, context):
        context.support.initial_approval = status
        context.support.save(update_fields=["initial_approval"])
    note(request, "initial_approval", [DecisionIn(id=request.pk, status=status)], actor)
    return request


def save_session(
    request_id: int, data: SessionIn, *, actor: Actor, version: int | None = None
) -> tuple[Request, Session]:
    """Save a session at the current price per hour of the service.

    Raises 404 for a session of another request.
    """
    with edit_rows(SUPPORT, "save_session", request_id, actor=actor, version=version) as (request, context, rows):
        sessions_by_id = {session.pk: session for session in context.sessions}
        if data.id is not None and data.id not in sessions_by_id:
            rows.pass_over_missing([data.id])
        session = sessions_by_id.get(data.id or 0) or Session(support=context.support)
        before = values_by_id(sessions_by_id.values(), SESSION)
        for name in SESSION:
            setattr(session, name, getattr(data, name))
        if not rows.conflicts:
            for claimed in rows.claim(changed_since(before, [session], SESSION)):
                claimed.price_per_hour = request.service.price
                claimed.save()
    return request, session


def delete_session(session_id: int, *, actor: Actor, version: int | None = None) -> Request:
    """Delete a session. Raises 409 for the last one outside SERVICE_REVIEW."""
    session = Session.objects.filter(scope(actor, "support__request__"), pk=session_id).first()
    if session is None:
        raise not_found()
    with edit_rows(SUPPORT, "delete_session", session.support_id, actor=actor, version=version) as (
        request,
        context,
        rows,
    ):
        if len(context.sessions) == 1 and request.status != "SERVICE_REVIEW":
            raise Refusal(409, "NOT_ALLOWED_TO_CONTINUE", Word("guards.last_session"))
        for claimed in rows.claim(each for each in context.sessions if each.pk == session_id):
            claimed.delete()
    return request
