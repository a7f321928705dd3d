"""Pagination: totals, stable sorting, and the same rows in both dialects.

See contract section 1.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from portal_backend.core.translations import translate
from portal_backend.repairs.process import REPAIR
from portal_backend.workflow.models import ServiceRequest
from tests import factories
from tests.api_client import ApiClient
from tests.resources.repair_rows import create_history, create_repair, create_repairs, keep_contract_columns

pytestmark = pytest.mark.django_db
ShownValue = Callable[[dict[str, Any]], Any]
OPEN = [step.status for step in REPAIR.steps if not step.is_terminal]
ENDED = [step.status for step in REPAIR.steps if step.is_terminal]


@dataclass(frozen=True)
class ListCase:
    """A list in both dialects."""

    v1: str
    rest: str
    #: By sort name, the displayed column or a function that computes the displayed value.
    sorts: dict[str, "str | ShownValue"]
    default_sort: tuple[str, str] = ("createdAt", "DESC")


def get_message(prefix: str, column: str) -> ShownValue:
    """Build a function that returns the translated message of a key."""
    return lambda row: translate(f"{prefix}.{row[column]}") if row[column] else None


def get_status_position(column: str) -> ShownValue:
    """Build a function that returns the position of a status in its process."""
    return lambda row: -1 if row[column] == "NONE" else REPAIR.get_position(row[column])


SHARED_SORTS: dict[str, str | ShownValue] = {
    "requestId": "requestId",
    "status": get_status_position("status"),
    "createdAt": "createdAt",
    "id": "id",
}
ACTIVE = ListCase(
    "/repairing/fetch-by-criteria/active",
    "active-repairs",
    {
        **SHARED_SORTS,
        "clientUsername": "clientName",
        "actionRequiredFromRole": get_message("roles", "actionRequired"),
        "updatedAt": "updatedAt",
    },
)
CLOSED = ListCase(
    "/repairing/fetch-by-criteria/closed",
    "closed-repairs",
    {**SHARED_SORTS, "clientAccessIdentification": "clientName", "completedAt": "completedAt"},
    ("completedAt", "DESC"),
)
INBOX = ListCase(
    "/requests/fetch-by-criteria/action-required",
    "action-required",
    {
        **SHARED_SORTS,
        "clientUsername": "clientName",
        "serviceUsername": "serviceUsername",
        "requestType": "requestType",
        "updatedAt": "updatedAt",
    },
)
LISTS = [(ACTIVE, OPEN, "admin"), (CLOSED, ENDED, "manager"), (INBOX, ["NEW", "IN_REPAIR_APPROVAL"], "supervisor")]


@pytest.fixture
def world() -> factories.World:
    return factories.world()


def sort_ids(rows: list[dict[str, Any]], column: str | ShownValue, direction: str) -> list[int]:
    """Return the ids in the expected order.

    Empty values come last; ties are broken by id in the same direction.
    """
    down = direction == "DESC"
    shown: ShownValue = column if callable(column) else lambda row: row[column]
    by_id = sorted(rows, key=lambda row: row["id"], reverse=down)
    filled = sorted([row for row in rows if shown(row) is not None], key=lambda row: (shown(row), row["id"]))
    ordered = filled[::-1] if down else filled
    return [row["id"] for row in ordered + [row for row in by_id if shown(row) is None]]


def get_rest_ids(
    caller: ApiClient, kind: ListCase, actor: factories.Person, first: int, last: int, **more: Any
) -> list[int]:
    query = {name: json.dumps(value) for name, value in {"range": [first, last], **more}.items()}
    response = caller.get(f"/api/rest/{kind.rest}", actor=actor, **query)
    return [row["id"] for row in response.ok]


@pytest.mark.parametrize(("kind", "statuses", "reader"), LISTS, ids=lambda value: getattr(value, "rest", ""))
def test_sorts_by_every_column_in_both_dialects(
    caller: ApiClient, world: factories.World, kind: ListCase, statuses: list[str], reader: str
) -> None:
    create_repairs(world, 23, statuses)
    if kind is ACTIVE:
        ServiceRequest.objects.filter(pk__in=ServiceRequest.objects.values("pk")[:3]).update(responsible_role=None)
    actor = getattr(world, reader)
    rows = caller.get(kind.v1, actor=actor, size=1000).ok["content"]
    assert len(rows) == (23 if reader != "manager" else 12)
    for name, column in kind.sorts.items():
        for direction in ("ASC", "DESC"):
            expected = sort_ids(rows, column, direction)
            pages = [
                caller.get(kind.v1, actor=actor, size=5, page=page, sort=f"{name},{direction}").ok for page in range(6)
            ]
            assert [row["id"] for page in pages for row in page["content"]] == expected, (name, direction)
            assert {page["totalElements"] for page in pages} == {len(rows)}
            ranges = [
                get_rest_ids(caller, kind, actor, first, first + 4, sort=[name, direction]) for first in range(0, 25, 5)
            ]
            assert [each for part in ranges for each in part] == expected, (name, direction)


@pytest.mark.parametrize(("kind", "statuses", "reader"), LISTS, ids=lambda value: getattr(value, "rest", ""))
def test_default_sort(
    caller: ApiClient, world: factories.World, kind: ListCase, statuses: list[str], reader: str
) -> None:
    create_repairs(world, 12, statuses)
    actor = getattr(world, reader)
    rows = caller.get(kind.v1, actor=actor, size=1000).ok["content"]
    expected = sort_ids(rows, *kind.default_sort)
    assert [row["id"] for row in rows] == expected
    response = caller.get(f"/api/rest/{kind.rest}", actor=actor)
    assert [row["id"] for row in response.ok] == expected[:10]
    assert [row["id"] for row in caller.get(kind.v1, actor=actor).ok["content"]] == expected[:10]
    # the direction is optional
    first = kind.default_sort[0]
    assert caller.get(kind.v1, actor=actor, sort=first).ok == caller.get(kind.v1, actor=actor, sort=f"{first},ASC").ok


def test_both_dialects_return_same_rows(caller: ApiClient, world: factories.World) -> None:
    create_repairs(world, 8, OPEN)
    for actor in world.one_of_each_role.values():
        page = caller.get(ACTIVE.v1, actor=actor, size=1000).ok
        rest = caller.get("/api/rest/active-repairs", actor=actor, range="[0,999]")
        assert keep_contract_columns(rest.ok, page["content"]) == page["content"]
        assert rest.headers["Content-Range"] == f"active-repairs 0-{len(rest.ok) - 1}/{page['totalElements']}"


def test_content_range_header(caller: ApiClient, world: factories.World) -> None:
    def get_content_range(requested: str) -> str:
        response = caller.get("/api/rest/active-repairs", actor=world.client, range=requested)
        assert response.status == 200
        return str(response.headers["Content-Range"])

    assert get_content_range("[0,9]") == "active-repairs */0"
    create_repairs(world, 24)
    assert get_content_range("[0,9]") == "active-repairs 0-9/12"
    assert get_content_range("[10,19]") == "active-repairs 10-11/12"
    assert get_content_range("[11,11]") == "active-repairs 11-11/12"
    assert get_content_range("[50,59]").endswith("/12")


def test_page_after_the_end_is_empty_with_total(caller: ApiClient, world: factories.World) -> None:
    create_repairs(world, 4)
    for page in (1, 2, 10**6, 9_000_000_000_000_000):
        assert caller.get(ACTIVE.v1, actor=world.client, page=page).ok == {"content": [], "totalElements": 2}


def test_get_one_and_get_many_by_ids(caller: ApiClient, world: factories.World) -> None:
    mine = [create_repair(world) for _ in range(15)]
    foreign = create_repair(world, world.client2)
    one = caller.get(f"/api/rest/active-repairs/{mine[0].pk}", actor=world.client).ok
    assert (one["id"], one["requestId"]) == (mine[0].pk, mine[0].number)
    missing = caller.get("/api/rest/active-repairs/999999999", actor=world.client).assert_error(404, "NOT_FOUND")
    other = caller.get(f"/api/rest/active-repairs/{foreign.pk}", actor=world.client).assert_error(404, "NOT_FOUND")
    assert missing.data == other.data
    caller.get(f"/api/rest/closed-repairs/{mine[0].pk}", actor=world.client).assert_error(404, "NOT_FOUND")
    # ra-data-simple-rest requests many records by ids in the filter, without a range
    ids = [each.pk for each in mine] + [foreign.pk]
    response = caller.get("/api/rest/active-repairs", actor=world.client, filter=json.dumps({"id": ids}))
    assert sorted(row["id"] for row in response.ok) == sorted(each.pk for each in mine)
    assert caller.get("/api/rest/active-repairs", actor=world.client, filter='{"id": []}').ok == []


def test_history_is_limited_to_one_request(caller: ApiClient, world: factories.World) -> None:
    mine, foreign = create_repair(world), create_repair(world, world.client2)
    create_history(mine, world.supervisor, OPEN[:6])
    create_history(foreign, world.supervisor, OPEN[:2])
    path = "/repairing/fetch-history-by-criteria"
    rows = caller.get(path, actor=world.manager, repairId=mine.pk, size=1000).ok["content"]
    assert len(rows) == 6
    sorts: dict[str, str | ShownValue] = {
        "createdAt": "createdAt",
        "changedBy": "changedBy",
        "role": get_message("roles", "role"),
        "oldStatus": get_status_position("oldStatus"),
        "newStatus": get_status_position("newStatus"),
    }
    for name, column in sorts.items():
        for direction in ("ASC", "DESC"):
            sort = f"{name},{direction}"
            page = caller.get(path, actor=world.manager, repairId=mine.pk, size=1000, sort=sort).ok
            rest = caller.get(
                "/api/rest/repair-history",
                actor=world.manager,
                filter=json.dumps({"repairId": mine.pk}),
                sort=json.dumps([name, direction]),
            )
            assert [row["id"] for row in page["content"]] == sort_ids(rows, column, direction)
            assert keep_contract_columns(rest.ok, page["content"]) == page["content"]
    caller.get(path, actor=world.manager, repairId=foreign.pk).assert_error(404, "NOT_FOUND")
    caller.get(path, actor=world.client, repairId=mine.pk).assert_error(403, "FORBIDDEN")
    for query in ({}, {"filter": "{}"}, {"filter": '{"repairId": "x"}'}, {"filter": '{"repairId": null}'}):
        caller.get("/api/rest/repair-history", actor=world.manager, **query).assert_error(400, "VALIDATION")
