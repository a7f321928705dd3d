"""Generated tests of every declared list: search, filters and invalid parameters."""

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from portal_backend.core.actor import Role
from portal_backend.core.normalization import normalize_key
from tests.api_client import ApiClient
from tests.factories import World
from tests.resources.declared_lists import DECLARED_LISTS, DeclaredList
from tests.resources.shared_world import (
    create_world,
    drop_interface_columns,
    get_ids,
    get_reader,
    get_readers,
)
from tests.resources.test_spreadsheets import read_rows

pytestmark = pytest.mark.django_db
each_list = pytest.mark.parametrize("one", DECLARED_LISTS.values(), ids=DECLARED_LISTS)
# displayed texts that are not searched: the contract's keyword covers the name of the service, but no contacts
NOT_SEARCHED = {("action-required", "serviceUsername"), ("remote-support", "contactFullName")}


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """Create a world with rows in every list, rolled back after the module."""
    with create_world(django_db_blocker, DECLARED_LISTS.values(), 7) as made:
        yield made


@each_list
def test_search_finds_every_displayed_text(one: DeclaredList, world: World, caller: ApiClient) -> None:
    person = get_reader(one, world)
    if one.resource.search is None:
        one.get_rest(caller, world, person, filter={"keyword": "nothing"})
        return
    rows = one.get_rest(caller, world, person).ok
    texts = [each.key for each in one.resource.columns if each.kind == "text" and each.in_interface and each.source]
    for key in texts:
        if (one.name, key) in NOT_SEARCHED:
            continue
        keyword = next(str(row[key]) for row in reversed(rows) if row[key])
        for value in (keyword, keyword.upper(), f"  {keyword.lower()} ", f"“{normalize_key(keyword)}”"):
            matches = one.get_rest(caller, world, person, filter={"keyword": value}).ok
            holding = {row["id"] for row in rows if normalize_key(keyword) in normalize_key(str(row[key] or ""))}
            assert holding <= set(get_ids(matches)), (key, value)
            if one.has_v1:
                assert one.get_v1(caller, world, person, keyword=value).ok["content"] == drop_interface_columns(
                    one, matches
                )
        if one.resource.export_name:
            assert len(read_rows(one.get_spreadsheet(caller, world, person, keyword=keyword))) == len(matches) + 1
    for nowhere in ("nowhere at all", "%", "_", "' or 1=1 --"):
        assert one.get_rest(caller, world, person, filter={"keyword": nowhere}).ok == [] or nowhere == "_", nowhere


@each_list
def test_search_ignores_hidden_columns(one: DeclaredList, world: World, caller: ApiClient) -> None:
    everything = {row["id"]: row for row in one.get_rest(caller, world, get_reader(one, world)).ok}
    for person in get_readers(one, world):
        mine = one.get_rest(caller, world, person).ok
        hidden = {each.key for each in one.resource.columns if person.role not in each.readers and each.kind == "text"}
        if person.role != Role.CLIENT:
            hidden -= {"serviceName"}  # not secret: other roles read it in the report, or it is their own
        for key in sorted(hidden) if one.resource.search else ():
            value = next((each[key] for row in mine if (each := everything.get(row["id"])) and each.get(key)), None)
            if value and not any(str(value) in str(cell) for row in mine for cell in row.values()):
                assert one.get_rest(caller, world, person, filter={"keyword": value}).ok == [], (person.role, key)


RANGES: list[Any] = [[9, 0], [-1, 5], [0], [0, 1000], [0, 1, 2], ["0", "x"], {}, "0-9", [0, 2**63]]
FILTERS: list[Any] = [{"nothing": 1}, {"client_id": 1}, {"keyword": ["a"]}, {"keyword": "k" * 201}, {"id": ["x"]}]


@pytest.mark.split
@each_list
def test_rejects_invalid_list_parameters(one: DeclaredList, world: World, caller: ApiClient) -> None:
    person = get_reader(one, world)
    for value in RANGES:
        one.get_rest(caller, world, person, range=value).assert_error(400, "VALIDATION")
    for value in FILTERS:
        one.get_rest(caller, world, person, filter=value).assert_error(400, "VALIDATION")
    for value in ("[]", "x", "7", '"a"', "{" * 2000):
        caller.get(one.path, actor=person, filter=value).assert_error(400, "VALIDATION")
    for each in one.resource.filters:
        for wrong in ({"a": 1}, [None], 1.5):
            one.get_rest(caller, world, person, filter={each.key: wrong}).assert_error(400, "VALIDATION")
        if each.kind in ("switch", "date", "part"):
            one.get_rest(caller, world, person, filter={each.key: "nonsense"}).assert_error(400, "VALIDATION")
    if one.resource.parent_parameter or one.spec.required_filters:
        caller.get(one.path, actor=person).assert_error(400, "VALIDATION")
    if one.has_v1:
        for name, wrong in (("size", 0), ("size", 1001), ("size", "x"), ("page", -1), ("keyword", "k" * 201)):
            assert set(one.get_v1(caller, world, person, **{name: wrong}).assert_error(400, "VALIDATION").fields) == {
                name
            }
    if not one.resource.parent_parameter:
        caller.get(f"{one.path}/x", actor=person).assert_error(400, "VALIDATION")
        caller.get(f"{one.path}/{2**62}", actor=person).assert_error(404, "NOT_FOUND")
