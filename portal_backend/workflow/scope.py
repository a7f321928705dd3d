"""Access scope of requests: tenant isolation by country (contract 2)."""

from django.db.models import Q, QuerySet
from django.db.models.expressions import BaseExpression

from portal_backend.core.actor import Actor
from portal_backend.core.errors import get_or_404
from portal_backend.workflow.models import ServiceRequest


def scope(actor: Actor, prefix: str = "") -> Q:
    """Build the condition for requests that the actor may see.

    `prefix` is the lookup path to the request, with trailing underscores.
    """
    condition = Q(**{f"{prefix}deleted_at__isnull": True})
    if actor.client_ids is None or actor.service_ids is None:
        return condition
    if actor.service_ids:
        return condition & Q(**{f"{prefix}service_id__in": actor.service_ids})
    return condition & Q(**{f"{prefix}client_id__in": actor.client_ids})


def can_see(actor: Actor, client_id: int, service_id: int) -> bool:
    """Return whether a request that is not deleted is in scope, without a query."""
    if actor.client_ids is None or actor.service_ids is None:
        return True
    return service_id in actor.service_ids if actor.service_ids else client_id in actor.client_ids


def in_scope(actor: Actor, kind: str | None = None) -> QuerySet[ServiceRequest]:
    """Return the requests that the actor may see."""
    return ServiceRequest.objects.filter(scope(actor), **({"kind": kind} if kind else {}))


def get_readable(
    actor: Actor, kind: str | None, request_id: int, *relations: str, **annotations: BaseExpression
) -> ServiceRequest:
    """Return a request in scope, with its parties. Raises 404.

    `relations` are further relations to select, `annotations` further expressions; all are read by the same query.
    """
    rows = in_scope(actor, kind).select_related("client", "service", "created_by", *relations)
    rows = rows.annotate(**annotations)
    return get_or_404(rows.defer("search_text", "search_display"), pk=request_id)


def get_locked(actor: Actor, kind: str | None, request_id: int) -> ServiceRequest:
    """Return a request in scope, locked until the transaction ends. Raises 404."""
    return get_or_404(in_scope(actor, kind).select_for_update(of=("self",)), pk=request_id)
