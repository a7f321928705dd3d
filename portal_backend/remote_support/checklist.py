"""Checklist of a remote support request."""

from typing import Any

from django.db.models import F, FilteredRelation, Q, QuerySet

from portal_backend.catalogue.check_points import build_model_filter
from portal_backend.catalogue.models import CheckPoint
from portal_backend.core.actor import Actor
from portal_backend.core.clock import now
from portal_backend.core.errors import get_or_404
from portal_backend.core.translations import get_current_language
from portal_backend.remote_support.models import RemoteSupport, SupportCheck
from portal_backend.remote_support.process import SUPPORT
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.transitions import locked_edit


def _select_points(support: RemoteSupport) -> QuerySet[CheckPoint]:
    """Select the points for the unit's model and all points checked before.

    A checked point stays even if it was disabled or assigned to another model.
    """
    model = support.part.model if support.part else None
    mine = FilteredRelation("checks", condition=Q(checks__support=support.pk))
    rows = CheckPoint.objects.annotate(mine=mine, ticked=F("mine__pk"))
    return rows.filter(Q(ticked__isnull=False) | (Q(enabled=True) & build_model_filter(model)))


def serialize_checklist(support: RemoteSupport) -> list[dict[str, Any]]:
    """Serialize the points in order, in one query.

    A checked point keeps the text that it had when it was checked.
    """
    text = f"text_{get_current_language()}"
    ticked = {
        "at": F("mine__checked_at"),
        "first": F("mine__checked_by__first_name"),
        "last": F("mine__checked_by__last_name"),
    }
    rows = (
        _select_points(support).order_by("position", "pk").values("pk", text, ticked_text=F(f"mine__{text}"), **ticked)
    )
    return [
        {
            "id": row["pk"],
            "text": row["ticked_text"] or row[text],
            "at": row["at"],
            "by": f"{row['first']} {row['last']}" if row["at"] else None,
        }
        for row in rows
    ]


def set_checked(
    request_id: int, point_id: int, ticked: bool, *, actor: Actor, version: int | None = None
) -> ServiceRequest:
    """Check or uncheck a point; repeating it changes nothing.

    Raises 404 for a point that does not apply to the request.
    """
    with locked_edit(SUPPORT, "check", request_id, actor=actor, version=version) as (request, context):
        point: Any = get_or_404(_select_points(context.support), pk=point_id)
        if not ticked:
            SupportCheck.objects.filter(support=context.support, point=point).delete()
        elif point.ticked is None:
            texts = {"text_en": point.text_en, "text_es": point.text_es}
            SupportCheck.objects.create(
                support=context.support, point=point, checked_by_id=actor.user_id, checked_at=now(), **texts
            )
    return request
