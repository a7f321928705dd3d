"""Links between a request and the requests that were created from it."""

from typing import Any

from django.db.models import Exists, OuterRef

from portal_backend.base.actor import Actor
from portal_backend.base.errors import not_found
from portal_backend.base.words import word
from portal_backend.workflow.models import Origin, Request
from portal_backend.workflow.process import PROCESSES
from portal_backend.workflow.scope import covers, in_scope

# annotated on the request, it saves a query for most requests, which have no derived ones
HAS_LED_ON = Exists(Origin.objects.filter(source=OuterRef("pk")))


def origin_of(request_id: int | None, client_id: int, *, actor: Actor) -> Request | None:
    """Return the request that a new one of the same Client is created from.

    Raises 404 if it is not in scope, or of a kind that no request can be created from.
    """
    if request_id is None:
        return None
    kinds = [kind for kind, process in PROCESSES.items() if process.leads_on]
    origin = in_scope(actor).filter(pk=request_id, client_id=client_id, kind__in=kinds).first()
    if origin is None:
        raise not_found()
    return origin


def link(request: Request, source: Request | None) -> None:
    """Store the link from a new request to its origin, if it has one."""
    if source is not None:
        Origin.objects.create(request=request, source=source)


def related(request: Request, actor: Actor) -> list[dict[str, Any]]:
    """Return the origin of a request, or the requests created from it, within scope."""
    if PROCESSES[request.kind].leads_on:
        if not getattr(request, "has_led_on", True):
            return []
        rows = in_scope(actor).filter(origin__source=request).order_by("created_at", "pk")
        return [_described(each, is_origin=False) for each in rows.only("kind", "number", "status")]
    origin = getattr(request, "origin", None)
    if (
        origin is None
        or origin.source.deleted_at
        or not covers(actor, origin.source.client_id, origin.source.service_id)
    ):
        return []
    return [_described(origin.source, is_origin=True)]


def _described(request: Request, *, is_origin: bool) -> dict[str, Any]:
    return {
        "id": request.pk,
        "number": request.number,
        "kind": request.kind,
        "status": {"key": request.status, "value": word(f"status.{request.kind}.{request.status}")},
        "isOrigin": is_origin,
    }
