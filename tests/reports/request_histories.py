"""Completed requests with status periods, created as rows without transitions."""

import random
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from portal_backend.repairs.process import REPAIR
from portal_backend.reports.models import StatusPeriod
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import PROCESSES
from tests import factories

StatusDurations = Sequence[tuple[str, float]]
# median days in each status, and the sigma of their lognormal distribution
USUAL_DAYS = {
    "NEW": (2, 0.8),
    "IN_SHIPPING_DETAILS": (4, 0.9),
    "IN_WAITING_FOR_PICK_UP": (3, 0.6),
    "IN_PICK_UP_ARRANGED": (2, 0.5),
    "IN_TRANSIT": (8, 0.5),
    "IN_WAITING_DIAGNOSTICS": (5, 0.9),
    "IN_DIAGNOSTICS": (6, 0.8),
    "IN_REPAIR_APPROVAL": (3, 1.0),
    "IN_SERVICE": (14, 0.8),
    "IN_TRANSIT_BACK": (3, 0.6),
    "IN_WAITING_COMPLETED": (9, 0.5),
}


def create_completed_requests(
    world: factories.World,
    pasts: Iterable[tuple[datetime, StatusDurations]],
    *,
    kind: str = "REPAIR",
    owner: factories.Person | None = None,
) -> list[ServiceRequest]:
    """Create completed requests, each with a start time and the days in each status."""
    process, client = PROCESSES[kind], (owner or world.client).user.client
    assert client
    done = next(step for step in process.steps if step.tone == "done")
    before, rows, periods = ServiceRequest.objects.count(), [], []
    for number, (started, durations) in enumerate(pasts, before):
        end = started + timedelta(days=sum(days for _, days in durations))
        rows.append(
            ServiceRequest(
                kind=kind,
                number=f"{process.prefix}-2020-{number:06d}",
                client=client,
                service_id=client.service_id,
                created_by=world.client.user,
                updated_by=world.client.user,
                status=done.status,
                status_position=process.get_position(done.status),
                created_at=started,
                updated_at=end,
                status_since=end,
                completed_at=end,
            )
        )
        moment = started
        for status, days in durations:
            left = moment + timedelta(days=days)
            seconds = int(days * 86_400)
            periods.append(
                StatusPeriod(request=rows[-1], status=status, entered_at=moment, left_at=left, seconds=seconds)
            )
            moment = left
        periods.append(StatusPeriod(request=rows[-1], status=done.status, entered_at=end))
    requests = ServiceRequest.objects.bulk_create(rows)
    StatusPeriod.objects.bulk_create(periods)
    return requests


def generate_durations(rng: random.Random) -> StatusDurations:
    """Generate the days of a repair in each step.

    Most steps take about the usual time, some far longer; a factor per repair slows or speeds up all of them.
    """
    factor = rng.lognormvariate(0, 0.3)
    steps = [step.status for step in REPAIR.steps if step.status in USUAL_DAYS]
    skipped = {"IN_REPAIR_APPROVAL"} if rng.random() < 0.3 else set()
    return [
        (status, USUAL_DAYS[status][0] * factor * rng.lognormvariate(0, USUAL_DAYS[status][1]))
        for status in steps
        if status not in skipped
    ]
