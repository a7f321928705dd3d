"""Field validation of the calls of the administration, in both languages."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from portal_backend.core.translations import load_messages
from tests import factories
from tests.api_client import ApiClient
from tests.contract.administration_calls import ADMINISTRATION_CALLS
from tests.contract.body_rules import CALL_RULES
from tests.contract.database_dump import dump_database, find_changed_tables
from tests.contract.field_rules import OMITTED, CallRules
from tests.contract.mfa_calls import KEYED_CALLS
from tests.contract.standalone_calls import PUBLIC_CALLS

pytestmark = [pytest.mark.django_db, pytest.mark.split]
# calls whose body is a list, which are tested separately; declared forms are tested in tests/resources
LIST_BODY_CALLS = {"/sustainability-manager/save/clients", "/parts/update-service-category-part-mapping"}
# calls with the same body as the search
SEARCH_LIKE_CALLS = {"/reports/general/charts", "/files/export/general-report/xlsx"}

# calls that depend on a key or a password, which are tested separately
SESSION_CALLS = {
    "/contacts/login",
    *(path for _, path in KEYED_CALLS),
    *(f"/support/{each}" for each in ("request-reset-password", "request-username-by-email", "verify-action-key")),
    "/support/reset-password",
}


def test_every_call_with_body_has_field_rules() -> None:
    with_body = {
        call.path
        for call in ADMINISTRATION_CALLS
        if call.verb in ("POST", "PUT")
        and not call.path.startswith("/api/rest")
        and call.path not in LIST_BODY_CALLS | SEARCH_LIKE_CALLS
    }
    with_body |= {path for verb, path in PUBLIC_CALLS if verb in ("POST", "PUT")} - SESSION_CALLS
    in_the_query = {"/contacts/lock", "/parts/update/part-state", "/notifications/seen", "/notifications/seen/request"}
    missing = with_body - in_the_query - {each.path for each in CALL_RULES}
    # the setup of the first administrator requires an empty database: see test_first_administrator.py
    assert missing - {"/contacts/edit", "/setup/administrator", "/setup/verify-key"} == set(), (
        "say their rules in tests/contract/body_rules.py"
    )


def replace_value(body: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Copy a body with one value replaced or removed."""
    changed_body = copy.deepcopy(body)
    place: Any = changed_body
    *way, last = [int(each) if each.isdigit() else each for each in path.split(".")]
    for step in way:
        place = place[step]
    if value is OMITTED:
        place.pop(last, None)
    else:
        place[last] = value
    return changed_body


@pytest.mark.parametrize("call", CALL_RULES, ids=lambda call: f"{call.verb} {call.path}")
def test_rejects_invalid_field_values(
    call: CallRules, caller: ApiClient, record_property: Callable[[str, Any], None]
) -> None:
    world = factories.world()
    body, query, wrong, count = call.body(world), call.query(world), [], 0
    before = dump_database()
    for path, rule in {**call.rules, "owner": [("me", "extra")]}.items():
        for value, key in rule:
            lang = ("en", "es")[count % 2]
            response = caller.call(
                call.verb, call.path, world.admin, body=replace_value(body, path, value), lang=lang, **query
            )
            count += 1
            errors = response.fields if response.outcome == "400 VALIDATION" else {}
            # an error inside a list is reported at its item
            names = [name for name in errors if name == path or name.startswith(f"{path}.")]
            expected = load_messages(lang)[f"errors.field.{key}"].partition("{")[0]
            if len(errors) != 1 or not names or not errors[names[0]][0].startswith(expected):
                wrong.append(
                    f"{path} = {str(value)[:40]!r} ({key}, {lang}): {response.outcome} {str(response.data)[:200]}"
                )
    assert wrong == [], f"{len(wrong)} of {count}:\n" + "\n".join(wrong)
    assert find_changed_tables(before, dump_database()) == []
    # all invalid fields are reported at once, and the valid body is accepted
    both = list(call.rules)[:2]
    response = caller.call(
        call.verb, call.path, world.admin, body={**body, "owner": 1, both[0]: [[]], both[1]: [[]]}, **query
    ).assert_error(400, "VALIDATION")
    assert {name.split(".")[0] for name in response.fields} == {"owner", *(each.split(".")[0] for each in both)}
    _ = caller.call(call.verb, call.path, world.admin, body=body, **query).ok
    record_property("refused values of the administration", count)
