"""Status periods and request timelines: days per party, forecast and events.

See docs/decisions/0007.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime, time
from typing import Any

from django.db import connection

from portal_backend.core.actor import Actor
from portal_backend.core.clock import NEW_YORK, now, today
from portal_backend.core.translations import translate
from portal_backend.reports.forecasts import forecast_end, get_date_after
from portal_backend.reports.models import DurationStatistics, StatusPeriod
from portal_backend.workflow.models import ServiceRequest, StatusChange
from portal_backend.workflow.presenter import serialize_status
from portal_backend.workflow.process import NO_STATUS, PROCESSES, TIMELINE_PARTIES, Process, Step, TimelineParty
from portal_backend.workflow.scope import get_readable

DAY_SECONDS = 86_400


def get_request_timeline(request_id: int, *, actor: Actor) -> dict[str, Any]:
    """Return the timeline of a request of any kind.

    Raises 404 if the actor may not read the request.
    """
    request = get_readable(actor, None, request_id)
    process = PROCESSES[request.kind]
    step = process.get_step(request.status)
    periods = list(StatusPeriod.objects.filter(request=request).order_by("-entered_at", "-pk"))
    statistics = (
        None
        if step.is_terminal
        else DurationStatistics.objects.filter(kind=request.kind, status=request.status).first()
    )
    expected = forecast_end(request, statistics)
    party = step.get_present_party(request.confirm_delivery_by)
    due_at = _get_due_time(step, request)
    return {
        "held": _serialize_party_times(process, periods, party, due_at),
        "holder": party,
        "holderName": translate(f"holders.{party}") if party else None,
        "since": due_at or _get_party_since(process, periods, party) or request.status_since,
        "isLate": statistics is not None and today() > get_date_after(request.status_since, statistics.p90_seconds),
        "forecast": vars(expected) if expected else None,
        "events": [] if actor.role in process.history_readers else _serialize_events(process, request),
    }


def _get_due_time(step: Step[Any], request: ServiceRequest) -> datetime | None:
    """Return since when the confirmation of the current delivery is due, None before."""
    day = step.get_due_day(request.confirm_delivery_by)
    begin = datetime.combine(day, time(), NEW_YORK).astimezone(UTC) if day else None
    return max(begin, request.status_since) if begin else None


def _serialize_party_times(
    process: Process[Any], periods: Iterable[StatusPeriod], current: TimelineParty | None, due_at: datetime | None
) -> list[dict[str, Any]]:
    """Return the days per party so far, in the order of `TIMELINE_PARTIES`.

    Parties that never had the request are omitted, except the current one. From `due_at` on it has the request,
    whatever the step.
    """
    seconds: Counter[str] = Counter()
    for period in periods:
        party = process.get_step(period.status).responsible_party
        if party:
            end = (due_at or now()) if period.left_at is None else period.entered_at
            seconds[party] += (period.seconds or 0) + max(0, int((end - period.entered_at).total_seconds()))
    if current and due_at:
        seconds[current] += int((now() - due_at).total_seconds())
    return [
        {
            "holder": party,
            "name": translate(f"holders.{party}"),
            "days": round(seconds[party] / DAY_SECONDS, 1),
            "isPresent": party == current,
        }
        for party in TIMELINE_PARTIES
        if seconds[party] or party == current
    ]


def _get_party_since(
    process: Process[Any], periods: Iterable[StatusPeriod], current: TimelineParty | None
) -> datetime | None:
    """Return when the current party got the request, across consecutive steps."""
    since = None
    for period in periods:
        if process.get_step(period.status).responsible_party != current:
            break
        since = period.entered_at
    return since


def _serialize_events(process: Process[Any], request: ServiceRequest) -> list[dict[str, Any]]:
    """Return the status changes without their actors.

    Intended for roles that may not read the history.
    """
    rows = StatusChange.objects.filter(request=request).order_by("created_at", "pk")
    return [
        {"at": at, "status": serialize_status(process, status)}
        for at, status in rows.values_list("created_at", "new_status")
    ]


# one statement for both rows; a status that is entered again keeps the seconds of its earlier periods
UPSERT_SQL = """
INSERT INTO reports_statusperiod (request_id, status, entered_at, left_at, seconds) VALUES {rows}
ON CONFLICT (request_id, status) DO UPDATE SET entered_at = excluded.entered_at, left_at = excluded.left_at,
seconds = coalesce(reports_statusperiod.seconds + excluded.seconds, reports_statusperiod.seconds, excluded.seconds)
"""


def record_status_period(change: StatusChange, since: datetime) -> None:
    """Close the period in the old status, begun at `since`, and open one in the new."""
    request, moment = change.request_id, change.created_at
    rows = [StatusPeriod(request_id=request, status=change.new_status, entered_at=moment)]
    if change.old_status != NO_STATUS:
        elapsed = max(0, int((moment - since).total_seconds()))
        rows.append(
            StatusPeriod(
                request_id=request, status=change.old_status, entered_at=since, left_at=moment, seconds=elapsed
            )
        )
    fields = [each for each in StatusPeriod._meta.concrete_fields if not each.primary_key]
    values = [each.get_db_prep_save(each.value_from_object(row), connection) for row in rows for each in fields]
    row = f"({', '.join(['%s'] * len(fields))})"
    with connection.cursor() as cursor:
        cursor.execute(UPSERT_SQL.format(rows=", ".join([row] * len(rows))), values)
