"""Hostile values in parameters and bodies never cause a server error.

See security.md, 16.
"""

import copy
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from django.db import transaction

from portal_backend.config.api import api
from portal_backend.core.actor import Role
from tests import factories
from tests.api_client import ApiClient, ClientResponse
from tests.contract.calls import Call, ProcessSpec
from tests.contract.expected_responses import get_allowed_roles
from tests.contract.process_specs import PROCESS_SPECS
from tests.contract.profile_calls import EDIT_CONTACT_CALL, OWN_PROFILE_CALLS
from tests.contract.saved_view_calls import OWN_VIEW_CALLS
from tests.contract.standalone_call import StandaloneCall
from tests.contract.standalone_calls import STANDALONE_CALLS
from tests.factories import Person, World

pytestmark = [pytest.mark.django_db, pytest.mark.thorough, pytest.mark.split]
QUERY_VALUES: list[Any] = ["", "\x00", b"\xed\xa0\x80", "-1", str(2**63), "9" * 400, "null", "%"]
BODY_VALUES: list[Any] = [
    *(None, True, [], {"id": 1}, "\x00", "\ud800", "x" * 5000, "NaN", -1, 2**63, 1e308),
    *("0001-01-01", "9999-12-31T23:59:59+14:00"),
]
CALLS = [(entry, call) for entry in PROCESS_SPECS.values() for call in entry.calls]
BODY_CALLS = [
    call for call in (*STANDALONE_CALLS, EDIT_CONTACT_CALL, *OWN_PROFILE_CALLS, *OWN_VIEW_CALLS) if not call.is_upload
]
TESTED_ROLES = (Role.ADMIN, Role.CLIENT, Role.SERVICE, Role.SUPERVISOR)


def iter_spoiled_bodies(body: Any) -> Iterator[Any]:
    """Iterate over copies of a body, each with one value replaced."""
    for way in _iter_value_paths(body):
        for nasty in BODY_VALUES:
            changed_body = copy.deepcopy(body)
            if not way:
                yield nasty
                continue
            place = changed_body
            for step in way[:-1]:
                place = place[step]
            place[way[-1]] = nasty
            yield changed_body


def _iter_value_paths(value: Any) -> Iterator[tuple[Any, ...]]:
    yield ()
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in below:
        for way in _iter_value_paths(each):
            yield (key, *way)


def check_no_server_error(make: Callable[[], ClientResponse]) -> int:
    """Make a call, roll it back, and check that it is not a server error."""
    with transaction.atomic():
        response = make()
        transaction.set_rollback(True)
    assert response.status < 500, f"{response.request_line}: {response.data}"
    if response.status >= 400:
        assert {"code", "message", "fields"} <= set(response.data)
    return 1


@cache
def get_documented_paths() -> dict[str, Any]:
    """Return the paths of the OpenAPI document, which takes half a second to build."""
    return dict(api.get_openapi_schema()["paths"])


def get_declared_parameters(call: StandaloneCall) -> set[str]:
    """Return the names of the query parameters in the document."""
    path = call.path if call.path.startswith("/api/") else f"/api/v1{call.path}"
    parameters = get_documented_paths()[path][call.verb.lower()].get("parameters", [])
    return {each["name"] for each in parameters if each["in"] == "query"}


def get_person(world: World, allowed: frozenset[Role]) -> Person:
    """Return a person who may make a call."""
    return world.one_of_each_role[next(role for role in TESTED_ROLES if role in allowed)]


@pytest.mark.parametrize(("entry", "call"), CALLS, ids=[f"{call.verb} {call.path} {call.effect}" for _, call in CALLS])
def test_process_call_never_causes_server_error(
    entry: ProcessSpec, call: Call, caller: ApiClient, record_property: Callable[[str, Any], None]
) -> None:
    world = factories.world()
    status = min(call.statuses) if call.statuses else next(iter(entry.table))
    request = factories.request(entry.kind, world, status)
    entry.add_nested_rows(request)
    request.refresh_from_db()
    target, actor = entry.build_target(request), get_person(world, get_allowed_roles(call))
    address, query, body = call.build_path(target), call.query(target), call.body(target)
    count = 0
    for name in {*query, *({"version", "expectedStatus"} if call.has_version else ())}:
        for nasty in QUERY_VALUES:
            changed_query = {**query, name: nasty}
            count += check_no_server_error(lambda: caller.call(call.verb, address, actor, body=body, **changed_query))  # noqa: B023
    for changed_body in iter_spoiled_bodies(body) if body is not None else ():
        count += check_no_server_error(lambda: caller.call(call.verb, address, actor, body=changed_body, **query))  # noqa: B023
    record_property("nasty calls", count)


@pytest.mark.parametrize("call", BODY_CALLS, ids=lambda call: f"{call.verb} {call.path}")
def test_standalone_call_never_causes_server_error(
    call: StandaloneCall, caller: ApiClient, record_property: Callable[[str, Any], None]
) -> None:
    world = factories.world()
    actor, query, body = get_person(world, call.allowed_roles), call.query(world), call.body(world)
    path = call.build_path(world)
    count = 0
    for name in {*query, *get_declared_parameters(call)}:
        for nasty in QUERY_VALUES:
            changed_query = {**query, name: nasty}
            count += check_no_server_error(lambda: caller.call(call.verb, path, actor, body=body, **changed_query))  # noqa: B023
    for changed_body in iter_spoiled_bodies(body) if body is not None else ():
        count += check_no_server_error(lambda: caller.call(call.verb, path, actor, body=changed_body, **query))  # noqa: B023
    record_property("nasty calls", count)


@pytest.mark.parametrize("path", ["/api/rest/active-repairs", "/api/rest/action-required", "/api/rest/repair-history"])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(
            ("range", each)
            for each in ("[0]", "[9,0]", "[-1,5]", "[0,1e9]", '["a","b"]', "{}", "[0,100000]", f"[{2**63},{2**64}]")
        ),
        *(
            ("sort", each)
            for each in ('["id"]', '["id","UP"]', "[{},[]]", '["\\u0000","ASC"]', "1", '["password","ASC"]')
        ),
        *(
            ("filter", each)
            for each in (
                "[]",
                '{"x":1}',
                '{"status":{}}',
                '{"id":"x"}',
                '{"id":[9e99]}',
                '{"keyword":5}',
                '{"keyword":"\\u0000"}',
                '{"repairId":{}}',
                '{"repairId":null}',
                '{"clientId":[[]]}',
                "{" * 2000,
            )
        ),
    ],
)
def test_rejects_invalid_rest_parameters(path: str, name: str, text: str, caller: ApiClient) -> None:
    world = factories.world()
    caller.get(path, actor=world.supervisor, **{name: text}).assert_error(400, "VALIDATION")
