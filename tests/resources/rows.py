"""Repairs for lists, written straight into the table: many, and with whatever values a list may meet."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from portal_backend.base.normalization import normalize_key
from portal_backend.repairs.models import Repair
from portal_backend.repairs.process import REPAIR
from portal_backend.workflow.models import Request, StatusChange
from portal_backend.workflow.moves import index
from tests.factories import Person, World

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
_numbers: Iterator[int] = count(1)


def listed(world: World, by: Person | None = None, status: str = "NEW", **more: Any) -> Request:
    """One repair, found by its number and parties; `at` says when it was created."""
    person = by or world.client
    client = person.user.client
    assert client is not None
    step = REPAIR.step(status)
    at = more.pop("at", START)
    lines = more.pop("lines", ())
    values: dict[str, Any] = {
        "kind": "REPAIR",
        "number": f"R-2025-{next(_numbers):06d}",
        "client": client,
        "service_id": client.service_id,
        "created_by": person.user,
        "updated_by": person.user,
        "status": status,
        "place": REPAIR.place(status),
        "waits_for": step.waits_for,
        "created_at": at,
        "updated_at": at,
        "completed_at": at if step.terminal else None,
    }
    request = Request(**{**values, **more})
    request.save()
    Repair.objects.create(request=request)
    index(REPAIR, request)
    request.search_lines = "\n".join([request.search_lines, *lines])
    request.search_text = "\n".join(map(normalize_key, request.search_lines.split("\n")))
    request.save()
    return request


def many(world: World, number: int, statuses: Sequence[str] = ("NEW",), **more: Any) -> list[Request]:
    """So many repairs at once, by both tenants in turn, some created in the same moment."""
    people = (world.client, world.client2)
    rows = []
    for position in range(number):
        person = people[position % 2]
        client = person.user.client
        assert client is not None
        step = REPAIR.step(statuses[position % len(statuses)])
        at = START + timedelta(hours=position // 4)
        number_shown = f"R-2025-{next(_numbers):06d}"
        rows.append(
            Request(
                kind="REPAIR",
                number=number_shown,
                search_lines=number_shown,
                search_text=normalize_key(number_shown),
                client=client,
                service_id=client.service_id,
                created_by=person.user,
                updated_by=person.user,
                status=step.status,
                place=REPAIR.place(step.status),
                waits_for=step.waits_for,
                created_at=at,
                updated_at=at + timedelta(minutes=position % 3),
                completed_at=at if step.terminal else None,
                **more,
            )
        )
    made = Request.objects.bulk_create(rows)
    Repair.objects.bulk_create(Repair(request=request) for request in made)
    return made


def history(request: Request, person: Person, statuses: Sequence[str]) -> None:
    """Rows of history, two of them in the same second."""
    pairs = zip(("NONE", *statuses), statuses, strict=False)
    StatusChange.objects.bulk_create(
        StatusChange(
            request=request,
            created_at=START + timedelta(hours=position // 2),
            user=person.user,
            role=person.role,
            old_status=old,
            new_status=new,
        )
        for position, (old, new) in enumerate(pairs)
    )


def told_by_the_contract(rows: list[dict[str, Any]], beside: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of the interface's dialect without the columns that those of the contract's call do not have."""
    return [{key: row[key] for key in other} for row, other in zip(rows, beside, strict=True)]
