"""Repairs for tests of lists, inserted directly with any values."""

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
    """Create a repair, indexed for the search; `at` is its creation time."""
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
    """Create repairs of both clients in turn.

    Four at a time are created at the same moment.
    """
    people = (world.client, world.client2)
    rows = []
    for position in range(number):
        person = people[position % 2]
        client = person.user.client
        assert client is not None
        step = REPAIR.step(statuses[position % len(statuses)])
        at = START + timedelta(hours=position // 4)
        request_number = f"R-2025-{next(_numbers):06d}"
        rows.append(
            Request(
                kind="REPAIR",
                number=request_number,
                search_lines=request_number,
                search_text=normalize_key(request_number),
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
    requests = Request.objects.bulk_create(rows)
    Repair.objects.bulk_create(Repair(request=request) for request in requests)
    return requests


def history(request: Request, person: Person, statuses: Sequence[str]) -> None:
    """Create history rows, two in each second."""
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


def told_by_the_contract(rows: list[dict[str, Any]], contract_rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Keep only the columns that the contract's rows have."""
    return [{key: row[key] for key in other} for row, other in zip(rows, contract_rows, strict=True)]
