"""Every field of each call of the administration keeps its rules in both languages; a refused call changes nothing."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from portal_backend.base.words import catalogue
from tests import factories
from tests.caller import Caller
from tests.contract.administration_calls import ADMINISTRATION
from tests.contract.factor_calls import KEYED
from tests.contract.field_rules import LEFT_OUT, Ruled
from tests.contract.rows import changed, dump
from tests.contract.rules import RULED
from tests.contract.simple_calls import PUBLIC

pytestmark = pytest.mark.django_db
# calls whose body is a list, tested by themselves, and the ones of declared forms (tests/resources)
LISTS = {"/sustainability-manager/save/clients", "/parts/update-service-category-part-mapping"}
# the same body as the search's
LIKE_SEARCH = {"/reports/general/charts", "/files/export/general-report/xlsx"}

# whose answers hang on a key or on a password, tested by themselves (tests/joining, tests/accounts, tests/factors)
OF_THE_SESSION = {
    "/contacts/login",
    *(path for _, path in KEYED),
    *(f"/support/{each}" for each in ("request-reset-password", "request-username-by-email", "verify-action-key")),
    "/support/reset-password",
}


def test_no_call_with_a_body_is_forgotten() -> None:
    with_body = {
        call.path
        for call in ADMINISTRATION
        if call.verb in ("POST", "PUT")
        and not call.path.startswith("/api/rest")
        and call.path not in LISTS | LIKE_SEARCH
    }
    with_body |= {path for verb, path in PUBLIC if verb in ("POST", "PUT")} - OF_THE_SESSION
    in_the_query = {"/contacts/lock", "/parts/update/part-state", "/notifications/seen"}
    missing = with_body - in_the_query - {each.path for each in RULED}
    # the first administrator is made where there is no user yet: see tests/joining/test_first_administrator.py
    assert missing - {"/contacts/edit", "/setup/administrator"} == set(), "say their rules in tests/contract/rules.py"


def spoiled(body: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy of a body with one thing in it replaced, or left out."""
    made = copy.deepcopy(body)
    place: Any = made
    *way, last = [int(each) if each.isdigit() else each for each in path.split(".")]
    for step in way:
        place = place[step]
    if value is LEFT_OUT:
        place.pop(last, None)
    else:
        place[last] = value
    return made


@pytest.mark.parametrize("call", RULED, ids=lambda call: f"{call.verb} {call.path}")
def test_every_field_keeps_its_rules(call: Ruled, caller: Caller, record_property: Callable[[str, Any], None]) -> None:
    here = factories.world()
    body, query, wrong, count = call.body(here), call.query(here), [], 0
    before = dump()
    for path, rule in {**call.rules, "owner": [("me", "extra")]}.items():
        for value, key in rule:
            lang = ("en", "es")[count % 2]
            answer = caller.call(call.verb, call.path, here.admin, body=spoiled(body, path, value), lang=lang, **query)
            count += 1
            told = answer.fields if answer.verdict == "400 VALIDATION" else {}
            # a rule of what lies in a list is told at its element
            names = [name for name in told if name == path or name.startswith(f"{path}.")]
            expected = catalogue(lang)[f"errors.field.{key}"].partition("{")[0]
            if len(told) != 1 or not names or not told[names[0]][0].startswith(expected):
                wrong.append(f"{path} = {str(value)[:40]!r} ({key}, {lang}): {answer.verdict} {str(answer.data)[:200]}")
    assert wrong == [], f"{len(wrong)} of {count}:\n" + "\n".join(wrong)
    assert changed(before, dump()) == []
    # every wrong field is told at once, and what is right goes well
    both = list(call.rules)[:2]
    answer = caller.call(
        call.verb, call.path, here.admin, body={**body, "owner": 1, both[0]: [[]], both[1]: [[]]}, **query
    ).refused(400, "VALIDATION")
    assert {name.split(".")[0] for name in answer.fields} == {"owner", *(each.split(".")[0] for each in both)}
    _ = caller.call(call.verb, call.path, here.admin, body=body, **query).ok
    record_property("refused values of the administration", count)
