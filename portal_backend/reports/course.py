"""Who has held a request for how long, who holds it now, and when it is expected to end."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from portal_backend.base.actor import Actor
from portal_backend.base.newyork import now, today
from portal_backend.base.words import word
from portal_backend.reports.forecasts import day_after, forecast
from portal_backend.reports.models import Pace, Stay
from portal_backend.workflow.models import Request, StatusChange
from portal_backend.workflow.process import HOLDERS, PROCESSES, Holder, Process
from portal_backend.workflow.reading import status_of
from portal_backend.workflow.scope import get_readable

DAY = 86_400


def read_course(request_id: int, *, actor: Actor) -> dict[str, Any]:
    """The course of a request of any kind. Raises 404."""
    request = get_readable(actor, None, request_id)
    process = PROCESSES[request.kind]
    step = process.step(request.status)
    stays = list(Stay.objects.filter(request=request).order_by("-entered_at", "-pk"))
    pace = None if step.terminal else Pace.objects.filter(kind=request.kind, status=request.status).first()
    foreseen = forecast(pace.cases, request.entered_at, now()) if pace else None
    return {
        "held": _held(process, stays, step.holder),
        "holder": step.holder,
        "holderName": word(f"holders.{step.holder}") if step.holder else None,
        "since": _since(process, stays, step.holder) or request.entered_at,
        "isLate": pace is not None and today() > day_after(request.entered_at, pace.late_after),
        "forecast": vars(foreseen) if foreseen else None,
        "events": [] if actor.role in process.history_readers else _events(process, request),
    }


def _held(process: Process[Any], stays: Iterable[Stay], present: Holder | None) -> list[dict[str, Any]]:
    """How long each has held it so far, in the order of a request's way; who never did is not told."""
    seconds: Counter[str] = Counter()
    for stay in stays:
        holder = process.step(stay.status).holder
        if holder:
            running = (now() - stay.entered_at).total_seconds() if stay.left_at is None else 0
            seconds[holder] += (stay.seconds or 0) + max(0, int(running))
    return [
        {
            "holder": holder,
            "name": word(f"holders.{holder}"),
            "days": round(seconds[holder] / DAY, 1),
            "isPresent": holder == present,
        }
        for holder in HOLDERS
        if seconds[holder] or holder == present
    ]


def _since(process: Process[Any], stays: Iterable[Stay], present: Holder | None) -> datetime | None:
    """Since when the present holder has had it, over several steps where they follow each other."""
    since = None
    for stay in stays:
        if process.step(stay.status).holder != present:
            break
        since = stay.entered_at
    return since


def _events(process: Process[Any], request: Request) -> list[dict[str, Any]]:
    """What happened and when, for who reads no history: whoever did it is not told."""
    rows = StatusChange.objects.filter(request=request).order_by("created_at", "pk")
    return [
        {"at": at, "status": status_of(process, status)} for at, status in rows.values_list("created_at", "new_status")
    ]
