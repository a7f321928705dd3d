"""Request timelines: days per holder, current holder, forecast and events."""

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
    """Return the timeline of a request of any kind.

    Raises 404 if the actor may not read the request.
    """
    request = get_readable(actor, None, request_id)
    process = PROCESSES[request.kind]
    step = process.step(request.status)
    periods = list(Stay.objects.filter(request=request).order_by("-entered_at", "-pk"))
    statistics = None if step.terminal else Pace.objects.filter(kind=request.kind, status=request.status).first()
    expected = forecast(statistics.cases, request.entered_at, now()) if statistics else None
    return {
        "held": _held(process, periods, step.holder),
        "holder": step.holder,
        "holderName": word(f"holders.{step.holder}") if step.holder else None,
        "since": _since(process, periods, step.holder) or request.entered_at,
        "isLate": statistics is not None and today() > day_after(request.entered_at, statistics.late_after),
        "forecast": vars(expected) if expected else None,
        "events": [] if actor.role in process.history_readers else _events(process, request),
    }


def _held(process: Process[Any], periods: Iterable[Stay], current: Holder | None) -> list[dict[str, Any]]:
    """Return the days per holder so far, in the order of `HOLDERS`.

    Holders that never had the request are omitted, except the current one.
    """
    seconds: Counter[str] = Counter()
    for period in periods:
        holder = process.step(period.status).holder
        if holder:
            elapsed = (now() - period.entered_at).total_seconds() if period.left_at is None else 0
            seconds[holder] += (period.seconds or 0) + max(0, int(elapsed))
    return [
        {
            "holder": holder,
            "name": word(f"holders.{holder}"),
            "days": round(seconds[holder] / DAY, 1),
            "isPresent": holder == current,
        }
        for holder in HOLDERS
        if seconds[holder] or holder == current
    ]


def _since(process: Process[Any], periods: Iterable[Stay], current: Holder | None) -> datetime | None:
    """Return when the current holder got the request, across consecutive steps."""
    since = None
    for period in periods:
        if process.step(period.status).holder != current:
            break
        since = period.entered_at
    return since


def _events(process: Process[Any], request: Request) -> list[dict[str, Any]]:
    """Return the status changes without their actors.

    Intended for roles that may not read the history.
    """
    rows = StatusChange.objects.filter(request=request).order_by("created_at", "pk")
    return [
        {"at": at, "status": status_of(process, status)} for at, status in rows.values_list("created_at", "new_status")
    ]
