"""Generated tests of every declared list: roles, columns, sorting, pages, exports.

Expected results come from the contract's roles and from Python's own sort order. New lists are included
automatically.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from portal_backend.base.actor import Role
from portal_backend.base.collation import sort_key
from portal_backend.base.words import word
from portal_backend.resources.resource import Column
from portal_backend.resources.xlsx import spoken
from tests import factories
from tests.caller import Caller
from tests.contract.rows import changed, dump
from tests.factories import World
from tests.resources.declared import DECLARED, LIKE_PARTS, Declared
from tests.resources.test_spreadsheets import rows_of
from tests.resources.worlds import ids, of_contract, readers, somebody, world_with

pytestmark = pytest.mark.django_db
EVERY = pytest.mark.parametrize("one", DECLARED.values(), ids=DECLARED)
# columns that the contract hides from clients in every list (section 2 and spec 1, 2.5 to 2.7)
HIDDEN_FROM_CLIENT = {"clientName", "clientUsername", "clientAccessIdentification", "serviceUsername", "serviceName"}


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """Create a world with rows in every list, rolled back after the module."""
    with world_with(django_db_blocker, DECLARED.values(), 7) as made:
        yield made


@pytest.fixture(scope="module")
def meta_by_role(world: World, django_db_blocker: DjangoDbBlocker) -> dict[Role, dict[str, Any]]:
    """Return the metadata of each role by list name."""
    with django_db_blocker.unblock():
        metas = {role: Caller().get("/api/rest/meta", actor=who).ok for role, who in world.one_of_each_role.items()}
    return {role: {each["name"]: each for each in meta["resources"]} for role, meta in metas.items()}


@EVERY
def test_only_readers_may_read_in_any_dialect(
    one: Declared, world: World, caller: Caller, meta_by_role: dict[Role, Any]
) -> None:
    without_session = {
        None: "401 TOKEN_INVALID",
        factories.session(world.admin.user, expired=True): "401 TOKEN_EXPIRED",
    }
    callers: list[tuple[Any, str]] = list(without_session.items())
    callers += [
        (person, "200" if role in one.readers else "403 FORBIDDEN") for role, person in world.one_of_each_role.items()
    ]
    before = dump()
    row = one.rest(caller, world, somebody(one, world)).ok[0]
    for actor, wanted in callers:
        assert one.rest(caller, world, actor).verdict == wanted, actor
        if one.has_v1:
            assert one.v1(caller, world, actor).verdict == wanted, actor
        if one.resource.export or one.known.asked:
            assert one.sheet(caller, world, actor).verdict == wanted, actor
        if not one.resource.parent:
            verdict = caller.get(f"{one.path}/{row['id']}", actor=actor).verdict
            assert verdict == wanted or (verdict == "404 NOT_FOUND" and wanted == "200"), actor
    assert {role for role in meta_by_role if one.name in meta_by_role[role]} == one.readers
    assert set(changed(before, dump())) <= {"audit_entry"}, "an export is kept in the activity log, and nothing else"


@EVERY
def test_columns_by_role_in_both_dialects_and_meta(
    one: Declared, world: World, caller: Caller, meta_by_role: dict[Role, Any]
) -> None:
    for person in readers(one, world):
        mine = {column.key for column in one.resource.columns if person.role in column.readers}
        assert person.role != Role.CLIENT or not mine & HIDDEN_FROM_CLIENT
        rows = one.rest(caller, world, person).ok
        assert rows
        assert {frozenset(row) for row in rows} == {frozenset(mine)}, person.role
        if one.has_v1:
            assert one.v1(caller, world, person).ok == {"content": of_contract(one, rows), "totalElements": len(rows)}
        shown = meta_by_role[person.role][one.name]["columns"]
        assert {each["key"] for each in shown} <= mine
        sorts = {each["sort"] for each in shown} - {None}
        assert sorts <= {column.sort_name for column in one.resource.columns if column.key in mine}


def expected(rows: list[dict[str, Any]], column: Column, direction: str) -> list[int] | None:
    """Return ids as Python sorts them: empty values last, ties by id.

    None if the rows do not contain the value that is sorted by.
    """
    if column.order is not None and column.key != "requestId":
        return None

    def shown(row: dict[str, Any]) -> Any:
        text = word(f"{column.words}.{row[column.key]}") if column.words else row[column.key]
        return sort_key(text, "en") if isinstance(text, str) and column.key != "requestId" else text

    down = direction == "DESC"
    filled = sorted(((shown(row), row["id"]) for row in rows if row[column.key] is not None), reverse=down)
    return [pk for _, pk in filled] + sorted((row["id"] for row in rows if row[column.key] is None), reverse=down)


@EVERY
def test_sorts_by_every_column_in_both_directions(one: Declared, world: World, caller: Caller) -> None:
    person = somebody(one, world)
    everything = one.rest(caller, world, person).ok
    sortable = [each for each in one.resource.columns if each.sort_name and person.role in each.readers]
    assert len(sortable) >= 2
    for column in sortable:
        for direction in ("ASC", "DESC"):
            sort = [column.sort_name, direction]
            rows = one.rest(caller, world, person, sort=sort).ok
            wanted = expected(everything, column, direction)
            assert ids(rows) == wanted or (wanted is None and sorted(ids(rows)) == sorted(ids(everything))), sort
            page = one.rest(caller, world, person, sort=sort, range=[2, 4])
            assert ids(page.ok) == ids(rows)[2:5], sort
            assert page.headers["Content-Range"] == f"{one.name} 2-4/{len(rows)}"
            if one.has_v1 and direction == "DESC" and not column.extra:
                content = one.v1(caller, world, person, sort=",".join(sort), size=5, page=1).ok["content"]
                assert ids(content) == ids(rows)[5:10], sort


@EVERY
def test_rejects_sort_by_hidden_or_unknown_column(one: Declared, world: World, caller: Caller) -> None:
    for person in readers(one, world):
        names = {each.sort_name or each.key for each in one.resource.columns if person.role not in each.readers}
        if person is somebody(one, world):
            # lookup paths and unsortable columns are rejected, too
            names |= {"password", "nothing", "client__name"}
            names |= {each.key for each in one.resource.columns if each.sort_name is None}
        for name in sorted(names):
            answers = [one.rest(caller, world, person, sort=[name, "ASC"])]
            if one.has_v1:
                answers.append(one.v1(caller, world, person, sort=f"{name},ASC"))
            if one.resource.export and not one.resource.parent:
                answers.append(one.sheet(caller, world, person, sort=f"{name},DESC"))
            for answer in answers:
                assert set(answer.refused(400, "VALIDATION").fields) == {"sort"}, (person.role, name)


@EVERY
def test_pagination_is_complete_while_rows_are_added(one: Declared, world: World, caller: Caller) -> None:
    person = somebody(one, world)
    before = ids(one.rest(caller, world, person, sort=["id", "ASC"]).ok)
    seen: list[int] = []
    for start in range(0, len(before) + 3, 3):
        seen += ids(one.rest(caller, world, person, sort=["id", "ASC"], range=[start, start + 2]).ok)
        one.fill(caller, world, 1)
    assert len(seen) == len(set(seen)), "a row is shown twice"
    assert seen[: len(before)] == before
    # new rows come first in descending order; the older ones must still appear
    pages = []
    for start in range(0, len(before) + 40, 10):
        pages += ids(one.rest(caller, world, person, sort=["id", "DESC"], range=[start, start + 9]).ok)
    assert set(before) <= set(pages)


def blank_or(value: object) -> object:
    """Convert an empty text to None, as a cell has it."""
    return None if value == "" else value


@EVERY
def test_export_has_rows_and_columns_of_list(one: Declared, world: World, caller: Caller) -> None:
    if not (one.resource.export or one.known.asked):
        assert one.name in LIKE_PARTS, "a list of its own is exported"
        return
    for person in readers(one, world):
        rows = one.rest(caller, world, person, sort=["id", "DESC"]).ok
        asked = {} if one.resource.parent else {"sort": "id,DESC"}
        head, *lines = rows_of(one.sheet(caller, world, person, **asked))
        shown = [each for each in one.resource.columns if each.shown and person.role in each.readers]
        columns = [column for each in shown if each.kind != "image" for column in spoken(one.resource, each)]
        assert head == [each.label() for each in columns]
        assert len(lines) == len(rows)
        for index, column in enumerate(columns):
            if column.kind in ("text", "number", "money") and not (column.text or column.words or column.language):
                cells, wanted = [line[index] for line in lines], [blank_or(row[column.key]) for row in rows]
                same = cells == wanted if asked else sorted(map(str, cells)) == sorted(map(str, wanted))
                assert same, (person.role, column.key)


@EVERY
def test_filter_choices_narrow_list(one: Declared, world: World, caller: Caller, meta_by_role: dict[Role, Any]) -> None:
    """Each choice of a filter returns a subset of the list."""
    person = somebody(one, world)
    whole = set(ids(one.rest(caller, world, person).ok))
    for each in meta_by_role[person.role][one.name]["filters"]:
        for choice in each.get("choices", [])[:2]:
            part = ids(one.rest(caller, world, person, filter={each["key"]: choice["key"]}).ok)
            assert set(part) <= whole, (each["key"], choice)
