"""Pagination: totals, stable sorting, and the same rows in both dialects.

See contract section 1.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from portal_backend.base.words import word
from portal_backend.repairs.process import REPAIR
from portal_backend.workflow.models import Request
from tests import factories
from tests.caller import Caller
from tests.resources.rows import history, listed, many, told_by_the_contract

pytestmark = pytest.mark.django_db
Shown = Callable[[dict[str, Any]], Any]
OPEN = [step.status for step in REPAIR.steps if not step.terminal]
ENDED = [step.status for step in REPAIR.steps if step.terminal]


@dataclass(frozen=True)
class Kind:
    """A list in both dialects."""

    v1: str
    rest: str
    #: By sort name, the displayed column or a function that computes the displayed value.
    sorts: dict[str, "str | Shown"]
    default: tuple[str, str] = ("createdAt", "DESC")


def in_words(prefix: str, column: str) -> Shown:
    """Build a function that returns the translated message of a key."""
    return lambda row: word(f"{prefix}.{row[column]}") if row[column] else None


def in_the_process(column: str) -> Shown:
    """Build a function that returns the position of a status in its process."""
    return lambda row: -1 if row[column] == "NONE" else REPAIR.place(row[column])


SHARED: dict[str, str | Shown] = {
    "requestId": "requestId",
    "status": in_the_process("status"),
    "createdAt": "createdAt",
    "id": "id",
}
ACTIVE = Kind(
    "/repairing/fetch-by-criteria/active",
    "active-repairs",
    {
        **SHARED,
        "clientUsername": "clientName",
        "actionRequiredFromRole": in_words("roles", "actionRequired"),
        "updatedAt": "updatedAt",
    },
)
CLOSED = Kind(
    "/repairing/fetch-by-criteria/closed",
    "closed-repairs",
    {**SHARED, "clientAccessIdentification": "clientName", "completedAt": "completedAt"},
    ("completedAt", "DESC"),
)
INBOX = Kind(
    "/requests/fetch-by-criteria/action-required",
    "action-required",
    {
        **SHARED,
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


def sorted_by_python(rows: list[dict[str, Any]], column: str | Shown, direction: str) -> list[int]:
    """Return the ids in the expected order.

    Empty values come last; ties are broken by id in the same direction.
    """
    down = direction == "DESC"
    shown: Shown = column if callable(column) else lambda row: row[column]
    by_id = sorted(rows, key=lambda row: row["id"], reverse=down)
    filled = sorted([row for row in rows if shown(row) is not None], key=lambda row: (shown(row), row["id"]))
    ordered = filled[::-1] if down else filled
    return [row["id"] for row in ordered + [row for row in by_id if shown(row) is None]]


def rest_ids(caller: Caller, kind: Kind, actor: factories.Person, first: int, last: int, **more: Any) -> list[int]:
    query = {name: json.dumps(value) for name, value in {"range": [first, last], **more}.items()}
    answer = caller.get(f"/api/rest/{kind.rest}", actor=actor, **query)
    return [row["id"] for row in answer.ok]


@pytest.mark.parametrize(("kind", "statuses", "reader"), LISTS, ids=lambda value: getattr(value, "rest", ""))
def test_sorts_by_every_column_in_both_dialects(
    caller: Caller, world: factories.World, kind: Kind, statuses: list[str], reader: str
) -> None:
    many(world, 23, statuses)
    if kind is ACTIVE:
        Request.objects.filter(pk__in=Request.objects.values("pk")[:3]).update(waits_for=None)
    actor = getattr(world, reader)
    rows = caller.get(kind.v1, actor=actor, size=1000).ok["content"]
    assert len(rows) == (23 if reader != "manager" else 12)
    for name, column in kind.sorts.items():
        for direction in ("ASC", "DESC"):
            expected = sorted_by_python(rows, column, direction)
            pages = [
                caller.get(kind.v1, actor=actor, size=5, page=page, sort=f"{name},{direction}").ok for page in range(6)
            ]
            assert [row["id"] for page in pages for row in page["content"]] == expected, (name, direction)
            assert {page["totalElements"] for page in pages} == {len(rows)}
            ranges = [
                rest_ids(caller, kind, actor, first, first + 4, sort=[name, direction]) for first in range(0, 25, 5)
            ]
            assert [each for part in ranges for each in part] == expected, (name, direction)


@pytest.mark.parametrize(("kind", "statuses", "reader"), LISTS, ids=lambda value: getattr(value, "rest", ""))
def test_default_sort(caller: Caller, world: factories.World, kind: Kind, statuses: list[str], reader: str) -> None:
    many(world, 12, statuses)
    actor = getattr(world, reader)
    rows = caller.get(kind.v1, actor=actor, size=1000).ok["content"]
    expected = sorted_by_python(rows, *kind.default)
    assert [row["id"] for row in rows] == expected
    answer = caller.get(f"/api/rest/{kind.rest}", actor=actor)
    assert [row["id"] for row in answer.ok] == expected[:10]
    assert [row["id"] for row in caller.get(kind.v1, actor=actor).ok["content"]] == expected[:10]
    # the direction is optional
    first = kind.default[0]
    assert caller.get(kind.v1, actor=actor, sort=first).ok == caller.get(kind.v1, actor=actor, sort=f"{first},ASC").ok


def test_both_dialects_return_same_rows(caller: Caller, world: factories.World) -> None:
    many(world, 8, OPEN)
    for actor in world.one_of_each_role.values():
        page = caller.get(ACTIVE.v1, actor=actor, size=1000).ok
        rest = caller.get("/api/rest/active-repairs", actor=actor, range="[0,999]")
        assert told_by_the_contract(rest.ok, page["content"]) == page["content"]
        assert rest.headers["Content-Range"] == f"active-repairs 0-{len(rest.ok) - 1}/{page['totalElements']}"


def test_content_range_header(caller: Caller, world: factories.World) -> None:
    def get_content_range(requested: str) -> str:
        answer = caller.get("/api/rest/active-repairs", actor=world.client, range=requested)
        assert answer.status == 200
        return str(answer.headers["Content-Range"])

    assert get_content_range("[0,9]") == "active-repairs */0"
    many(world, 24)
    assert get_content_range("[0,9]") == "active-repairs 0-9/12"
    assert get_content_range("[10,19]") == "active-repairs 10-11/12"
    assert get_content_range("[11,11]") == "active-repairs 11-11/12"
    assert get_content_range("[50,59]").endswith("/12")


def test_page_after_the_end_is_empty_with_total(caller: Caller, world: factories.World) -> None:
    many(world, 4)
    for page in (1, 2, 10**6, 9_000_000_000_000_000):
        assert caller.get(ACTIVE.v1, actor=world.client, page=page).ok == {"content": [], "totalElements": 2}


def test_get_one_and_get_many_by_ids(caller: Caller, world: factories.World) -> None:
    mine = [listed(world) for _ in range(15)]
    foreign = listed(world, world.client2)
    one = caller.get(f"/api/rest/active-repairs/{mine[0].pk}", actor=world.client).ok
    assert (one["id"], one["requestId"]) == (mine[0].pk, mine[0].number)
    missing = caller.get("/api/rest/active-repairs/999999999", actor=world.client).refused(404, "NOT_FOUND")
    other = caller.get(f"/api/rest/active-repairs/{foreign.pk}", actor=world.client).refused(404, "NOT_FOUND")
    assert missing.data == other.data
    caller.get(f"/api/rest/closed-repairs/{mine[0].pk}", actor=world.client).refused(404, "NOT_FOUND")
    # ra-data-simple-rest requests many records by ids in the filter, without a range
    ids = [each.pk for each in mine] + [foreign.pk]
    answer = caller.get("/api/rest/active-repairs", actor=world.client, filter=json.dumps({"id": ids}))
    assert sorted(row["id"] for row in answer.ok) == sorted(each.pk for each in mine)
    assert caller.get("/api/rest/active-repairs", actor=world.client, filter='{"id": []}').ok == []


def test_history_is_limited_to_one_request(caller: Caller, world: factories.World) -> None:
    mine, foreign = listed(world), listed(world, world.client2)
    history(mine, world.supervisor, OPEN[:6])
    history(foreign, world.supervisor, OPEN[:2])
    path = "/repairing/fetch-history-by-criteria"
    rows = caller.get(path, actor=world.manager, repairId=mine.pk, size=1000).ok["content"]
    assert len(rows) == 6
    sorts: dict[str, str | Shown] = {
        "createdAt": "createdAt",
        "changedBy": "changedBy",
        "role": in_words("roles", "role"),
        "oldStatus": in_the_process("oldStatus"),
        "newStatus": in_the_process("newStatus"),
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
            assert [row["id"] for row in page["content"]] == sorted_by_python(rows, column, direction)
            assert told_by_the_contract(rest.ok, page["content"]) == page["content"]
    caller.get(path, actor=world.manager, repairId=foreign.pk).refused(404, "NOT_FOUND")
    caller.get(path, actor=world.client, repairId=mine.pk).refused(403, "FORBIDDEN")
    for query in ({}, {"filter": "{}"}, {"filter": '{"repairId": "x"}'}, {"filter": '{"repairId": null}'}):
        caller.get("/api/rest/repair-history", actor=world.manager, **query).refused(400, "VALIDATION")
