"""Generated tests of every declared list: search, filters and invalid parameters."""

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from portal_backend.base.actor import Role
from portal_backend.base.normalization import normalize_key
from tests.caller import Caller
from tests.factories import World
from tests.resources.declared import DECLARED, Declared
from tests.resources.test_spreadsheets import rows_of
from tests.resources.worlds import ids, of_contract, readers, somebody, world_with

pytestmark = pytest.mark.django_db
EVERY = pytest.mark.parametrize("one", DECLARED.values(), ids=DECLARED)
# displayed texts that are not searched: the contract's keyword covers the name of the service, but no contacts
NOT_SEARCHED = {("action-required", "serviceUsername"), ("remote-support", "contactFullName")}


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """Create a world with rows in every list, rolled back after the module."""
    with world_with(django_db_blocker, DECLARED.values(), 7) as made:
        yield made


@EVERY
def test_search_finds_every_displayed_text(one: Declared, world: World, caller: Caller) -> None:
    person = somebody(one, world)
    if one.resource.search is None:
        one.rest(caller, world, person, filter={"keyword": "nothing"})
        return
    rows = one.rest(caller, world, person).ok
    texts = [each.key for each in one.resource.columns if each.kind == "text" and each.shown and each.source]
    for key in texts:
        if (one.name, key) in NOT_SEARCHED:
            continue
        keyword = next(str(row[key]) for row in reversed(rows) if row[key])
        for asked in (keyword, keyword.upper(), f"  {keyword.lower()} ", f"“{normalize_key(keyword)}”"):
            matches = one.rest(caller, world, person, filter={"keyword": asked}).ok
            holding = {row["id"] for row in rows if normalize_key(keyword) in normalize_key(str(row[key] or ""))}
            assert holding <= set(ids(matches)), (key, asked)
            if one.has_v1:
                assert one.v1(caller, world, person, keyword=asked).ok["content"] == of_contract(one, matches)
        if one.resource.export:
            assert len(rows_of(one.sheet(caller, world, person, keyword=keyword))) == len(matches) + 1
    for nowhere in ("nowhere at all", "%", "_", "' or 1=1 --"):
        assert one.rest(caller, world, person, filter={"keyword": nowhere}).ok == [] or nowhere == "_", nowhere


@EVERY
def test_search_ignores_hidden_columns(one: Declared, world: World, caller: Caller) -> None:
    everything = {row["id"]: row for row in one.rest(caller, world, somebody(one, world)).ok}
    for person in readers(one, world):
        mine = one.rest(caller, world, person).ok
        hidden = {each.key for each in one.resource.columns if person.role not in each.readers and each.kind == "text"}
        if person.role != Role.CLIENT:
            hidden -= {"serviceName"}  # not secret: other roles read it in the report, or it is their own
        for key in sorted(hidden) if one.resource.search else ():
            value = next((each[key] for row in mine if (each := everything.get(row["id"])) and each.get(key)), None)
            if value and not any(str(value) in str(cell) for row in mine for cell in row.values()):
                assert one.rest(caller, world, person, filter={"keyword": value}).ok == [], (person.role, key)


RANGES: list[Any] = [[9, 0], [-1, 5], [0], [0, 1000], [0, 1, 2], ["0", "x"], {}, "0-9", [0, 2**63]]
FILTERS: list[Any] = [{"nothing": 1}, {"client_id": 1}, {"keyword": ["a"]}, {"keyword": "k" * 201}, {"id": ["x"]}]


@EVERY
def test_rejects_invalid_list_parameters(one: Declared, world: World, caller: Caller) -> None:
    person = somebody(one, world)
    for asked in RANGES:
        one.rest(caller, world, person, range=asked).refused(400, "VALIDATION")
    for asked in FILTERS:
        one.rest(caller, world, person, filter=asked).refused(400, "VALIDATION")
    for asked in ("[]", "x", "7", '"a"', "{" * 2000):
        caller.get(one.path, actor=person, filter=asked).refused(400, "VALIDATION")
    for each in one.resource.filters:
        for wrong in ({"a": 1}, [None], 1.5):
            one.rest(caller, world, person, filter={each.key: wrong}).refused(400, "VALIDATION")
        if each.kind in ("switch", "date", "part"):
            one.rest(caller, world, person, filter={each.key: "nonsense"}).refused(400, "VALIDATION")
    if one.resource.parent or one.known.asked:
        caller.get(one.path, actor=person).refused(400, "VALIDATION")
    if one.has_v1:
        for name, wrong in (("size", 0), ("size", 1001), ("size", "x"), ("page", -1), ("keyword", "k" * 201)):
            assert set(one.v1(caller, world, person, **{name: wrong}).refused(400, "VALIDATION").fields) == {name}
    if not one.resource.parent:
        caller.get(f"{one.path}/x", actor=person).refused(400, "VALIDATION")
        caller.get(f"{one.path}/{2**62}", actor=person).refused(404, "NOT_FOUND")
