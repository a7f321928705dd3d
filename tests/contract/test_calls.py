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

from portal_backend.config.api import api
from portal_backend.core.actor import Role
from tests import factories
from tests.api_client import ApiClient, ClientResponse
from tests.contract import contract_tables
from tests.contract.database_dump import dump_database, find_changed_tables
from tests.contract.mfa_calls import KEYED_CALLS
from tests.contract.process_specs import PROCESS_SPECS
from tests.contract.standalone_call import StandaloneCall
from tests.contract.standalone_calls import (
    OTHER_CALLS,
    PUBLIC_CALLS,
    ROW_CALLS,
    SETUP_CALLS,
    STANDALONE_CALLS,
)

PENDING_CALLS_FILE = Path(__file__).with_name("calls_to_come.txt")
CONTRACT_CHECK_SCRIPT = contract_tables.SHARED_DIR / "tools" / "contract_check.py"
CallKey = tuple[str, str]
VERBS = ("GET", "POST", "PUT", "DELETE", "PATCH")


@cache
def get_document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    return dict(api.get_openapi_schema())


@cache
def get_offered_calls() -> frozenset[CallKey]:
    """Return every call of the document, by verb and normalized path."""
    paths = get_document()["paths"].items()
    return frozenset((verb.upper(), contract_tables.normalize_path(path)) for path, calls in paths for verb in calls)


def build_call_key(verb: str, path: str) -> CallKey:
    """Return the key of a call: verb and normalized path."""
    return verb, contract_tables.normalize_path(path if path.startswith("/api/") else f"/api/v1{path}")


def format_calls(calls: Iterable[CallKey]) -> str:
    """Format calls as one line for messages."""
    return ", ".join(" ".join(key) for key in sorted(calls))


def read_pending_calls() -> list[CallKey]:
    """Return the contract's calls that are not implemented yet."""
    lines = PENDING_CALLS_FILE.read_text(encoding="utf-8").splitlines()
    pairs = (line.split() for line in lines if line and not line.startswith("#"))
    return [(verb, path) for verb, path in pairs]


def test_every_call_is_tested() -> None:
    in_the_matrix = {build_call_key(call.verb, call.path) for entry in PROCESS_SPECS.values() for call in entry.calls}
    simple = {build_call_key(call.verb, call.path) for call in STANDALONE_CALLS}
    others = {build_call_key(*key) for key in (*PUBLIC_CALLS, *ROW_CALLS, *OTHER_CALLS)}
    tested = in_the_matrix | simple | others
    assert format_calls(get_offered_calls() - tested) == "", (
        "add them to tests/contract/processes or standalone_calls.py or administration_calls.py"
    )
    assert format_calls(tested - get_offered_calls()) == "", "these are tested and not offered any more"


def test_every_call_of_contract_is_implemented_or_pending() -> None:
    expected = {build_call_key(verb, path): (verb, path) for verb, path in _list_contract_calls()}
    missing = {expected[key] for key in expected if key not in get_offered_calls()}
    listed = read_pending_calls()
    assert len(listed) == len(set(listed)), "a call stands twice in calls_to_come.txt"
    assert format_calls(missing - set(listed)) == "", "missing, and not in calls_to_come.txt"
    assert format_calls(set(listed) - missing) == "", "offered by now: take them out of calls_to_come.txt"


def _list_contract_calls() -> list[CallKey]:
    return [
        (verb, path)
        for verb, path, _ in contract_tables.CALL_ROW_PATTERN.findall(
            contract_tables.TABLES_COPY.read_text(encoding="utf-8")
        )
    ]


def test_contract_check_finds_same_pending_calls(tmp_path: Path) -> None:
    if not CONTRACT_CHECK_SCRIPT.exists():
        pytest.skip("contract_check.py does not lie beside this checkout")
    exported = tmp_path / "openapi.json"
    exported.write_text(json.dumps(get_document(), default=str), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, CONTRACT_CHECK_SCRIPT, exported], capture_output=True, text=True, check=False, timeout=60
    )
    missing = re.findall(r"^missing: (\S+) /api/v1(\S+)$", done.stdout, re.MULTILINE)
    assert sorted(missing) == sorted(read_pending_calls()), done.stdout + done.stderr
    assert done.returncode == (1 if missing else 0)


def send_call(
    caller: ApiClient, call: StandaloneCall, world: factories.World, actor: factories.Person | str | None
) -> ClientResponse:
    if call.is_upload:
        return caller.upload(call.path, call.build_form(), actor)
    return caller.call(call.verb, call.build_path(world), actor, body=call.body(world), **call.query(world))


@pytest.mark.split
@pytest.mark.django_db
@pytest.mark.parametrize("call", STANDALONE_CALLS, ids=lambda call: f"{call.verb} {call.path}")
def test_roles_of_standalone_call(call: StandaloneCall, caller: ApiClient) -> None:
    world = factories.world()
    verdicts_by_token = {None: "401 TOKEN_INVALID", "never-given": "401 TOKEN_INVALID"}
    verdicts_by_token[factories.session(world.admin.user, expired=True)] = "401 TOKEN_EXPIRED"
    for token, expected in verdicts_by_token.items():
        assert send_call(caller, call, world, token).outcome == expected
    for role, person in world.one_of_each_role.items():
        expected = "200" if role in call.allowed_roles else "403 FORBIDDEN"
        assert send_call(caller, call, world, person).outcome == expected, role
    world.client.user.locked = True
    world.client.user.save()
    assert send_call(caller, call, world, world.client).outcome == "401 TOKEN_INVALID"


@pytest.mark.django_db
def test_rejected_calls_change_nothing(caller: ApiClient) -> None:
    world = factories.world()
    writing = [call for call in STANDALONE_CALLS if call.verb != "GET" and not call.is_upload]
    made = [(call, call.build_path(world), call.body(world), call.query(world)) for call in writing]
    before = dump_database()
    for call, address, body, query in made:
        refused = [person for role, person in world.one_of_each_role.items() if role not in call.allowed_roles]
        for actor in (None, "never-given", *refused):
            expected = "403 FORBIDDEN" if isinstance(actor, factories.Person) else "401 TOKEN_INVALID"
            assert caller.call(call.verb, address, actor, body=body, **query).outcome == expected, address
    assert find_changed_tables(before, dump_database()) == []


@pytest.mark.split
@pytest.mark.django_db
@pytest.mark.parametrize("key", PUBLIC_CALLS, ids=" ".join)
def test_public_call_needs_no_token(key: CallKey, caller: ApiClient) -> None:
    body, expected = PUBLIC_CALLS[key]
    path = key[1].replace("{key}", "never-signed")
    for token in (None, "never-given"):
        assert caller.call(key[0], path, token, body=body).outcome == expected


def test_only_public_calls_of_contract_and_calls_with_key_are_public() -> None:
    of_the_contract = PUBLIC_CALLS.keys() - KEYED_CALLS.keys() - SETUP_CALLS.keys()
    assert {
        (verb, contract_tables.normalize_path(path)) for verb, path in of_the_contract
    } == contract_tables.get_public_calls() - set(read_pending_calls())
    paths = get_document()["paths"].items()
    unguarded = {
        (verb.upper(), contract_tables.normalize_path(path))
        for path, calls in paths
        for verb, call in calls.items()
        if not call.get("security")
    }
    assert unguarded == {build_call_key(*key) for key in PUBLIC_CALLS}


@pytest.mark.django_db
def test_action_required_row_is_visible_to_responsible_role_only(caller: ApiClient) -> None:
    world = factories.world()
    repair = factories.repair(world, "IN_SHIPPING_DETAILS")
    verdicts = {
        role: caller.get(f"/api/rest/action-required/{repair.pk}", actor=person).outcome
        for role, person in world.one_of_each_role.items()
    }
    assert verdicts == {
        Role.CLIENT: "200",
        Role.SERVICE: "404 NOT_FOUND",
        Role.SUPERVISOR: "404 NOT_FOUND",
        Role.ADMIN: "403 FORBIDDEN",
        Role.SUSTAINABILITY_MANAGER: "403 FORBIDDEN",
    }
    assert caller.get(f"/api/rest/action-required/{repair.pk}", actor=world.client2).outcome == "404 NOT_FOUND"
    assert caller.get(f"/api/rest/action-required/{repair.pk}").outcome == "401 TOKEN_INVALID"


@pytest.mark.parametrize("path", sorted(get_document()["paths"]))
def test_wrong_method_returns_405(path: str, caller: ApiClient) -> None:
    address = re.sub(r"\{[^}]*\}", "1", path)
    for verb in VERBS:
        if (verb, contract_tables.normalize_path(path)) not in get_offered_calls():
            response = caller.call(verb, address).assert_error(405, "METHOD_NOT_ALLOWED")
            assert set(response.headers["Allow"].split(", ")) == {
                each.upper() for each in get_document()["paths"][path]
            }


def test_unknown_path_returns_404(caller: ApiClient) -> None:
    caller.get("/never/heard/of").assert_error(404, "NOT_FOUND")
    caller.get("/api/never/heard/of").assert_error(404, "NOT_FOUND")
