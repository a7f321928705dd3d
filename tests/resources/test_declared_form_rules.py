"""Generated tests of every declared form: validation and metadata."""

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from portal_backend.core.actor import Role
from portal_backend.core.translations import load_messages
from portal_backend.resources.field import FormField
from tests.api_client import ApiClient, ClientResponse
from tests.contract.database_dump import dump_database, find_changed_tables
from tests.contract.field_rules import EMAIL, NAME, OMITTED, PASSWORDS, PHONE, USERNAME
from tests.factories import World
from tests.resources.declared_lists import LISTS_WITH_FORM, DeclaredList
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


def list_invalid_values(field: FormField) -> list[tuple[Any, str]]:
    """Return invalid values of a field with the keys of their messages."""
    text = [
        ("a\0b", "control"),
        ("x" * (field.max_length + 1), "max_length"),
        (7, "invalid"),
        (["a"], "invalid"),
        *([("", "required"), (None, "required"), ("   ", "required")] if field.required else []),
    ]
    formats = {"email": EMAIL, "phone": PHONE, "personName": NAME, "username": USERNAME, "password": PASSWORDS}
    if field.format and field.kind == "text":
        cases = [(value, key) for value, key in formats[field.format] if value is not OMITTED]
        return [(value, key) for value, key in cases if field.required or value not in ("", None)]
    return {
        "text": [*text, ("a\nb", "control")],
        "longText": text,
        "number": [("x", "integer"), (1.5, "integer"), (-1, "min_number"), (32_768, "max_number"), (True, "integer")],
        "money": [("x", "number"), (-1, "number"), (1.005, "number"), (10**8, "max_number"), (None, "number")],
        "boolean": [("yes", "boolean"), (1, "boolean"), (None, "boolean")],
        "choice": [("NO_SUCH", "choice"), ({}, "invalid"), (True, "invalid")],
        "choices": [(["NO_SUCH"], "choice"), ("x", "invalid"), ([None], "invalid"), ([{}], "invalid")],
        "texts": [("x", "invalid"), ([7], "invalid"), (["a@b"], "email"), (["a@b.org"] * 101, "max_items")],
        "matrix": [
            ("x", "invalid"),
            ({"NEVER": []}, "choice"),
            ({"NEW": ["NOBODY"]}, "choice"),
            ({"NEW": ["ADMIN", "ADMIN"]}, "choice"),
            ({"NEW": "x"}, "invalid"),
        ],
        "image": [("x", "object"), ({}, "required"), ({"name": "a.png", "base64": "no"}, "base64")],
    }[field.kind]


def get_field_messages(response: ClientResponse, field: FormField) -> list[str]:
    """Return the messages of a field or of its items."""
    names = [name for name in response.fields if name == field.key or name.startswith(f"{field.key}.")]
    assert len(names) == len(response.fields) == 1, response.fields
    return response.fields[names[0]]


@pytest.mark.split
@each_form
def test_rejects_invalid_values_in_both_languages(one: DeclaredList, world: World, caller: ApiClient) -> None:
    actor = get_writer(one, world)
    row = one.get_editable_row(caller, world)
    before = dump_database()
    for mode, verb, path in (("create", "POST", one.path), ("edit", "PUT", f"{one.path}/{row['id']}")):
        if mode == "create" and not one.form.can_create:
            continue
        body = one.build_body(world, mode, row)
        model = one.form.build_model(mode)
        for field in one.get_fields(mode):
            if field.key not in body:
                continue  # dependent fields are tested elsewhere
            missing = {key: value for key, value in body.items() if key != field.key}
            cases: list[tuple[Any, str]] = [
                ({**body, field.key: value}, key) for value, key in list_invalid_values(field)
            ]
            # an edit may omit unchanged fields (contract 9)
            # and a creation those with a default
            is_optional = mode == "edit" or field.depends_on or not model.model_fields[field.key].is_required()
            if field.required and not is_optional:
                cases.append((missing, "required"))
            for number, (sent, key) in enumerate(cases):
                lang = ("en", "es")[number % 2]
                response = caller.call(verb, path, actor, body=sent, lang=lang).assert_error(400, "VALIDATION")
                expected = load_messages(lang)[f"errors.field.{key}"].partition("{")[0]
                assert get_field_messages(response, field)[0].startswith(expected), (
                    mode,
                    field.key,
                    key,
                    response.fields,
                )
        for extra in ("owner", "id_", "enabled_"):
            response = caller.call(verb, path, actor, body={**body, extra: 1}).assert_error(400, "VALIDATION")
            assert response.fields == {extra: [load_messages("en")["errors.field.extra"]]}
        for raw in ("", "{", "[]", "7", "null", '"a"'):
            caller.call(verb, path, actor, raw=raw).assert_error(400, "VALIDATION")
    assert find_changed_tables(before, dump_database()) == []


@pytest.mark.split
@each_form
def test_meta_describes_form_in_both_languages(one: DeclaredList, world: World, caller: ApiClient) -> None:
    for role, person in world.one_of_each_role.items():
        resources = caller.get("/api/rest/meta", actor=person).ok["resources"]
        mine = {each["name"]: each for each in resources}.get(one.name)
        assert (mine is not None) == (role in one.resource.readers)
        if mine is None:
            continue
        read = [each.key for each in one.form.fields if role in each.readers]
        written = [each.key for each in one.form.fields if role in one.writers & each.readers & each.writers]
        assert [each["key"] for each in mine["form"]["fields"]] == read
        assert [each["key"] for each in mine["form"]["fields"] if not each["readOnly"]] == written
        assert mine["create"] is None or role in one.writers
    labels = []
    for lang in ("en", "es"):
        resources = caller.call("GET", "/api/rest/meta", get_writer(one, world), lang=lang).ok["resources"]
        form = {each["name"]: each for each in resources}[one.name]["form"]
        assert [(each["key"], each["on"]) for each in form["fields"]] == [
            (each.key, sorted(each.modes)) for each in one.form.fields if Role.ADMIN in each.readers
        ]
        assert form["delete"] == (one.form.remove is not None)
        labels.append([each["label"] for each in form["fields"]])
    assert all(all(each) for each in labels)
    assert labels[0] != labels[1]
