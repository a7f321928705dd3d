"""Generated tests of every declared list: roles, columns, sorting, pages, exports.

Expected results come from the contract's roles and from Python's own sort order. New lists are included
automatically.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from portal_backend.core.actor import Role
from portal_backend.core.text_search import build_sort_key
from portal_backend.core.translations import translate
from portal_backend.resources.resource import Column
from portal_backend.resources.xlsx import expand_languages
from tests import factories
from tests.api_client import ApiClient
from tests.contract.database_dump import dump_database, find_changed_tables
from tests.factories import World
from tests.resources.declared_lists import DECLARED_LISTS, LISTS_LIKE_PARTS, DeclaredList
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
# columns that the contract hides from clients in every list (section 2 and spec 1, 2.5 to 2.7)
HIDDEN_FROM_CLIENT = {"clientName", "clientUsername", "clientAccessIdentification", "serviceUsername", "serviceName"}


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """Create a world with rows in every list, rolled back after the module."""
    with create_world(django_db_blocker, DECLARED_LISTS.values(), 7) as made:
        yield made


@pytest.fixture(scope="module")
def meta_by_role(world: World, django_db_blocker: DjangoDbBlocker) -> dict[Role, dict[str, Any]]:
    """Return the metadata of each role by list name."""
    with django_db_blocker.unblock():
        metas = {role: ApiClient().get("/api/rest/meta", actor=who).ok for role, who in world.one_of_each_role.items()}
    return {role: {each["name"]: each for each in meta["resources"]} for role, meta in metas.items()}


@pytest.mark.split
@each_list
def test_only_readers_may_read_in_any_dialect(
    one: DeclaredList, world: World, caller: ApiClient, meta_by_role: dict[Role, Any]
) -> None:
    without_session = {
        None: "401 TOKEN_INVALID",
        factories.session(world.admin.user, expired=True): "401 TOKEN_EXPIRED",
    }
    callers: list[tuple[Any, str]] = list(without_session.items())
    callers += [
        (person, "200" if role in one.readers else "403 FORBIDDEN") for role, person in world.one_of_each_role.items()
    ]
    before = dump_database()
    row = one.get_rest(caller, world, get_reader(one, world)).ok[0]
    for actor, expected in callers:
        assert one.get_rest(caller, world, actor).outcome == expected, actor
        if one.has_v1:
            assert one.get_v1(caller, world, actor).outcome == expected, actor
        if one.resource.export_name or one.spec.required_filters:
            assert one.get_spreadsheet(caller, world, actor).outcome == expected, actor
        if not one.resource.parent_parameter:
            verdict = caller.get(f"{one.path}/{row['id']}", actor=actor).outcome
            assert verdict == expected or (verdict == "404 NOT_FOUND" and expected == "200"), actor
    assert {role for role in meta_by_role if one.name in meta_by_role[role]} == one.readers
    assert set(find_changed_tables(before, dump_database())) <= {"audit_auditentry"}, (
        "an export is kept in the activity log, and nothing else"
    )


@pytest.mark.split
@each_list
def test_columns_by_role_in_both_dialects_and_meta(
    one: DeclaredList, world: World, caller: ApiClient, meta_by_role: dict[Role, Any]
) -> None:
    for person in get_readers(one, world):
        mine = {column.key for column in one.resource.columns if person.role in column.readers}
        assert person.role != Role.CLIENT or not mine & HIDDEN_FROM_CLIENT
        rows = one.get_rest(caller, world, person).ok
        assert rows
        assert {frozenset(row) for row in rows} == {frozenset(mine)}, person.role
        if one.has_v1:
            assert one.get_v1(caller, world, person).ok == {
                "content": drop_interface_columns(one, rows),
                "totalElements": len(rows),
            }
        meta = meta_by_role[person.role][one.name]
        assert person.role != Role.CLIENT or "clientId" not in {each["key"] for each in meta["filters"]}
        shown = meta["columns"]
        assert {each["key"] for each in shown} <= mine
        sorts = {each["sort"] for each in shown} - {None}
        assert sorts <= {column.sort_name for column in one.resource.columns if column.key in mine}


def sort_expected_ids(rows: list[dict[str, Any]], column: Column, direction: str) -> list[int] | None:
    """Return ids as Python sorts them: empty values last, ties by id.

    None if the rows do not contain the value that is sorted by.
    """
    if column.sort_expression is not None and column.key != "requestId":
        return None

    def shown(row: dict[str, Any]) -> Any:
        text = translate(f"{column.message_prefix}.{row[column.key]}") if column.message_prefix else row[column.key]
        return build_sort_key(text, "en") if isinstance(text, str) and column.key != "requestId" else text

    down = direction == "DESC"
    filled = sorted(((shown(row), row["id"]) for row in rows if row[column.key] is not None), reverse=down)
    return [pk for _, pk in filled] + sorted((row["id"] for row in rows if row[column.key] is None), reverse=down)


@each_list
def test_sorts_by_every_column_in_both_directions(one: DeclaredList, world: World, caller: ApiClient) -> None:
    person = get_reader(one, world)
    everything = one.get_rest(caller, world, person).ok
    sortable = [each for each in one.resource.columns if each.sort_name and person.role in each.readers]
    assert len(sortable) >= 2
    for column in sortable:
        for direction in ("ASC", "DESC"):
            sort = [column.sort_name, direction]
            rows = one.get_rest(caller, world, person, sort=sort).ok
            expected = sort_expected_ids(everything, column, direction)
            assert get_ids(rows) == expected or (
                expected is None and sorted(get_ids(rows)) == sorted(get_ids(everything))
            ), sort
            page = one.get_rest(caller, world, person, sort=sort, range=[2, 4])
            assert get_ids(page.ok) == get_ids(rows)[2:5], sort
            assert page.headers["Content-Range"] == f"{one.name} 2-4/{len(rows)}"
            if one.has_v1 and direction == "DESC" and not column.interface_only:
                content = one.get_v1(caller, world, person, sort=",".join(sort), size=5, page=1).ok["content"]
                assert get_ids(content) == get_ids(rows)[5:10], sort


@pytest.mark.split
@each_list
def test_rejects_sort_by_hidden_or_unknown_column(one: DeclaredList, world: World, caller: ApiClient) -> None:
    for person in get_readers(one, world):
        names = {each.sort_name or each.key for each in one.resource.columns if person.role not in each.readers}
        if person is get_reader(one, world):
            # lookup paths and unsortable columns are rejected, too
            names |= {"password", "nothing", "client__name"}
            names |= {each.key for each in one.resource.columns if each.sort_name is None}
        for name in sorted(names):
            responses = [one.get_rest(caller, world, person, sort=[name, "ASC"])]
            if one.has_v1:
                responses.append(one.get_v1(caller, world, person, sort=f"{name},ASC"))
            if one.resource.export_name and not one.resource.parent_parameter:
                responses.append(one.get_spreadsheet(caller, world, person, sort=f"{name},DESC"))
            for response in responses:
                assert set(response.assert_error(400, "VALIDATION").fields) == {"sort"}, (person.role, name)


@each_list
def test_pagination_is_complete_while_rows_are_added(one: DeclaredList, world: World, caller: ApiClient) -> None:
    person = get_reader(one, world)
    before = get_ids(one.get_rest(caller, world, person, sort=["id", "ASC"]).ok)
    seen: list[int] = []
    for start in range(0, len(before) + 3, 3):
        seen += get_ids(one.get_rest(caller, world, person, sort=["id", "ASC"], range=[start, start + 2]).ok)
        one.create_rows(caller, world, 1)
    assert len(seen) == len(set(seen)), "a row is shown twice"
    assert seen[: len(before)] == before
    # new rows come first in descending order; the older ones must still appear
    pages = []
    for start in range(0, len(before) + 40, 10):
        pages += get_ids(one.get_rest(caller, world, person, sort=["id", "DESC"], range=[start, start + 9]).ok)
    assert set(before) <= set(pages)


def to_cell(value: object) -> object:
    """Convert an empty text to None, as a cell has it."""
    return None if value == "" else value


@pytest.mark.split
@each_list
def test_export_has_rows_and_columns_of_list(one: DeclaredList, world: World, caller: ApiClient) -> None:
    if not (one.resource.export_name or one.spec.required_filters):
        assert one.name in LISTS_LIKE_PARTS, "a list of its own is exported"
        return
    for person in get_readers(one, world):
        rows = one.get_rest(caller, world, person, sort=["id", "DESC"]).ok
        params = {} if one.resource.parent_parameter else {"sort": "id,DESC"}
        head, *lines = read_rows(one.get_spreadsheet(caller, world, person, **params))
        shown = [each for each in one.resource.columns if each.in_interface and person.role in each.readers]
        columns = [column for each in shown if each.kind != "image" for column in expand_languages(one.resource, each)]
        assert head == [each.label() for each in columns]
        assert len(lines) == len(rows)
        for index, column in enumerate(columns):
            if column.kind in ("text", "number", "money") and not (
                column.export_text or column.message_prefix or column.language
            ):
                cells, expected = [line[index] for line in lines], [to_cell(row[column.key]) for row in rows]
                same = cells == expected if params else sorted(map(str, cells)) == sorted(map(str, expected))
                assert same, (person.role, column.key)


@each_list
def test_filter_choices_narrow_list(
    one: DeclaredList, world: World, caller: ApiClient, meta_by_role: dict[Role, Any]
) -> None:
    """Each choice of a filter returns a subset of the list."""
    person = get_reader(one, world)
    whole = set(get_ids(one.get_rest(caller, world, person).ok))
    for each in meta_by_role[person.role][one.name]["filters"]:
        for choice in each.get("choices", [])[:2]:
            part = get_ids(one.get_rest(caller, world, person, filter={each["key"]: choice["key"]}).ok)
            assert set(part) <= whole, (each["key"], choice)
