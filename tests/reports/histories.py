"""Requests with a past: who stood where for how long, written as rows, without the walk."""

import random
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from portal_backend.repairs.process import REPAIR
from portal_backend.reports.models import Stay
from portal_backend.workflow.models import Request
from portal_backend.workflow.process import PROCESSES
from tests import factories

Lasted = Sequence[tuple[str, float]]
# how many days half of the repairs stay, and how far one differs from another
USUAL = {
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


def ended(
    here: factories.World,
    pasts: Iterable[tuple[datetime, Lasted]],
    *,
    kind: str = "REPAIR",
    by: factories.Person | None = None,
) -> list[Request]:
    """Completed requests, each begun at a moment and so many days in each status."""
    process, client = PROCESSES[kind], (by or here.client).user.client
    assert client
    done = next(step for step in process.steps if step.tone == "done")
    before, rows, stays = Request.objects.count(), [], []
    for number, (begun, lasted) in enumerate(pasts, before):
        end = begun + timedelta(days=sum(days for _, days in lasted))
        rows.append(
            Request(
                kind=kind,
                number=f"{process.prefix}-2020-{number:06d}",
                client=client,
                service_id=client.service_id,
                created_by=here.client.user,
                updated_by=here.client.user,
                status=done.status,
                place=process.place(done.status),
                created_at=begun,
                updated_at=end,
                entered_at=end,
                completed_at=end,
            )
        )
        moment = begun
        for status, days in lasted:
            left = moment + timedelta(days=days)
            seconds = int(days * 86_400)
            stays.append(Stay(request=rows[-1], status=status, entered_at=moment, left_at=left, seconds=seconds))
            moment = left
        stays.append(Stay(request=rows[-1], status=done.status, entered_at=end))
    made = Request.objects.bulk_create(rows)
    Stay.objects.bulk_create(stays)
    return made


def generated(chance: random.Random) -> Lasted:
    """How long a repair stands in each step: most steps as usual, some far longer, all of them slower for some."""
    slow = chance.lognormvariate(0, 0.3)
    steps = [step.status for step in REPAIR.steps if step.status in USUAL]
    skipped = {"IN_REPAIR_APPROVAL"} if chance.random() < 0.3 else set()
    return [
        (status, USUAL[status][0] * slow * chance.lognormvariate(0, USUAL[status][1]))
        for status in steps
        if status not in skipped
    ]
