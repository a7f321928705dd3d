"""Two administrators at once, in threads, on both databases: one wins, the other is told, nothing is made twice."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from portal_backend.accounts.models import Client, User
from portal_backend.catalogue.models import Category, Part
from tests import factories
from tests.caller import Answered, Caller
from tests.contract.administration_rows import NEW_USER, PASSWORD, PERSON, part, part_row
from tests.factories import World
from tests.repairs.test_concurrency import together, verdicts
from tests.resources.declared import Declared
from tests.resources.test_declared_forms import WITH_FORM, as_it_is_read

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 2
WON_AND_TOLD = {"200": 1, "409 STALE": 1}


@pytest.fixture
def here() -> World:
    made = factories.world()
    assert made.part
    return made


def send(verb: str, path: str, here: World, body: Any, query: dict[str, Any], caller: Caller) -> Answered:
    headers = {"Idempotency-Key": query["key"]} if "key" in query else {}
    asked = {name: value for name, value in query.items() if name != "key"}
    return caller.call(verb, path, here.admin, body=body, headers=headers, **asked)


def race(verb: str, path: str, here: World, *bodies: Any, **query: Any) -> list[Answered]:
    """The same call with each of these bodies at one moment."""
    calls: list[Callable[[Caller], Answered]] = [partial(send, verb, path, here, body, query) for body in bodies]
    return together(*calls)


def edited(one: Declared, here: World, row: dict[str, Any]) -> dict[str, Any]:
    """A record as react-admin sends it back after an edit."""
    return {**row, **{key: value for key, value in one.body(here, "edit", row).items() if key != "image"}}


def test_one_of_two_edits_of_a_declared_row_wins(here: World, caller: Caller) -> None:
    for one in WITH_FORM.values():
        row = one.made(caller, here)
        path = f"{one.path}/{row['id']}"
        for _ in range(ROUNDS):
            sent = [edited(one, here, row), edited(one, here, row)]
            if sent == [row, row]:  # the one value that may be set stands already: neither changes anything
                break
            answers = race("PUT", path, here, *sent)
            assert verdicts(answers) == WON_AND_TOLD, one.name
            winner = next(position for position, answer in enumerate(answers) if answer.status == 200)
            row = caller.get(path, actor=here.admin).ok
            for each in one.fields("edit"):
                if each.kind not in ("image", "matrix"):
                    assert as_it_is_read(row[each.key], each.kind) == sent[winner][each.key], (one.name, each.key)
            # who was told reads again and wins
            again = {
                **sent[1 - winner],
                **{key: row[key] for key in row if key not in one.form.model("edit").model_fields},
            }
            row = caller.put(path, again, actor=here.admin).ok


def versions(caller: Caller, here: World) -> dict[str, str]:
    seen: dict[str, str] = caller.get("/contacts/profile", actor=here.admin, username="client").ok["versions"]
    return seen


@pytest.mark.parametrize(("names", "countries"), [(("Zoë", "Íñigo"), ("FR", "PE")), (("Ana", "Eva"), ("BR", "CL"))])
def test_one_of_two_edits_of_a_user_and_of_a_client_wins(
    here: World, caller: Caller, names: tuple[str, str], countries: tuple[str, str]
) -> None:
    who = {"oldUsername": "client", "newUsername": "client"}
    people = [{**PERSON, **who, "firstName": name} for name in names]
    answers = race("PUT", "/contacts/edit", here, *people, version=versions(caller, here)["contact"])
    assert verdicts(answers) == WON_AND_TOLD
    which = {"oldClientName": "Client one", "newClientName": "Client one", "service": None}
    clients = [{**which, "countryCode": code} for code in countries]
    answers = race("PUT", "/client/edit", here, *clients, version=versions(caller, here)["client"])
    assert verdicts(answers) == WON_AND_TOLD


def test_a_form_sent_twice_at_once_creates_once(here: World) -> None:
    for number in range(ROUNDS):
        user = {**NEW_USER, "username": f"ana{number}", "password": PASSWORD}
        made = race("POST", "/contacts", here, user, user, user, key=f"user {number}")
        assert verdicts(made) == {"200": 3}
        assert len({answer.data["id"] for answer in made}) == 1
        assert User.objects.filter(username=f"ana{number}").count() == 1
        new = {**part(here), "number": f"twice {number}"}
        made = race("POST", "/parts", here, new, new, new, key=f"part {number}")
        assert verdicts(made) == {"200": 3}
        assert len({answer.data["id"] for answer in made}) == 1
        assert Part.objects.filter(number=f"twice {number}").count() == 1


def test_a_name_is_given_once(here: World) -> None:
    for number in range(ROUNDS):
        user = {**NEW_USER, "username": f"eva{number}", "permission": "CLIENT", "password": PASSWORD}
        answers = verdicts(race("POST", "/contacts", here, user, user))
        assert answers in ({"200": 1, "409 USERNAME_EXISTS": 1}, {"200": 1, "409 CLIENT_EXISTS": 1})
        assert Client.objects.filter(name=f"eva{number}").count() == 1
        twins = [{**NEW_USER, "username": name, "password": PASSWORD} for name in (f"ida{number}", f"IDA{number}")]
        assert verdicts(race("POST", "/contacts", here, *twins)) == {"200": 1, "409 USERNAME_EXISTS": 1}
        rows = [{**part_row(here), "number": number_} for number_ in (f"only {number}", f"ONLY {number}")]
        assert verdicts(race("POST", "/api/rest/parts", here, *rows)) == {"200": 1, "409 PART_EXISTS": 1}
        keys = {"key": f"DRONE{number}", "nameEn": "Drone", "nameEs": "Dron", "position": 1}
        assert verdicts(race("POST", "/api/rest/part-categories", here, keys, keys)) == {"200": 1, "409 ROW_EXISTS": 1}
    names = [
        {"oldClientName": old, "newClientName": "Merged", "countryCode": "ES", "service": None}
        for old in ("Client one", "Client two")
    ]
    assert verdicts(race("PUT", "/client/edit", here, *names)) == {"200": 1, "409 CLIENT_EXISTS": 1}


def test_what_is_deleted_while_it_is_chosen(here: World, caller: Caller) -> None:
    """Either the category goes or the part comes: never a part of nothing, and never a fault."""
    for number in range(ROUNDS * 2):
        category = Category.objects.create(key=f"SHORT{number}", name_en="Short", name_es="Breve")
        new = {**part(here), "number": f"short {number}", "category": category.key}
        calls = [
            partial(send, "DELETE", f"/api/rest/part-categories/{category.pk}", here, None, {}),
            partial(send, "POST", "/parts", here, new, {}),
        ]
        removed, made = together(*calls)
        told = (removed.verdict, made.verdict)
        assert told in (
            ("200", "400 VALIDATION"),
            ("409 IN_USE", "200"),
            # both had looked before either wrote, and PostgreSQL found it at the end
            ("200", "409 STALE"),
            ("409 STALE", "200"),
        ), told
        assert Part.objects.filter(number=f"short {number}").exists() == (made.status == 200)
    assert verdicts(race("DELETE", f"/api/rest/part-categories/{spare().pk}", here, None, None)) == {
        "200": 1,
        "404 NOT_FOUND": 1,
    }


def spare() -> Category:
    return Category.objects.create(key="SPARE", name_en="Spare", name_es="Otra")
