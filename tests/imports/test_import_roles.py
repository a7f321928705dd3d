"""Access to each import endpoint by role and owner."""

from collections.abc import Callable
from typing import Any

import pytest

from portal_backend.core.actor import Role
from tests import factories
from tests.api_client import ApiClient
from tests.contract.database_dump import dump_database, find_changed_tables
from tests.contract.import_calls import IMPORT_CALLS
from tests.factories import Person, World
from tests.imports.import_client import ImportClient, paste

pytestmark = [pytest.mark.django_db, pytest.mark.split]
IMPORTERS = {Role.ADMIN, Role.CLIENT}
UNITS = "Part\tSerial number\n{model}\t7\n{model}\t8\n"
PARTS = "Category\tNumber\tModel\tManufacturer\tDescription\nHandheld\t1\tM\tAcme\tA thing\n"
BODIES: dict[str, Callable[[ImportClient], Any]] = {
    "columns": lambda own: {
        "sheet": 0,
        "headerRow": 1,
        "columns": [{"index": each["index"], "field": each["field"]} for each in own.run["columns"]],
    },
    "rows/{number}": lambda own: {"cells": {}},
    "write": lambda own: {},
    "undo": lambda own: {},
    "cancel": lambda own: {},
}
CALLS_OF_ONE_IMPORT = sorted((verb, path) for verb, path in IMPORT_CALLS if "{id}" in path)


def create_import(caller: ApiClient, world: World, person: Person) -> ImportClient:
    """Create an import of a person who is allowed to."""
    _ = world.part
    if person.role == Role.CLIENT:
        return paste(caller, person, UNITS.format(model=world.part.model), "repair-units")
    return paste(caller, person, PARTS)


def call_import(caller: ApiClient, verb: str, path: str, own: ImportClient, actor: Any) -> str:
    """Return the verdict of a request on an import."""
    address = path.replace("{id}", str(own.run["id"])).replace("{number}", "2")
    body = BODIES.get(path.removeprefix("/imports/{id}/"), lambda own: None)(own)
    return caller.call(verb, address, actor, body=body).outcome


@pytest.mark.parametrize(
    ("verb", "path"), CALLS_OF_ONE_IMPORT, ids=[f"{verb} {path}" for verb, path in CALLS_OF_ONE_IMPORT]
)
@pytest.mark.parametrize("owner", ["admin", "client"])
def test_only_owner_can_access_import(owner: str, verb: str, path: str, caller: ApiClient) -> None:
    world = factories.world()
    person: Person = getattr(world, owner)
    own = create_import(caller, world, person)
    before = dump_database()
    for token in (None, "never-given"):
        assert call_import(caller, verb, path, own, token) == "401 TOKEN_INVALID"
    for other in (*world.one_of_each_role.values(), world.client_mate, world.client2):
        if other.id != person.id:
            expected = "404 NOT_FOUND" if other.role in IMPORTERS else "403 FORBIDDEN"
            assert call_import(caller, verb, path, own, other) == expected, other.role
    assert find_changed_tables(before, dump_database()) == []
    verdict = call_import(caller, verb, path, own, person)
    rejections = {"undo": "409 STALE", "write": "409 NOT_ALLOWED_TO_CONTINUE" if owner == "client" else "200"}
    assert verdict == rejections.get(path.rpartition("/")[2], "200")


@pytest.mark.parametrize("target", ["parts", "contacts", "predefined-services", "repair-units"])
def test_only_roles_of_target_can_create_import(target: str, caller: ApiClient) -> None:
    world = factories.world()
    writer = Role.CLIENT if target == "repair-units" else Role.ADMIN
    for role, person in world.one_of_each_role.items():
        expected = "200" if role == writer else "403 FORBIDDEN"
        assert caller.get(f"/imports/templates/{target}/xlsx", actor=person).outcome == expected, role
        assert caller.post("/imports/text", {"text": "a\tb"}, actor=person, target=target).outcome == expected, role
        verdict = caller.upload(f"/imports?target={target}", {}, person).outcome
        assert verdict == ("400 VALIDATION" if role == writer else expected), role
