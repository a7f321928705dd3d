"""Repairs for tests of lists, inserted directly with any values."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from portal_backend.core.normalization import normalize_key
from portal_backend.repairs.models import Repair
from portal_backend.repairs.process import REPAIR
from portal_backend.workflow.models import ServiceRequest, StatusChange
from portal_backend.workflow.transitions import update_search_text
from tests.factories import Person, World

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
_numbers: Iterator[int] = count(1)


def create_repair(world: World, by: Person | None = None, status: str = "NEW", **more: Any) -> ServiceRequest:
    """Create a repair, indexed for the search; `at` is its creation time."""
    person = by or world.client
    client = person.user.client
    assert client is not None
    step = REPAIR.get_step(status)
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
        "status_position": REPAIR.get_position(status),
        "responsible_role": step.responsible_role,
        "created_at": at,
        "updated_at": at,
        "completed_at": at if step.is_terminal else None,
    }
    request = ServiceRequest(**{**values, **more})
    request.save()
    Repair.objects.create(request=request)
    update_search_text(REPAIR, request)
    request.search_display = "\n".join([request.search_display, *lines])
    request.search_text = "\n".join(map(normalize_key, request.search_display.split("\n")))
    request.save()
    return request


def create_repairs(world: World, number: int, statuses: Sequence[str] = ("NEW",), **more: Any) -> list[ServiceRequest]:
    """Create repairs of both clients in turn.

    Four at a time are created at the same moment.
    """
    people = (world.client, world.client2)
    rows = []
    for position in range(number):
        person = people[position % 2]
        client = person.user.client
        assert client is not None
        step = REPAIR.get_step(statuses[position % len(statuses)])
        at = START + timedelta(hours=position // 4)
        request_number = f"R-2025-{next(_numbers):06d}"
        rows.append(
            ServiceRequest(
                kind="REPAIR",
                number=request_number,
                search_display=request_number,
                search_text=normalize_key(request_number),
                client=client,
                service_id=client.service_id,
                created_by=person.user,
                updated_by=person.user,
                status=step.status,
                status_position=REPAIR.get_position(step.status),
                responsible_role=step.responsible_role,
                created_at=at,
                updated_at=at + timedelta(minutes=position % 3),
                completed_at=at if step.is_terminal else None,
                **more,
            )
        )
    requests = ServiceRequest.objects.bulk_create(rows)
    Repair.objects.bulk_create(Repair(request=request) for request in requests)
    return requests


def create_history(request: ServiceRequest, person: Person, statuses: Sequence[str]) -> None:
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


def keep_contract_columns(rows: list[dict[str, Any]], contract_rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Keep only the columns that the contract's rows have."""
    return [{key: row[key] for key in other} for row, other in zip(rows, contract_rows, strict=True)]
