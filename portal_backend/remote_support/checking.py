"""Checklist of a remote support request."""

from typing import Any

from django.db.models import F, FilteredRelation, Q, QuerySet

from portal_backend.base.actor import Actor
from portal_backend.base.errors import not_found
from portal_backend.base.newyork import now
from portal_backend.base.words import current_language
from portal_backend.catalogue.check_points import fits
from portal_backend.catalogue.models import CheckPoint
from portal_backend.remote_support.models import Check, RemoteSupport
from portal_backend.remote_support.process import SUPPORT
from portal_backend.workflow.models import Request
from portal_backend.workflow.moves import edit


def _points(support: RemoteSupport) -> QuerySet[CheckPoint]:
    """Select the points for the unit's model and all points checked before.

    A checked point stays even if it was disabled or assigned to another model.
    """
    model = support.part.model if support.part else None
    mine = FilteredRelation("checks", condition=Q(checks__support=support.pk))
    rows = CheckPoint.objects.annotate(mine=mine, ticked=F("mine__pk"))
    return rows.filter(Q(ticked__isnull=False) | (Q(enabled=True) & fits(model)))


def check_list(support: RemoteSupport) -> list[dict[str, Any]]:
    """Serialize the points in order, in one query.

    A checked point keeps the text that it had when it was checked.
    """
    text = f"text_{current_language()}"
    ticked = {"at": F("mine__at"), "first": F("mine__by__first_name"), "last": F("mine__by__last_name")}
    rows = _points(support).order_by("position", "pk").values("pk", text, ticked_text=F(f"mine__{text}"), **ticked)
    return [
        {
            "id": row["pk"],
            "text": row["ticked_text"] or row[text],
            "at": row["at"],
            "by": f"{row['first']} {row['last']}" if row["at"] else None,
        }
        for row in rows
    ]


def check(request_id: int, point_id: int, ticked: bool, *, actor: Actor, version: int | None = None) -> Request:
    """Check or uncheck a point; repeating it changes nothing.

    Raises 404 for a point that does not apply to the request.
    """
    with edit(SUPPORT, "check", request_id, actor=actor, version=version) as (request, context):
        point: Any = _points(context.support).filter(pk=point_id).first()
        if point is None:
            raise not_found()
        if not ticked:
            Check.objects.filter(support=context.support, point=point).delete()
        elif point.ticked is None:
            texts = {"text_en": point.text_en, "text_es": point.text_es}
            Check.objects.create(support=context.support, point=point, by_id=actor.user_id, at=now(), **texts)
    return request
