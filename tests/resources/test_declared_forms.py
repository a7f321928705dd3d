"""Generated tests of every declared form: roles, creation, edit and deletion."""

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from portal_backend.resources.field import FormField
from tests.api_client import ApiClient
from tests.contract.database_dump import dump_database, find_changed_tables
from tests.factories import Person, World
from tests.resources.declared_lists import DECLARED_FORMS, DECLARED_LISTS, LISTS_WITH_FORM, DeclaredList
from tests.resources.shared_world import create_world, get_writer

pytestmark = pytest.mark.django_db
each_form = pytest.mark.parametrize("one", LISTS_WITH_FORM.values(), ids=LISTS_WITH_FORM)


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """Create a world with rows in each list with a form, undone after the module."""
    with create_world(
        django_db_blocker, [each for each in LISTS_WITH_FORM.values() if each.form.can_create], 2
    ) as made:
        yield made


def create_row(one: DeclaredList, world: World, caller: ApiClient) -> dict[str, Any]:
    return one.get_editable_row(caller, world)


def merge_value(field: FormField, row: dict[str, Any], edited: dict[str, Any]) -> Any:
    """Return the value after an edit; rows of a matrix that it omits are unchanged."""
    return {**row[field.key], **edited[field.key]} if field.kind == "matrix" else edited[field.key]


def to_read_value(value: Any, kind: str) -> Any:
    """Convert a value to the sent form; a choice may be returned with its name."""
    return value["key"] if isinstance(value, dict) and kind == "choice" else value


def test_known_lists_have_forms() -> None:
    assert {"parts", "part-categories", "service-categories", "predefined-services", "contacts"} <= set(LISTS_WITH_FORM)
    assert set(DECLARED_FORMS) <= set(LISTS_WITH_FORM)


def get_record(one: DeclaredList, row: dict[str, Any]) -> dict[str, Any]:
    """Return the values that the form writes, without images."""
    return {each.key: row[each.key] for each in one.get_fields("edit") if each.kind != "image"}


@pytest.mark.split
@pytest.mark.parametrize("one", {**DECLARED_LISTS, **DECLARED_FORMS}.values(), ids={**DECLARED_LISTS, **DECLARED_FORMS})
def test_only_writers_may_write_and_rejected_requests_change_nothing(
    one: DeclaredList, world: World, caller: ApiClient
) -> None:
    row: dict[str, Any] = {"id": 1}
    body: Any = {}
    if one.resource.form:
        row = create_row(one, world, caller)
        body = one.build_body(world, "create" if one.form.can_create else "edit", row)
    creates = one.resource.form is not None and one.form.can_create
    removes = one.resource.form is not None and one.form.remove is not None
    calls: list[tuple[str, str, Any]] = [
        ("POST", one.path, body),
        ("PUT", f"{one.path}/{row['id']}", body),
        ("DELETE", f"{one.path}/{row['id']}", None),
    ]
    callers: list[Any] = [None, "never-given", *world.one_of_each_role.values()]
    before = dump_database()
    for verb, path, sent in calls:
        offered = {"POST": creates, "PUT": one.resource.form is not None, "DELETE": removes}[verb]
        there = not one.resource.parent_parameter or verb == "POST"
        for actor in callers:
            if offered and isinstance(actor, Person) and actor.role in one.writers:
                continue
            expected = "401 TOKEN_INVALID" if not isinstance(actor, Person) else "403 FORBIDDEN"
            expected = expected if offered else "405 METHOD_NOT_ALLOWED" if there else "404 NOT_FOUND"
            assert caller.call(verb, path, actor, body=sent).outcome == expected, (verb, actor)
    assert find_changed_tables(before, dump_database()) == []


@each_form
def test_creates_reads_updates_and_deletes_row(one: DeclaredList, world: World, caller: ApiClient) -> None:
    actor = get_writer(one, world)
    sent = one.build_body(world) if one.form.can_create else {}
    row = caller.post(one.path, sent, actor=actor).ok if sent else create_row(one, world, caller)
    path = f"{one.path}/{row['id']}"
    # react-admin's record: the columns, the form values and the version
    shown = {column.key for column in one.resource.columns}
    known = [each for each in one.form.fields if each.kind != "image" and actor.role in each.readers]
    written = {each.key for each in known if "edit" in each.modes and not each.is_secret}
    chosen = {"choices"} if any(each.get_row_choices for each in known) else set()
    assert set(row) == shown | written | chosen | {"version"}
    assert caller.get(path, actor=actor).ok == row
    for each in one.get_fields("create"):
        if each.kind != "image" and each.key in sent and each.key in row:
            assert to_read_value(row[each.key], each.kind) == sent[each.key], each.key
    edited = _without_image(one.build_body(world, "edit", row))
    after = caller.put(path, {**row, **edited}, actor=actor).ok
    for each in one.get_fields("edit"):
        if each.key in edited:
            assert to_read_value(after[each.key], each.kind) == merge_value(each, row, edited), each.key
    assert after["id"] == row["id"]
    assert after["version"] != row["version"]
    # the list returns the text of the requested language
    for lang in ("en", "es"):
        rows = caller.call("GET", one.path, actor, lang=lang, filter=f'{{"id": [{row["id"]}]}}').ok
        for column in one.resource.columns:
            text = f"{column.key}{lang.capitalize()}"
            if text in edited:
                assert rows[0][column.key] == edited[text]
    if one.form.remove is None:
        return
    assert caller.delete(path, actor=actor).ok["id"] == row["id"]
    for verb, body in (("GET", None), ("PUT", edited), ("DELETE", None)):
        caller.call(verb, path, actor, body=body).assert_error(404, "NOT_FOUND")


@each_form
def test_partial_update_preserves_omitted_fields(one: DeclaredList, world: World, caller: ApiClient) -> None:
    actor, row = get_writer(one, world), create_row(one, world, caller)
    fields = {each.key: each for each in one.get_fields("edit") if each.kind != "image"}
    # fields that may be omitted: optional ones and switches
    optional = {key for key, each in fields.items() if not each.required or each.depends_on or each.kind == "boolean"}
    named = {key: value for key, value in one.build_body(world, "edit", row).items() if key in fields.keys() - optional}
    after = caller.put(f"{one.path}/{row['id']}", {**named, "version": row["version"]}, actor=actor).ok
    assert {key: after[key] for key in optional} == {key: row[key] for key in optional}
    for key in named:
        assert to_read_value(after[key], fields[key].kind) == merge_value(fields[key], row, named), key


@each_form
def test_accepts_unchanged_record(one: DeclaredList, world: World, caller: ApiClient) -> None:
    actor, row = get_writer(one, world), create_row(one, world, caller)
    for body in (row, {}, {key: row[key] for key in row if key != "version"}):
        assert caller.put(f"{one.path}/{row['id']}", body, actor=actor).ok["version"] == row["version"]
    caller.put(f"{one.path}/{row['id']}", {**row, "version": "0" * 16}, actor=actor).assert_error(409, "STALE")


@each_form
def test_idempotency_key_creates_one_row(one: DeclaredList, world: World, caller: ApiClient) -> None:
    if not one.form.can_create:
        pytest.skip("its rows are there already")
    actor, body, key = get_writer(one, world), one.build_body(world), {"Idempotency-Key": "form"}
    first = caller.post(one.path, body, actor=actor, headers=key).ok
    before = dump_database()
    assert caller.post(one.path, body, actor=actor, headers=key).ok["id"] == first["id"]
    caller.post(one.path, body, actor=actor, headers={"Idempotency-Key": "k" * 65}).assert_error(400, "VALIDATION")
    assert find_changed_tables(before, dump_database()) == []
    assert caller.post(one.path, one.build_body(world), actor=actor, headers={"Idempotency-Key": "another"}).ok != first


@each_form
def test_rejects_stale_version_conflict(one: DeclaredList, world: World, caller: ApiClient) -> None:
    actor = get_writer(one, world)
    row = create_row(one, world, caller)
    path = f"{one.path}/{row['id']}"
    first = {**row, **_without_image(one.build_body(world, "edit", row))}
    now = caller.put(path, first, actor=actor).ok
    before = dump_database()
    second = {**row, **_without_image(one.build_body(world, "edit", row))}
    caller.put(path, second, actor=actor).assert_error(409, "STALE")
    # the interface sends only writable values
    written = {each.key for each in one.form.fields if actor.role in each.writers and "edit" in each.modes}
    alone = {key: value for key, value in second.items() if key in {*written, "version"}}
    caller.put(path, alone, actor=actor).assert_error(409, "STALE")
    assert find_changed_tables(before, dump_database()) == []
    # read-only values may be sent, but not changed
    read_only = {each.key for each in one.resource.columns} - {each.key for each in one.form.fields} - {"imageUrl"}
    for key in sorted(read_only):
        response = caller.put(path, {**now, key: "something else"}, actor=actor).assert_error(400, "VALIDATION")
        assert set(response.fields) == {key}
    _ = caller.put(
        path, {**now, **second, **{key: now[key] for key in read_only}, "version": now["version"]}, actor=actor
    ).ok


def _without_image(body: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in body.items() if key != "image"}
