"""Every API call is tested; every call of the contract is implemented or pending."""

import json
import re
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from portal_backend.api import api
from portal_backend.base.actor import Role
from tests import factories
from tests.caller import Answered, Caller
from tests.contract import tables
from tests.contract.entries import ENTRIES
from tests.contract.factor_calls import KEYED
from tests.contract.rows import changed, dump
from tests.contract.simple import Simple
from tests.contract.simple_calls import OTHERS, PUBLIC, ROWS, SETUP, SIMPLE

TO_COME = Path(__file__).with_name("calls_to_come.txt")
CHECK = tables.SHARED / "tools" / "contract_check.py"
Key = tuple[str, str]
VERBS = ("GET", "POST", "PUT", "DELETE", "PATCH")


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    return dict(api.get_openapi_schema())


@cache
def offered() -> frozenset[Key]:
    """Return every call of the document, by verb and normalized path."""
    paths = document()["paths"].items()
    return frozenset((verb.upper(), tables.shape(path)) for path, calls in paths for verb in calls)


def full(verb: str, path: str) -> Key:
    """Return the key of a call: verb and normalized path."""
    return verb, tables.shape(path if path.startswith("/api/") else f"/api/v1{path}")


def told(calls: Iterable[Key]) -> str:
    """Format calls as one line for messages."""
    return ", ".join(" ".join(key) for key in sorted(calls))


def to_come() -> list[Key]:
    """Return the contract's calls that are not implemented yet."""
    lines = TO_COME.read_text(encoding="utf-8").splitlines()
    pairs = (line.split() for line in lines if line and not line.startswith("#"))
    return [(verb, path) for verb, path in pairs]


def test_every_call_is_tested() -> None:
    in_the_matrix = {full(call.verb, call.path) for entry in ENTRIES.values() for call in entry.calls}
    simple = {full(call.verb, call.path) for call in SIMPLE}
    others = {full(*key) for key in (*PUBLIC, *ROWS, *OTHERS)}
    tested = in_the_matrix | simple | others
    assert told(offered() - tested) == "", "add them to tests/contract/processes or simple_calls.py"
    assert told(tested - offered()) == "", "these are tested and not offered any more"


def test_every_call_of_contract_is_implemented_or_pending() -> None:
    expected = {full(verb, path): (verb, path) for verb, path in _contract_calls()}
    missing = {expected[key] for key in expected if key not in offered()}
    listed = to_come()
    assert len(listed) == len(set(listed)), "a call stands twice in calls_to_come.txt"
    assert told(missing - set(listed)) == "", "missing, and not in calls_to_come.txt"
    assert told(set(listed) - missing) == "", "offered by now: take them out of calls_to_come.txt"


def _contract_calls() -> list[Key]:
    return [(verb, path) for verb, path, _ in tables.CALL.findall(tables.COPY.read_text(encoding="utf-8"))]


def test_contract_check_finds_same_pending_calls(tmp_path: Path) -> None:
    if not CHECK.exists():
        pytest.skip("contract_check.py does not lie beside this checkout")
    exported = tmp_path / "openapi.json"
    exported.write_text(json.dumps(document(), default=str), encoding="utf-8")
    done = subprocess.run([sys.executable, CHECK, exported], capture_output=True, text=True, check=False, timeout=60)
    missing = re.findall(r"^missing: (\S+) /api/v1(\S+)$", done.stdout, re.MULTILINE)
    assert sorted(missing) == sorted(to_come()), done.stdout + done.stderr
    assert done.returncode == (1 if missing else 0)


def make(caller: Caller, call: Simple, world: factories.World, actor: factories.Person | str | None) -> Answered:
    if call.file:
        return caller.upload(call.path, call.form(), actor)
    return caller.call(call.verb, call.address(world), actor, body=call.body(world), **call.query(world))


@pytest.mark.dealt
@pytest.mark.django_db
@pytest.mark.parametrize("call", SIMPLE, ids=lambda call: f"{call.verb} {call.path}")
def test_roles_of_standalone_call(call: Simple, caller: Caller) -> None:
    world = factories.world()
    verdicts_by_token = {None: "401 TOKEN_INVALID", "never-given": "401 TOKEN_INVALID"}
    verdicts_by_token[factories.session(world.admin.user, expired=True)] = "401 TOKEN_EXPIRED"
    for token, expected in verdicts_by_token.items():
        assert make(caller, call, world, token).verdict == expected
    for role, person in world.one_of_each_role.items():
        expected = "200" if role in call.callers else "403 FORBIDDEN"
        assert make(caller, call, world, person).verdict == expected, role
    world.client.user.locked = True
    world.client.user.save()
    assert make(caller, call, world, world.client).verdict == "401 TOKEN_INVALID"


@pytest.mark.django_db
def test_rejected_calls_change_nothing(caller: Caller) -> None:
    world = factories.world()
    writing = [call for call in SIMPLE if call.verb != "GET" and not call.file]
    made = [(call, call.address(world), call.body(world), call.query(world)) for call in writing]
    before = dump()
    for call, address, body, query in made:
        refused = [person for role, person in world.one_of_each_role.items() if role not in call.callers]
        for actor in (None, "never-given", *refused):
            expected = "403 FORBIDDEN" if isinstance(actor, factories.Person) else "401 TOKEN_INVALID"
            assert caller.call(call.verb, address, actor, body=body, **query).verdict == expected, address
    assert changed(before, dump()) == []


@pytest.mark.dealt
@pytest.mark.django_db
@pytest.mark.parametrize("key", PUBLIC, ids=" ".join)
def test_public_call_needs_no_token(key: Key, caller: Caller) -> None:
    body, expected = PUBLIC[key]
    path = key[1].replace("{key}", "never-signed")
    for token in (None, "never-given"):
        assert caller.call(key[0], path, token, body=body).verdict == expected


def test_only_public_calls_of_contract_and_calls_with_key_are_public() -> None:
    of_the_contract = PUBLIC.keys() - KEYED.keys() - SETUP.keys()
    assert {(verb, tables.shape(path)) for verb, path in of_the_contract} == tables.public_calls() - set(to_come())
    paths = document()["paths"].items()
    unguarded = {
        (verb.upper(), tables.shape(path))
        for path, calls in paths
        for verb, call in calls.items()
        if not call.get("security")
    }
    assert unguarded == {full(*key) for key in PUBLIC}


@pytest.mark.django_db
def test_action_required_row_is_visible_to_responsible_role_only(caller: Caller) -> None:
    world = factories.world()
    repair = factories.repair(world, "IN_SHIPPING_DETAILS")
    verdicts = {
        role: caller.get(f"/api/rest/action-required/{repair.pk}", actor=person).verdict
        for role, person in world.one_of_each_role.items()
    }
    assert verdicts == {
        Role.CLIENT: "200",
        Role.SERVICE: "404 NOT_FOUND",
        Role.SUPERVISOR: "404 NOT_FOUND",
        Role.ADMIN: "403 FORBIDDEN",
        Role.SUSTAINABILITY_MANAGER: "403 FORBIDDEN",
    }
    assert caller.get(f"/api/rest/action-required/{repair.pk}", actor=world.client2).verdict == "404 NOT_FOUND"
    assert caller.get(f"/api/rest/action-required/{repair.pk}").verdict == "401 TOKEN_INVALID"


@pytest.mark.parametrize("path", sorted(document()["paths"]))
def test_wrong_method_returns_405(path: str, caller: Caller) -> None:
    address = re.sub(r"\{[^}]*\}", "1", path)
    for verb in VERBS:
        if (verb, tables.shape(path)) not in offered():
            response = caller.call(verb, address).refused(405, "METHOD_NOT_ALLOWED")
            assert set(response.headers["Allow"].split(", ")) == {each.upper() for each in document()["paths"][path]}


def test_unknown_path_returns_404(caller: Caller) -> None:
    caller.get("/never/heard/of").refused(404, "NOT_FOUND")
    caller.get("/api/never/heard/of").refused(404, "NOT_FOUND")
