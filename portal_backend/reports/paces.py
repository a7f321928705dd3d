"""Keeping what similar requests took, and from it when each open one is expected to end (docs/decisions/0025)."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from portal_backend.base.cancellation import is_canceled
from portal_backend.base.newyork import now
from portal_backend.reports.forecasts import LEAST_CASES, Case, day_after, forecast, nine_in_ten
from portal_backend.reports.models import Pace, Stay
from portal_backend.workflow.models import ENDED, OPEN, UNFORESEEN, Request
from portal_backend.workflow.process import PROCESSES, Process

MOST_CASES = 2000
BATCH = 500
Paces = Mapping[tuple[str, str], Pace]


def cases_of(process: Process[Any]) -> dict[str, list[Case]]:
    """By status, of the newest completed requests: how long they stayed there, and took from there to the end."""
    done = [step.status for step in process.steps if step.tone == "done"]
    ended = Request.objects.filter(ENDED, kind=process.kind, status__in=done).order_by("-completed_at", "-pk")
    newest: dict[int, Any] = dict(ended.values_list("pk", "completed_at")[:MOST_CASES])
    stays = Stay.objects.filter(request__in=newest)
    cases: dict[str, list[Case]] = defaultdict(list)
    for pk, status, entered, left in stays.values_list("request_id", "status", "entered_at", "left_at"):
        if left:
            cases[status].append((_seconds(entered, left), _seconds(entered, newest[pk])))
    return cases


def usable_cases(process: Process[Any]) -> dict[str, list[Case]]:
    """The cases of each status, in order; a status that too few have passed borrows those of the step after it.

    What remains from there is the least that remains here, so those count that took longer in all. Without this a
    detour, such as a missing tracking number, would hide the forecast that the steps around it have.
    """
    counted = cases_of(process)
    usable: dict[str, list[Case]] = {}
    for step in reversed(process.steps):
        cases: list[Case] = [] if step.terminal else sorted(counted.get(step.status, []), key=tuple)
        if len(cases) < LEAST_CASES:
            after = usable.get(step.next, []) if isinstance(step.next, str) else []
            cases = sorted(((taken, taken) for _, taken in after), key=tuple)
        if cases:
            usable[step.status] = cases
    return usable


def _seconds(since: datetime, until: datetime) -> int:
    return int((until - since).total_seconds())


def renew_paces() -> None:
    """Recount what similar requests took; statuses without enough cases lose what was kept."""
    paces = []
    for process in PROCESSES.values():
        for status, cases in usable_cases(process).items():
            late_after = cases[nine_in_ten(len(cases)) - 1][0]
            paces.append(Pace(kind=process.kind, status=status, cases=cases, late_after=late_after))
    with transaction.atomic():
        Pace.objects.all().delete()
        Pace.objects.bulk_create(paces)


def foresee_all() -> None:
    """Renew the paces, and what follows from them of every open request."""
    renew_paces()
    paces, last = _paces(), 0
    while not is_canceled() and (last_seen := _foresee(Request.objects.filter(OPEN, pk__gt=last), paces)):
        last = last_seen


def foresee_new() -> None:
    """What follows from the paces of those that were opened or moved since somebody looked."""
    if not Pace.objects.exists():
        renew_paces()
    known = [Q(kind=kind, status=status) for kind, status in Pace.objects.values_list("kind", "status")]
    rows = Request.objects.filter(UNFORESEEN, reduce(or_, known)) if known else Request.objects.none()
    if rows.exists():  # the cases are read only where they are needed
        paces = _paces()
        while not is_canceled() and _foresee(rows, paces):
            pass


def _paces() -> Paces:
    return {(pace.kind, pace.status): pace for pace in Pace.objects.all()}


@transaction.atomic
def _foresee(rows: QuerySet[Request], paces: Paces) -> int:
    """Of some rows, locked so that no move comes between; the last one's id. A row is written only where a day changes.

    Nobody's edit: the version stays, and those who look at the list need not read it again.
    """
    changed, last = [], 0
    for row in (
        rows.order_by("pk")
        .select_for_update(of=("self",))
        .only("kind", "status", "entered_at", "expected_on", "late_after")[:BATCH]
    ):
        last = row.pk
        before = (row.expected_on, row.late_after)
        pace = paces.get((row.kind, row.status))
        foreseen = forecast(pace.cases, row.entered_at, now()) if pace else None
        row.expected_on = foreseen.likely if foreseen else None
        row.late_after = day_after(row.entered_at, pace.late_after) if pace else None
        if (row.expected_on, row.late_after) != before:
            changed.append(row)
    Request.objects.bulk_update(changed, ["expected_on", "late_after"])
    return last
