"""Concurrent edits, in threads: one succeeds, the others get 409."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from portal_backend.accounts.models import Client, User
from portal_backend.catalogue.models import Category, Part
from portal_backend.core.actor import Role
from tests import factories
from tests.api_client import ApiClient, ClientResponse
from tests.contract.administration_data import (
    NEW_USER_BODY,
    PASSWORD,
    PERSON_BODY,
    build_part_body,
    build_part_form_body,
)
from tests.factories import World
from tests.repairs.test_concurrency import count_outcomes, run_concurrently
from tests.resources.declared_lists import DeclaredList
from tests.resources.test_declared_forms import LISTS_WITH_FORM, to_read_value

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 2
ONE_STALE = {"200": 1, "409 STALE": 1}


@pytest.fixture
def world() -> World:
    made = factories.world()
    assert made.part
    return made


def send(verb: str, path: str, world: World, body: Any, query: dict[str, Any], caller: ApiClient) -> ClientResponse:
    headers = {"Idempotency-Key": query["key"]} if "key" in query else {}
    params = {name: value for name, value in query.items() if name != "key"}
    return caller.call(verb, path, world.admin, body=body, headers=headers, **params)


def send_concurrently(verb: str, path: str, world: World, *bodies: Any, **query: Any) -> list[ClientResponse]:
    """Send the same request with each of the bodies at the same time."""
    calls: list[Callable[[ApiClient], ClientResponse]] = [
        partial(send, verb, path, world, body, query) for body in bodies
    ]
    return run_concurrently(*calls)


def build_edit(one: DeclaredList, world: World, row: dict[str, Any]) -> dict[str, Any]:
    """Build a record as react-admin sends it after an edit."""
    return {**row, **{key: value for key, value in one.build_body(world, "edit", row).items() if key != "image"}}


def test_concurrent_edits_of_row_conflict(world: World, caller: ApiClient) -> None:
    # a second user of the service, so that both edits select another contact
    factories.person("deputy", Role.SERVICE, service=world.service.user.service)
    for one in LISTS_WITH_FORM.values():
        row = one.get_editable_row(caller, world)
        path = f"{one.path}/{row['id']}"
        for _ in range(ROUNDS):
            sent = [build_edit(one, world, row), build_edit(one, world, row)]
            if sent == [row, row]:  # the only allowed value is set already, so nothing changes
                break
            responses = send_concurrently("PUT", path, world, *sent)
            assert count_outcomes(responses) == ONE_STALE, one.name
            winner = next(position for position, response in enumerate(responses) if response.status == 200)
            row = caller.get(path, actor=world.admin).ok
            for each in one.get_fields("edit"):
                if each.kind not in ("image", "matrix"):
                    assert to_read_value(row[each.key], each.kind) == sent[winner][each.key], (one.name, each.key)
            # after a reload the rejected edit succeeds
            again = {
                **sent[1 - winner],
                **{key: row[key] for key in row if key not in one.form.build_model("edit", Role.ADMIN).model_fields},
            }
            row = caller.put(path, again, actor=world.admin).ok


def get_versions(caller: ApiClient, world: World) -> dict[str, str]:
    seen: dict[str, str] = caller.get("/contacts/profile", actor=world.admin, username="client").ok["versions"]
    return seen


@pytest.mark.parametrize(("names", "countries"), [(("Zoë", "Íñigo"), ("FR", "PE")), (("Ana", "Eva"), ("BR", "CL"))])
def test_concurrent_edits_of_user_and_client_conflict(
    world: World, caller: ApiClient, names: tuple[str, str], countries: tuple[str, str]
) -> None:
    who = {"oldUsername": "client", "newUsername": "client"}
    people = [{**PERSON_BODY, **who, "firstName": name} for name in names]
    responses = send_concurrently(
        "PUT", "/contacts/edit", world, *people, version=get_versions(caller, world)["contact"]
    )
    assert count_outcomes(responses) == ONE_STALE
    which = {"oldClientName": "Client one", "newClientName": "Client one", "service": None}
    clients = [{**which, "countryCode": code} for code in countries]
    responses = send_concurrently("PUT", "/client/edit", world, *clients, version=get_versions(caller, world)["client"])
    assert count_outcomes(responses) == ONE_STALE


def test_concurrent_requests_with_same_idempotency_key_create_one_row(world: World) -> None:
    for number in range(ROUNDS):
        user = {**NEW_USER_BODY, "username": f"ana{number}", "password": PASSWORD}
        made = send_concurrently("POST", "/contacts", world, user, user, user, key=f"user {number}")
        assert count_outcomes(made) == {"200": 3}
        assert len({response.data["id"] for response in made}) == 1
        assert User.objects.filter(username=f"ana{number}").count() == 1
        new = {**build_part_body(world), "number": f"twice {number}"}
        made = send_concurrently("POST", "/parts", world, new, new, new, key=f"part {number}")
        assert count_outcomes(made) == {"200": 3}
        assert len({response.data["id"] for response in made}) == 1
        assert Part.objects.filter(number=f"twice {number}").count() == 1


def test_concurrent_requests_cannot_duplicate_names(world: World) -> None:
    for number in range(ROUNDS):
        user = {**NEW_USER_BODY, "username": f"eva{number}", "permission": "CLIENT", "password": PASSWORD}
        outcomes = count_outcomes(send_concurrently("POST", "/contacts", world, user, user))
        assert outcomes in ({"200": 1, "409 USERNAME_EXISTS": 1}, {"200": 1, "409 CLIENT_EXISTS": 1})
        assert Client.objects.filter(name=f"eva{number}").count() == 1
        twins = [{**NEW_USER_BODY, "username": name, "password": PASSWORD} for name in (f"ida{number}", f"IDA{number}")]
        assert count_outcomes(send_concurrently("POST", "/contacts", world, *twins)) == {
            "200": 1,
            "409 USERNAME_EXISTS": 1,
        }
        rows = [{**build_part_form_body(world), "number": number_} for number_ in (f"only {number}", f"ONLY {number}")]
        assert count_outcomes(send_concurrently("POST", "/api/rest/parts", world, *rows)) == {
            "200": 1,
            "409 PART_EXISTS": 1,
        }
        keys = {"key": f"DRONE{number}", "nameEn": "Drone", "nameEs": "Dron", "position": 1}
        assert count_outcomes(send_concurrently("POST", "/api/rest/part-categories", world, keys, keys)) == {
            "200": 1,
            "409 ROW_EXISTS": 1,
        }
    names = [
        {"oldClientName": old, "newClientName": "Merged", "countryCode": "ES", "service": None}
        for old in ("Client one", "Client two")
    ]
    assert count_outcomes(send_concurrently("PUT", "/client/edit", world, *names)) == {"200": 1, "409 CLIENT_EXISTS": 1}


def test_concurrent_deletion_and_use_of_category(world: World, caller: ApiClient) -> None:
    """Either the category is deleted or the part is created, never both."""
    for number in range(ROUNDS * 2):
        category = Category.objects.create(key=f"SHORT{number}", name_en="Short", name_es="Breve")
        new = {**build_part_body(world), "number": f"short {number}", "category": category.key}
        calls = [
            partial(send, "DELETE", f"/api/rest/part-categories/{category.pk}", world, None, {}),
            partial(send, "POST", "/parts", world, new, {}),
        ]
        removed, made = run_concurrently(*calls)
        outcome = (removed.outcome, made.outcome)
        assert outcome in (
            ("200", "400 VALIDATION"),
            ("409 IN_USE", "200"),
            # both were checked before either was written; PostgreSQL detects the conflict
            ("200", "409 STALE"),
            ("409 STALE", "200"),
        ), outcome
        assert Part.objects.filter(number=f"short {number}").exists() == (made.status == 200)
    assert count_outcomes(
        send_concurrently("DELETE", f"/api/rest/part-categories/{create_category().pk}", world, None, None)
    ) == {
        "200": 1,
        "404 NOT_FOUND": 1,
    }


def create_category() -> Category:
    return Category.objects.create(key="SPARE", name_en="Spare", name_es="Otra")
