"""Generated over every declared list: roles, columns, sorts, search, filters, ranges, in both dialects and the sheet.

What is expected comes from the contract's roles and from Python's own order; a new list is covered by itself.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from portal_backend.base.actor import Role
from portal_backend.base.collation import sort_key
from portal_backend.base.words import word
from portal_backend.resources.resource import Column
from tests import factories
from tests.caller import Caller
from tests.contract.rows import changed, dump
from tests.factories import Person, World
from tests.resources.declared import DECLARED, LIKE_PARTS, Declared
from tests.resources.test_spreadsheets import rows_of

pytestmark = pytest.mark.django_db
EVERY = pytest.mark.parametrize("one", DECLARED.values(), ids=DECLARED)
# what the contract hides from a client, whichever list it stands in (section 2 and spec 1, 2.5 to 2.7)
HIDDEN_FROM_CLIENT = {"clientName", "clientUsername", "clientAccessIdentification", "serviceUsername", "serviceName"}
# texts that are shown and not searched: the contract's keyword knows the Service by its name, and no contacts
NOT_SEARCHED = {("action-required", "serviceUsername"), ("remote-support", "contactFullName")}


@pytest.fixture(scope="module")
def here(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """One world with rows in every list, for all tests of this file, and undone after them."""
    with django_db_blocker.unblock(), transaction.atomic():
        world, caller = factories.world(), Caller()
        assert world.part
        for each in DECLARED.values():
            each.fill(caller, world, 7)
        yield world
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def told(here: World, django_db_blocker: DjangoDbBlocker) -> dict[Role, dict[str, Any]]:
    """What meta tells each role of the lists, by name."""
    with django_db_blocker.unblock():
        metas = {role: Caller().get("/api/rest/meta", actor=who).ok for role, who in here.one_of_each_role.items()}
    return {role: {each["name"]: each for each in meta["resources"]} for role, meta in metas.items()}


def ids(rows: list[dict[str, Any]]) -> list[int]:
    return [row["id"] for row in rows]


def of_contract(one: Declared, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows without what is for the interface alone."""
    extra = {column.key for column in one.resource.columns if column.extra} | {"matched"}
    return [{key: value for key, value in row.items() if key not in extra} for row in rows]


def somebody(one: Declared, here: World) -> Person:
    """A reader who sees all of it."""
    preferred = (Role.ADMIN, Role.SUPERVISOR)
    return here.one_of_each_role[next((role for role in preferred if role in one.readers), min(one.readers))]


def readers(one: Declared, here: World) -> list[Person]:
    return [person for role, person in here.one_of_each_role.items() if role in one.readers]


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
    assert changed(before, dump()) == []


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
            if one.has_v1 and direction == "DESC":
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
def test_every_text_that_is_shown_is_found(one: Declared, here: World, caller: Caller) -> None:
    person = somebody(one, here)
    if one.resource.search is None:
        one.rest(caller, here, person, filter={"keyword": "nothing"})
        return
    rows = one.rest(caller, here, person).ok
    texts = [each.key for each in one.resource.columns if each.kind == "text" and each.shown and each.source]
    for key in texts:
        if (one.name, key) in NOT_SEARCHED:
            continue
        keyword = next(str(row[key]) for row in reversed(rows) if row[key])
        for asked in (keyword, keyword.upper(), f"  {keyword.lower()} "):
            found = one.rest(caller, here, person, filter={"keyword": asked}).ok
            holding = {row["id"] for row in rows if row[key] and keyword.casefold() in str(row[key]).casefold()}
            assert holding <= set(ids(found)), (key, asked)
            if one.has_v1:
                assert one.v1(caller, here, person, keyword=asked).ok["content"] == of_contract(one, found)
        if one.resource.export:
            assert len(rows_of(one.sheet(caller, here, person, keyword=keyword))) == len(found) + 1
    for nowhere in ("nowhere at all", "%", "_", "' or 1=1 --"):
        assert one.rest(caller, here, person, filter={"keyword": nowhere}).ok == [] or nowhere == "_", nowhere


@EVERY
def test_what_is_hidden_is_not_searched(one: Declared, here: World, caller: Caller) -> None:
    everything = {row["id"]: row for row in one.rest(caller, here, somebody(one, here)).ok}
    for person in readers(one, here):
        mine = one.rest(caller, here, person).ok
        hidden = {each.key for each in one.resource.columns if person.role not in each.readers and each.kind == "text"}
        if person.role != Role.CLIENT:
            hidden -= {"serviceName"}  # no secret: others than clients read it in the report, or it is their own
        for key in sorted(hidden) if one.resource.search else ():
            value = next((each[key] for row in mine if (each := everything.get(row["id"])) and each.get(key)), None)
            if value and not any(str(value) in str(cell) for row in mine for cell in row.values()):
                assert one.rest(caller, here, person, filter={"keyword": value}).ok == [], (person.role, key)


RANGES: list[Any] = [[9, 0], [-1, 5], [0], [0, 1000], [0, 1, 2], ["0", "x"], {}, "0-9", [0, 2**63]]
FILTERS: list[Any] = [{"nothing": 1}, {"client_id": 1}, {"keyword": ["a"]}, {"keyword": "k" * 201}, {"id": ["x"]}]


@EVERY
def test_what_no_list_answers(one: Declared, here: World, caller: Caller) -> None:
    person = somebody(one, here)
    for asked in RANGES:
        one.rest(caller, here, person, range=asked).refused(400, "VALIDATION")
    for asked in FILTERS:
        one.rest(caller, here, person, filter=asked).refused(400, "VALIDATION")
    for asked in ("[]", "x", "7", '"a"', "{" * 2000):
        caller.get(one.path, actor=person, filter=asked).refused(400, "VALIDATION")
    for each in one.resource.filters:
        for wrong in ({"a": 1}, [None], 1.5):
            one.rest(caller, here, person, filter={each.key: wrong}).refused(400, "VALIDATION")
        if each.kind in ("switch", "date", "part"):
            one.rest(caller, here, person, filter={each.key: "nonsense"}).refused(400, "VALIDATION")
    if one.resource.parent or one.known.asked:
        caller.get(one.path, actor=person).refused(400, "VALIDATION")
    if one.has_v1:
        for name, wrong in (("size", 0), ("size", 1001), ("size", "x"), ("page", -1), ("keyword", "k" * 201)):
            assert set(one.v1(caller, here, person, **{name: wrong}).refused(400, "VALIDATION").fields) == {name}
    if not one.resource.parent:
        caller.get(f"{one.path}/x", actor=person).refused(400, "VALIDATION")
        caller.get(f"{one.path}/{2**62}", actor=person).refused(404, "NOT_FOUND")


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
        columns = [each for each in shown if each.kind != "image"]
        assert head == [each.label() for each in columns]
        assert len(lines) == len(rows)
        for index, column in enumerate(columns):
            if column.kind in ("text", "number", "money") and not (column.text or column.words):
                cells, wanted = [line[index] for line in lines], [row[column.key] for row in rows]
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
