"""Every call that is offered is tested, and every call of the contract is offered or stands in the list to come."""

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
    """The OpenAPI document."""
    return dict(api.get_openapi_schema())


@cache
def offered() -> frozenset[Key]:
    """Every call of the document, by verb and shape of its full path."""
    paths = document()["paths"].items()
    return frozenset((verb.upper(), tables.shape(path)) for path, calls in paths for verb in calls)


def full(verb: str, path: str) -> Key:
    """A call of the contract by verb and shape of its full path."""
    return verb, tables.shape(path if path.startswith("/api/") else f"/api/v1{path}")


def told(calls: Iterable[Key]) -> str:
    """Calls in one line, so that a failure names them all."""
    return ", ".join(" ".join(key) for key in sorted(calls))


def to_come() -> list[Key]:
    """The contract's calls that are not built yet."""
    lines = TO_COME.read_text(encoding="utf-8").splitlines()
    pairs = (line.split() for line in lines if line and not line.startswith("#"))
    return [(verb, path) for verb, path in pairs]


def test_every_call_that_is_offered_is_tested() -> None:
    in_the_matrix = {full(call.verb, call.path) for entry in ENTRIES.values() for call in entry.calls}
    simple = {full(call.verb, call.path) for call in SIMPLE}
    others = {full(*key) for key in (*PUBLIC, *ROWS, *OTHERS)}
    tested = in_the_matrix | simple | others
    assert told(offered() - tested) == "", "add them to tests/contract/processes or simple_calls.py"
    assert told(tested - offered()) == "", "these are tested and not offered any more"


def test_no_call_of_the_contract_is_forgotten() -> None:
    wanted = {full(verb, path): (verb, path) for verb, path in _contract_calls()}
    missing = {wanted[key] for key in wanted if key not in offered()}
    listed = to_come()
    assert len(listed) == len(set(listed)), "a call stands twice in calls_to_come.txt"
    assert told(missing - set(listed)) == "", "missing, and not in calls_to_come.txt"
    assert told(set(listed) - missing) == "", "offered by now: take them out of calls_to_come.txt"


def _contract_calls() -> list[Key]:
    return [(verb, path) for verb, path, _ in tables.CALL.findall(tables.COPY.read_text(encoding="utf-8"))]


def test_the_contracts_own_check_finds_the_same(tmp_path: Path) -> None:
    if not CHECK.exists():
        pytest.skip("contract_check.py does not lie beside this checkout")
    exported = tmp_path / "openapi.json"
    exported.write_text(json.dumps(document(), default=str), encoding="utf-8")
    done = subprocess.run([sys.executable, CHECK, exported], capture_output=True, text=True, check=False, timeout=60)
    missing = re.findall(r"^missing: (\S+) /api/v1(\S+)$", done.stdout, re.MULTILINE)
    assert sorted(missing) == sorted(to_come()), done.stdout + done.stderr
    assert done.returncode == (1 if missing else 0)


def make(caller: Caller, call: Simple, here: factories.World, actor: factories.Person | str | None) -> Answered:
    if call.file:
        return caller.upload(call.path, call.form(), actor)
    return caller.call(call.verb, call.address(here), actor, body=call.body(here), **call.query(here))


@pytest.mark.dealt
@pytest.mark.django_db
@pytest.mark.parametrize("call", SIMPLE, ids=lambda call: f"{call.verb} {call.path}")
def test_roles_of_a_simple_call(call: Simple, caller: Caller) -> None:
    here = factories.world()
    strangers = {None: "401 TOKEN_INVALID", "never-given": "401 TOKEN_INVALID"}
    strangers[factories.session(here.admin.user, expired=True)] = "401 TOKEN_EXPIRED"
    for token, wanted in strangers.items():
        assert make(caller, call, here, token).verdict == wanted
    for role, person in here.one_of_each_role.items():
        wanted = "200" if role in call.callers else "403 FORBIDDEN"
        assert make(caller, call, here, person).verdict == wanted, role
    here.client.user.locked = True
    here.client.user.save()
    assert make(caller, call, here, here.client).verdict == "401 TOKEN_INVALID"


@pytest.mark.django_db
def test_a_refused_call_changes_nothing(caller: Caller) -> None:
    here = factories.world()
    writing = [call for call in SIMPLE if call.verb != "GET" and not call.file]
    made = [(call, call.address(here), call.body(here), call.query(here)) for call in writing]
    before = dump()
    for call, address, body, query in made:
        refused = [person for role, person in here.one_of_each_role.items() if role not in call.callers]
        for actor in (None, "never-given", *refused):
            wanted = "403 FORBIDDEN" if isinstance(actor, factories.Person) else "401 TOKEN_INVALID"
            assert caller.call(call.verb, address, actor, body=body, **query).verdict == wanted, address
    assert changed(before, dump()) == []


@pytest.mark.dealt
@pytest.mark.django_db
@pytest.mark.parametrize("key", PUBLIC, ids=" ".join)
def test_a_public_call_needs_no_token(key: Key, caller: Caller) -> None:
    body, wanted = PUBLIC[key]
    path = key[1].replace("{key}", "never-signed")
    for token in (None, "never-given"):
        assert caller.call(key[0], path, token, body=body).verdict == wanted


def test_only_the_contracts_public_calls_and_those_that_take_a_key_are_public() -> None:
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
def test_a_row_of_the_action_required_list_is_there_for_whom_it_waits(caller: Caller) -> None:
    here = factories.world()
    repair = factories.repair(here, "IN_SHIPPING_DETAILS")
    verdicts = {
        role: caller.get(f"/api/rest/action-required/{repair.pk}", actor=person).verdict
        for role, person in here.one_of_each_role.items()
    }
    assert verdicts == {
        Role.CLIENT: "200",
        Role.SERVICE: "404 NOT_FOUND",
        Role.SUPERVISOR: "404 NOT_FOUND",
        Role.ADMIN: "403 FORBIDDEN",
        Role.SUSTAINABILITY_MANAGER: "403 FORBIDDEN",
    }
    assert caller.get(f"/api/rest/action-required/{repair.pk}", actor=here.client2).verdict == "404 NOT_FOUND"
    assert caller.get(f"/api/rest/action-required/{repair.pk}").verdict == "401 TOKEN_INVALID"


@pytest.mark.parametrize("path", sorted(document()["paths"]))
def test_a_wrong_verb_is_405_in_the_one_error_shape(path: str, caller: Caller) -> None:
    address = re.sub(r"\{[^}]*\}", "1", path)
    for verb in VERBS:
        if (verb, tables.shape(path)) not in offered():
            answered = caller.call(verb, address).refused(405, "METHOD_NOT_ALLOWED")
            assert set(answered.headers["Allow"].split(", ")) == {each.upper() for each in document()["paths"][path]}


def test_an_unknown_address_is_404_in_the_one_error_shape(caller: Caller) -> None:
    caller.get("/never/heard/of").refused(404, "NOT_FOUND")
    caller.get("/api/never/heard/of").refused(404, "NOT_FOUND")
