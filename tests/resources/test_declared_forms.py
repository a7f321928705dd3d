"""Generated over every declared form: who writes, what each field refuses in both languages, and what that changes."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from portal_backend.base.actor import Role
from portal_backend.base.words import catalogue
from portal_backend.resources.field import FormField
from tests import factories
from tests.caller import Answered, Caller
from tests.contract.rows import changed, dump
from tests.contract.rules import EMAIL, LEFT_OUT, NAME, PASSWORDS, PHONE, USERNAME
from tests.factories import Person, World
from tests.resources.declared import CARDS, DECLARED, Declared

pytestmark = pytest.mark.django_db
WITH_FORM = {name: each for name, each in {**DECLARED, **CARDS}.items() if each.resource.form}
EVERY = pytest.mark.parametrize("one", WITH_FORM.values(), ids=WITH_FORM)


@pytest.fixture(scope="module")
def here(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """One world with a row in every list that has a form, for all tests of this file, and undone after them."""
    with django_db_blocker.unblock(), transaction.atomic():
        world, caller = factories.world(), Caller()
        assert world.part
        for each in WITH_FORM.values():
            if each.form.creates:
                each.fill(caller, world, 2)
        yield world
        transaction.set_rollback(True)


def writer(one: Declared, here: World) -> Person:
    return here.one_of_each_role[min(one.writers)]


def created(one: Declared, here: World, caller: Caller) -> dict[str, Any]:
    return one.made(caller, here)


def whole(field: FormField, row: dict[str, Any], edited: dict[str, Any]) -> Any:
    """The value of a field after an edit; rows of a matrix that are not named stay."""
    return {**row[field.key], **edited[field.key]} if field.kind == "matrix" else edited[field.key]


def as_it_is_read(value: Any, kind: str) -> Any:
    """A sent value as a row shows it; a choice of the list may be shown with its name."""
    return value["key"] if isinstance(value, dict) and kind == "choice" else value


def test_there_are_forms() -> None:
    assert {"parts", "part-categories", "service-categories", "predefined-services", "contacts"} <= set(WITH_FORM)
    assert set(CARDS) <= set(WITH_FORM)


def record(one: Declared, row: dict[str, Any]) -> dict[str, Any]:
    """Those of a row's values that its form writes, as an administrator reads them."""
    return {each.key: row[each.key] for each in one.fields("edit") if each.kind != "image"}


@pytest.mark.parametrize("one", {**DECLARED, **CARDS}.values(), ids={**DECLARED, **CARDS})
def test_who_writes_and_that_a_refused_call_changes_nothing(one: Declared, here: World, caller: Caller) -> None:
    row: dict[str, Any] = {"id": 1}
    body: Any = {}
    if one.resource.form:
        row = created(one, here, caller)
        body = one.body(here, "create" if one.form.creates else "edit", row)
    creates = one.resource.form is not None and one.form.creates
    removes = one.resource.form is not None and one.form.remove is not None
    calls: list[tuple[str, str, Any]] = [
        ("POST", one.path, body),
        ("PUT", f"{one.path}/{row['id']}", body),
        ("DELETE", f"{one.path}/{row['id']}", None),
    ]
    callers: list[Any] = [None, "never-given", *here.one_of_each_role.values()]
    before = dump()
    for verb, path, sent in calls:
        offered = {"POST": creates, "PUT": one.resource.form is not None, "DELETE": removes}[verb]
        there = not one.resource.parent or verb == "POST"
        for actor in callers:
            if offered and isinstance(actor, Person) and actor.role in one.writers:
                continue
            wanted = "401 TOKEN_INVALID" if not isinstance(actor, Person) else "403 FORBIDDEN"
            wanted = wanted if offered else "405 METHOD_NOT_ALLOWED" if there else "404 NOT_FOUND"
            assert caller.call(verb, path, actor, body=sent).verdict == wanted, (verb, actor)
    assert changed(before, dump()) == []


@EVERY
def test_a_row_is_created_read_changed_and_deleted(one: Declared, here: World, caller: Caller) -> None:
    actor = writer(one, here)
    sent = one.body(here) if one.form.creates else {}
    row = caller.post(one.path, sent, actor=actor).ok if sent else created(one, here, caller)
    path = f"{one.path}/{row['id']}"
    # react-admin's record: what the list shows, what the form writes, and the version of it
    shown = {column.key for column in one.resource.columns}
    known = [each for each in one.form.fields if each.kind != "image" and actor.role in each.readers]
    written = {each.key for each in known if "edit" in each.on and not each.is_secret}
    chosen = {"choices"} if any(each.choices_of for each in known) else set()
    assert set(row) == shown | written | chosen | {"version"}
    assert caller.get(path, actor=actor).ok == row
    for each in one.fields("create"):
        if each.kind != "image" and each.key in sent and each.key in row:
            assert as_it_is_read(row[each.key], each.kind) == sent[each.key], each.key
    edited = _without_image(one.body(here, "edit", row))
    after = caller.put(path, {**row, **edited}, actor=actor).ok
    for each in one.fields("edit"):
        if each.key in edited:
            assert as_it_is_read(after[each.key], each.kind) == whole(each, row, edited), each.key
    assert after["id"] == row["id"]
    assert after["version"] != row["version"]
    # the list shows it by both languages' texts
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
        caller.call(verb, path, actor, body=body).refused(404, "NOT_FOUND")


@EVERY
def test_an_edit_leaves_alone_what_it_does_not_name(one: Declared, here: World, caller: Caller) -> None:
    actor, row = writer(one, here), created(one, here, caller)
    fields = {each.key: each for each in one.fields("edit") if each.kind != "image"}
    # what need not be given: what is not required, and switches
    optional = {key for key, each in fields.items() if not each.required or each.depends_on or each.kind == "boolean"}
    named = {key: value for key, value in one.body(here, "edit", row).items() if key in fields.keys() - optional}
    after = caller.put(f"{one.path}/{row['id']}", {**named, "version": row["version"]}, actor=actor).ok
    assert {key: after[key] for key in optional} == {key: row[key] for key in optional}
    for key in named:
        assert as_it_is_read(after[key], fields[key].kind) == whole(fields[key], row, named), key


@EVERY
def test_a_form_sent_twice_makes_one_row(one: Declared, here: World, caller: Caller) -> None:
    if not one.form.creates:
        pytest.skip("its rows are there already")
    actor, body, key = writer(one, here), one.body(here), {"Idempotency-Key": "form"}
    first = caller.post(one.path, body, actor=actor, headers=key).ok
    before = dump()
    assert caller.post(one.path, body, actor=actor, headers=key).ok["id"] == first["id"]
    caller.post(one.path, body, actor=actor, headers={"Idempotency-Key": "k" * 65}).refused(400, "VALIDATION")
    assert changed(before, dump()) == []
    assert caller.post(one.path, one.body(here), actor=actor, headers={"Idempotency-Key": "another"}).ok != first


@EVERY
def test_what_somebody_else_changed_meanwhile_is_not_overwritten(one: Declared, here: World, caller: Caller) -> None:
    actor = writer(one, here)
    row = created(one, here, caller)
    path = f"{one.path}/{row['id']}"
    first = {**row, **_without_image(one.body(here, "edit", row))}
    now = caller.put(path, first, actor=actor).ok
    before = dump()
    second = {**row, **_without_image(one.body(here, "edit", row))}
    caller.put(path, second, actor=actor).refused(409, "STALE")
    assert changed(before, dump()) == []
    # what is only read may come along, but not changed
    read_only = {each.key for each in one.resource.columns} - {each.key for each in one.form.fields} - {"imageUrl"}
    for key in sorted(read_only):
        answer = caller.put(path, {**now, key: "something else"}, actor=actor).refused(400, "VALIDATION")
        assert set(answer.fields) == {key}
    _ = caller.put(
        path, {**now, **second, **{key: now[key] for key in read_only}, "version": now["version"]}, actor=actor
    ).ok


def _without_image(body: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in body.items() if key != "image"}


def wrong_values(field: FormField) -> list[tuple[Any, str]]:
    """Values that a field does not take, with the word that says so."""
    text = [
        ("a\0b", "control"),
        ("x" * (field.max_length + 1), "max_length"),
        (7, "invalid"),
        (["a"], "invalid"),
        *([("", "required"), (None, "required"), ("   ", "required")] if field.required else []),
    ]
    formats = {"email": EMAIL, "phone": PHONE, "personName": NAME, "username": USERNAME, "password": PASSWORDS}
    if field.format and field.kind == "text":
        return [(value, key) for value, key in formats[field.format] if value is not LEFT_OUT]
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
        "image": [("x", "invalid"), ({}, "required"), ({"name": "a.png", "base64": "no"}, "base64")],
    }[field.kind]


def told(answer: Answered, field: FormField) -> list[str]:
    """The messages of a field; those of what lies in it count."""
    names = [name for name in answer.fields if name == field.key or name.startswith(f"{field.key}.")]
    assert len(names) == len(answer.fields) == 1, answer.fields
    return answer.fields[names[0]]


@EVERY
def test_every_field_keeps_its_rules_in_both_languages(one: Declared, here: World, caller: Caller) -> None:
    actor = writer(one, here)
    row = created(one, here, caller)
    before = dump()
    for moment, verb, path in (("create", "POST", one.path), ("edit", "PUT", f"{one.path}/{row['id']}")):
        if moment == "create" and not one.form.creates:
            continue
        body = one.body(here, moment, row)
        for field in one.fields(moment):
            if field.key not in body:
                continue  # what depends on another field is tested below
            missing = {key: value for key, value in body.items() if key != field.key}
            cases: list[tuple[Any, str]] = [({**body, field.key: value}, key) for value, key in wrong_values(field)]
            if field.required and field.kind != "boolean" and not field.depends_on:
                cases.append((missing, "required"))
            for number, (sent, key) in enumerate(cases):
                lang = ("en", "es")[number % 2]
                answer = caller.call(verb, path, actor, body=sent, lang=lang).refused(400, "VALIDATION")
                wanted = catalogue(lang)[f"errors.field.{key}"].partition("{")[0]
                assert told(answer, field)[0].startswith(wanted), (moment, field.key, key, answer.fields)
        for extra in ("owner", "id_", "enabled_"):
            answer = caller.call(verb, path, actor, body={**body, extra: 1}).refused(400, "VALIDATION")
            assert answer.fields == {extra: [catalogue("en")["errors.field.extra"]]}
        for raw in ("", "{", "[]", "7", "null", '"a"'):
            caller.call(verb, path, actor, raw=raw).refused(400, "VALIDATION")
    assert changed(before, dump()) == []


@EVERY
def test_meta_tells_the_form_in_the_readers_language(one: Declared, here: World, caller: Caller) -> None:
    for role, person in here.one_of_each_role.items():
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
        resources = caller.call("GET", "/api/rest/meta", writer(one, here), lang=lang).ok["resources"]
        form = {each["name"]: each for each in resources}[one.name]["form"]
        assert [(each["key"], each["on"]) for each in form["fields"]] == [
            (each.key, sorted(each.on)) for each in one.form.fields if Role.ADMIN in each.readers
        ]
        assert form["delete"] == (one.form.remove is not None)
        labels.append([each["label"] for each in form["fields"]])
    assert all(all(each) for each in labels)
    assert labels[0] != labels[1]
