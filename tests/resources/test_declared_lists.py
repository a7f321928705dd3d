"""Generated over every declared list: roles, columns, sorts, paging, in both dialects and the sheet.

What is expected comes from the contract's roles and from Python's own order; a new list is covered by itself.
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
# what the contract hides from a client, whichever list it stands in (section 2 and spec 1, 2.5 to 2.7)
HIDDEN_FROM_CLIENT = {"clientName", "clientUsername", "clientAccessIdentification", "serviceUsername", "serviceName"}


@pytest.fixture(scope="module")
def here(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """One world with rows in every list, for all tests of this file, and undone after them."""
    with world_with(django_db_blocker, DECLARED.values(), 7) as made:
        yield made


@pytest.fixture(scope="module")
def told(here: World, django_db_blocker: DjangoDbBlocker) -> dict[Role, dict[str, Any]]:
    """What meta tells each role of the lists, by name."""
    with django_db_blocker.unblock():
        metas = {role: Caller().get("/api/rest/meta", actor=who).ok for role, who in here.one_of_each_role.items()}
    return {role: {each["name"]: each for each in meta["resources"]} for role, meta in metas.items()}


@EVERY
def test_who_reads_it(one: Declared, here: World, caller: Caller, told: dict[Role, Any]) -> None:
    strangers = {None: "401 TOKEN_INVALID", factories.session(here.admin.user, expired=True): "401 TOKEN_EXPIRED"}
    callers: list[tuple[Any, str]] = list(strangers.items())
    callers += [
        (person, "200" if role in one.readers else "403 FORBIDDEN") for role, person in here.one_of_each_role.items()
    ]
    before = dump()
    row = one.rest(caller, here, somebody(one, here)).ok[0]
    for actor, wanted in callers:
        assert one.rest(caller, here, actor).verdict == wanted, actor
        if one.has_v1:
            assert one.v1(caller, here, actor).verdict == wanted, actor
        if one.resource.export or one.known.asked:
            assert one.sheet(caller, here, actor).verdict == wanted, actor
        if not one.resource.parent:
            verdict = caller.get(f"{one.path}/{row['id']}", actor=actor).verdict
            assert verdict == wanted or (verdict == "404 NOT_FOUND" and wanted == "200"), actor
    assert {role for role in told if one.name in told[role]} == one.readers
    assert set(changed(before, dump())) <= {"audit_entry"}, "an export is kept in the activity log, and nothing else"


@EVERY
def test_both_dialects_and_meta_show_what_each_role_reads(
    one: Declared, here: World, caller: Caller, told: dict[Role, Any]
) -> None:
    for person in readers(one, here):
        mine = {column.key for column in one.resource.columns if person.role in column.readers}
        assert person.role != Role.CLIENT or not mine & HIDDEN_FROM_CLIENT
        rows = one.rest(caller, here, person).ok
        assert rows
        assert {frozenset(row) for row in rows} == {frozenset(mine)}, person.role
        if one.has_v1:
            assert one.v1(caller, here, person).ok == {"content": of_contract(one, rows), "totalElements": len(rows)}
        shown = told[person.role][one.name]["columns"]
        assert {each["key"] for each in shown} <= mine
        sorts = {each["sort"] for each in shown} - {None}
        assert sorts <= {column.sort_name for column in one.resource.columns if column.key in mine}


def expected(rows: list[dict[str, Any]], column: Column, direction: str) -> list[int] | None:
    """Ids as Python sorts them: empty values last, ties by id. None where a row does not show what it is sorted by."""
    if column.order is not None and column.key != "requestId":
        return None

    def shown(row: dict[str, Any]) -> Any:
        text = word(f"{column.words}.{row[column.key]}") if column.words else row[column.key]
        return sort_key(text, "en") if isinstance(text, str) and column.key != "requestId" else text

    down = direction == "DESC"
    filled = sorted(((shown(row), row["id"]) for row in rows if row[column.key] is not None), reverse=down)
    return [pk for _, pk in filled] + sorted((row["id"] for row in rows if row[column.key] is None), reverse=down)


@EVERY
def test_every_column_sorts_both_ways(one: Declared, here: World, caller: Caller) -> None:
    person = somebody(one, here)
    everything = one.rest(caller, here, person).ok
    sortable = [each for each in one.resource.columns if each.sort_name and person.role in each.readers]
    assert len(sortable) >= 2
    for column in sortable:
        for direction in ("ASC", "DESC"):
            sort = [column.sort_name, direction]
            rows = one.rest(caller, here, person, sort=sort).ok
            wanted = expected(everything, column, direction)
            assert ids(rows) == wanted or (wanted is None and sorted(ids(rows)) == sorted(ids(everything))), sort
            page = one.rest(caller, here, person, sort=sort, range=[2, 4])
            assert ids(page.ok) == ids(rows)[2:5], sort
            assert page.headers["Content-Range"] == f"{one.name} 2-4/{len(rows)}"
            if one.has_v1 and direction == "DESC" and not column.extra:
                content = one.v1(caller, here, person, sort=",".join(sort), size=5, page=1).ok["content"]
                assert ids(content) == ids(rows)[5:10], sort


@EVERY
def test_what_is_hidden_or_unknown_does_not_sort(one: Declared, here: World, caller: Caller) -> None:
    for person in readers(one, here):
        names = {each.sort_name or each.key for each in one.resource.columns if person.role not in each.readers}
        if person is somebody(one, here):
            # neither sources nor columns that are not to be sorted by are names of sorts
            names |= {"password", "nothing", "client__name"}
            names |= {each.key for each in one.resource.columns if each.sort_name is None}
        for name in sorted(names):
            answers = [one.rest(caller, here, person, sort=[name, "ASC"])]
            if one.has_v1:
                answers.append(one.v1(caller, here, person, sort=f"{name},ASC"))
            if one.resource.export and not one.resource.parent:
                answers.append(one.sheet(caller, here, person, sort=f"{name},DESC"))
            for answer in answers:
                assert set(answer.refused(400, "VALIDATION").fields) == {"sort"}, (person.role, name)


@EVERY
def test_paging_is_complete_while_rows_are_added(one: Declared, here: World, caller: Caller) -> None:
    person = somebody(one, here)
    before = ids(one.rest(caller, here, person, sort=["id", "ASC"]).ok)
    seen: list[int] = []
    for start in range(0, len(before) + 3, 3):
        seen += ids(one.rest(caller, here, person, sort=["id", "ASC"], range=[start, start + 2]).ok)
        one.fill(caller, here, 1)
    assert len(seen) == len(set(seen)), "a row is shown twice"
    assert seen[: len(before)] == before
    # new rows come first where the newest are: what was there is shown all the same
    pages = []
    for start in range(0, len(before) + 40, 10):
        pages += ids(one.rest(caller, here, person, sort=["id", "DESC"], range=[start, start + 9]).ok)
    assert set(before) <= set(pages)


def blank_or(value: object) -> object:
    """An empty text is a blank cell."""
    return None if value == "" else value


@EVERY
def test_the_sheet_is_the_list(one: Declared, here: World, caller: Caller) -> None:
    if not (one.resource.export or one.known.asked):
        assert one.name in LIKE_PARTS, "a list of its own is exported"
        return
    for person in readers(one, here):
        rows = one.rest(caller, here, person, sort=["id", "DESC"]).ok
        asked = {} if one.resource.parent else {"sort": "id,DESC"}
        head, *lines = rows_of(one.sheet(caller, here, person, **asked))
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
def test_the_choices_of_a_filter_narrow(one: Declared, here: World, caller: Caller, told: dict[Role, Any]) -> None:
    """Each choice that a filter offers gives a part of the list and nothing else."""
    person = somebody(one, here)
    whole = set(ids(one.rest(caller, here, person).ok))
    for each in told[person.role][one.name]["filters"]:
        for choice in each.get("choices", [])[:2]:
            part = ids(one.rest(caller, here, person, filter={each["key"]: choice["key"]}).ok)
            assert set(part) <= whole, (each["key"], choice)
