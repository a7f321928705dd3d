"""Links between a request and the requests that were created from it."""

from typing import Any

from django.db.models import Exists, OuterRef

from portal_backend.core.actor import Actor
from portal_backend.core.errors import get_or_404
from portal_backend.core.translations import translate
from portal_backend.workflow.models import RequestLink, ServiceRequest
from portal_backend.workflow.process import PROCESSES
from portal_backend.workflow.scope import can_see, in_scope

# annotated on the request, it saves a query for most requests, which have no derived ones
HAS_DERIVED_REQUESTS = Exists(RequestLink.objects.filter(source=OuterRef("pk")))


def get_origin(request_id: int | None, client_id: int, *, actor: Actor) -> ServiceRequest | None:
    """Return the request that a new one of the same Client is created from.

    Raises 404 if it is not in scope, or of a kind that no request can be created from.
    """
    if request_id is None:
        return None
    kinds = [kind for kind, process in PROCESSES.items() if process.can_spawn_requests]
    return get_or_404(in_scope(actor), pk=request_id, client_id=client_id, kind__in=kinds)


def link_origin(request: ServiceRequest, source: ServiceRequest | None) -> None:
    """Store the link from a new request to its origin, if it has one."""
    if source is not None:
        RequestLink.objects.create(request=request, source=source)


def list_related_requests(request: ServiceRequest, actor: Actor) -> list[dict[str, Any]]:
    """Return the origin of a request, or the requests created from it, within scope."""
    if PROCESSES[request.kind].can_spawn_requests:
        if not getattr(request, "has_derived_requests", True):
            return []
        rows = in_scope(actor).filter(origin__source=request).order_by("created_at", "pk")
        return [_serialize_related_request(each, is_origin=False) for each in rows.only("kind", "number", "status")]
    origin = getattr(request, "origin", None)
    if (
        origin is None
        or origin.source.deleted_at
        or not can_see(actor, origin.source.client_id, origin.source.service_id)
    ):
        return []
    return [_serialize_related_request(origin.source, is_origin=True)]


def _serialize_related_request(request: ServiceRequest, *, is_origin: bool) -> dict[str, Any]:
    return {
        "id": request.pk,
        "number": request.number,
        "kind": request.kind,
        "status": {"key": request.status, "value": translate(f"status.{request.kind}.{request.status}")},
        "isOrigin": is_origin,
    }
