"""Generated tests of every declared form: validation and metadata."""

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from portal_backend.base.actor import Role
from portal_backend.base.words import catalogue
from portal_backend.resources.field import FormField
from tests.caller import Answered, Caller
from tests.contract.field_rules import EMAIL, LEFT_OUT, NAME, PASSWORDS, PHONE, USERNAME
from tests.contract.rows import changed, dump
from tests.factories import World
from tests.resources.declared import WITH_FORM, Declared
from tests.resources.worlds import world_with, writer

pytestmark = pytest.mark.django_db
EVERY = pytest.mark.parametrize("one", WITH_FORM.values(), ids=WITH_FORM)


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """Create a world with rows in each list with a form, undone after the module."""
    with world_with(django_db_blocker, [each for each in WITH_FORM.values() if each.form.creates], 2) as made:
        yield made


def wrong_values(field: FormField) -> list[tuple[Any, str]]:
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
        cases = [(value, key) for value, key in formats[field.format] if value is not LEFT_OUT]
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


def told(answer: Answered, field: FormField) -> list[str]:
    """Return the messages of a field or of its items."""
    names = [name for name in answer.fields if name == field.key or name.startswith(f"{field.key}.")]
    assert len(names) == len(answer.fields) == 1, answer.fields
    return answer.fields[names[0]]


@pytest.mark.dealt
@EVERY
def test_rejects_invalid_values_in_both_languages(one: Declared, world: World, caller: Caller) -> None:
    actor = writer(one, world)
    row = one.made(caller, world)
    before = dump()
    for mode, verb, path in (("create", "POST", one.path), ("edit", "PUT", f"{one.path}/{row['id']}")):
        if mode == "create" and not one.form.creates:
            continue
        body = one.body(world, mode, row)
        for field in one.fields(mode):
            if field.key not in body:
                continue  # dependent fields are tested elsewhere
            missing = {key: value for key, value in body.items() if key != field.key}
            cases: list[tuple[Any, str]] = [({**body, field.key: value}, key) for value, key in wrong_values(field)]
            # an edit may omit unchanged fields (contract 9)
            if mode == "create" and field.required and field.kind != "boolean" and not field.depends_on:
                cases.append((missing, "required"))
            for number, (sent, key) in enumerate(cases):
                lang = ("en", "es")[number % 2]
                answer = caller.call(verb, path, actor, body=sent, lang=lang).refused(400, "VALIDATION")
                wanted = catalogue(lang)[f"errors.field.{key}"].partition("{")[0]
                assert told(answer, field)[0].startswith(wanted), (mode, field.key, key, answer.fields)
        for extra in ("owner", "id_", "enabled_"):
            answer = caller.call(verb, path, actor, body={**body, extra: 1}).refused(400, "VALIDATION")
            assert answer.fields == {extra: [catalogue("en")["errors.field.extra"]]}
        for raw in ("", "{", "[]", "7", "null", '"a"'):
            caller.call(verb, path, actor, raw=raw).refused(400, "VALIDATION")
    assert changed(before, dump()) == []


@pytest.mark.dealt
@EVERY
def test_meta_describes_form_in_both_languages(one: Declared, world: World, caller: Caller) -> None:
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
        resources = caller.call("GET", "/api/rest/meta", writer(one, world), lang=lang).ok["resources"]
        form = {each["name"]: each for each in resources}[one.name]["form"]
        assert [(each["key"], each["on"]) for each in form["fields"]] == [
            (each.key, sorted(each.on)) for each in one.form.fields if Role.ADMIN in each.readers
        ]
        assert form["delete"] == (one.form.remove is not None)
        labels.append([each["label"] for each in form["fields"]])
    assert all(all(each) for each in labels)
    assert labels[0] != labels[1]
