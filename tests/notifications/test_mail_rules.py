"""Mail rules: triggers of the processes, saved switches, rejected triggers.

See contract 6.6 and 7.
"""

from dataclasses import replace
from typing import Any

import pytest

from portal_backend.catalogue.models import ServiceCategory
from portal_backend.core.actor import Role
from portal_backend.core.translations import load_messages
from portal_backend.notifications.models import MailRule
from portal_backend.workflow.process import PROCESSES
from tests import factories
from tests.api_client import ApiClient
from tests.contract.database_dump import dump_database, find_changed_tables
from tests.contract.process_specs import PROCESS_SPECS

pytestmark = pytest.mark.django_db
FETCH, SAVE = "/mail/fetch", "/mail/save"
SWITCHES = {
    "isClient": Role.CLIENT,
    "isService": Role.SERVICE,
    "isSupervisor": Role.SUPERVISOR,
    "isAdministrator": Role.ADMIN,
    "isSustainabilityManager": Role.SUSTAINABILITY_MANAGER,
}
# the contract's action types, by service category (section 7)
ACTIONS = {
    "REPAIR": ["DELIVERY_OVERDUE"],
    "PARTS": ["DELIVERY_OVERDUE"],
    "REMOTE_SUPPORT": ["CHANGE_REMOTE_SUPPORT_REQUEST_SERVICE"],
}


@pytest.fixture
def world() -> factories.World:
    assert set(ACTIONS) == set(PROCESSES)
    for key in (*ACTIONS, "OTHERS"):
        ServiceCategory.objects.create(key=key, name_en=key, name_es=f"{key} (es)")
    return factories.world()


def rows(caller: ApiClient, world: factories.World, lang: str = "en") -> dict[str, dict[str, Any]]:
    """Return all mail rules by id."""
    categories = caller.call("GET", FETCH, world.admin, lang=lang).ok
    return {row["id"]: row for category in categories for row in category["settings"]}


def row(**switches: Any) -> dict[str, Any]:
    return {"id": "REPAIR:NEW", **switches}


def test_rules_have_the_triggers_of_all_processes_and_their_defaults(caller: ApiClient, world: factories.World) -> None:
    categories = caller.get(FETCH, actor=world.admin, username="admin").ok
    # one tab for each category with triggers
    assert [category["key"] for category in categories] == ["REPAIR", "PARTS", "REMOTE_SUPPORT"]
    for category in categories:
        kind = category["key"]
        assert set(category) == {"id", "key", "name", "settings"}
        assert category["id"] == ServiceCategory.objects.get(key=kind).pk
        processes = [each for each in category["settings"] if "processStatus" in each]
        singles = [each for each in category["settings"] if "actionType" in each]
        assert [each["processStatus"] for each in processes] == list(PROCESS_SPECS[kind].table)
        assert [each["actionType"] for each in singles] == ACTIONS[kind]
        assert len(processes) + len(singles) == len(category["settings"])
        for each in processes:
            assert set(each) == {"id", "processStatus", "label", *SWITCHES}
            # by default the responsible role and the client
            responsible_role = PROCESS_SPECS[kind].table[each["processStatus"]].responsible_role
            assert {name: each[name] for name in SWITCHES} == {
                name: role in (responsible_role, Role.CLIENT) for name, role in SWITCHES.items()
            }
        # by default the responsible role
        for each in singles:
            responsible = {"DELIVERY_OVERDUE": Role.CLIENT}.get(each["actionType"], Role.SERVICE)
            assert {name: each[name] for name in SWITCHES} == {
                name: role == responsible for name, role in SWITCHES.items()
            }
    english, spanish = rows(caller, world), rows(caller, world, "es")
    assert english.keys() == spanish.keys()
    for lang, shown in (("en", english), ("es", spanish)):
        assert shown["REPAIR:IN_TRANSIT"]["label"] == load_messages(lang)["status.REPAIR.IN_TRANSIT"]
        overdue = load_messages(lang)["mailActions.DELIVERY_OVERDUE"]
        assert shown["PARTS:DELIVERY_OVERDUE"]["label"] == overdue


def test_saves_switches_and_null_is_off(caller: ApiClient, world: factories.World) -> None:
    before = rows(caller, world)
    sent = row(isClient=None, isService=True, isSupervisor=False, isSustainabilityManager=True)
    assert caller.post(SAVE, {"type": "PROCESS", "settings": [sent]}, actor=world.admin, username="admin").ok is True
    after = rows(caller, world)
    assert {name: after["REPAIR:NEW"][name] for name in SWITCHES} == {
        "isClient": False,
        "isService": True,
        "isSupervisor": False,
        "isAdministrator": False,
        "isSustainabilityManager": True,
    }
    # other rules do not change, nor does the same status of another kind
    assert {key: each for key, each in after.items() if key != "REPAIR:NEW"} == {
        key: each for key, each in before.items() if key != "REPAIR:NEW"
    }
    # rules can be saved as they were read, any number of times
    for _ in range(2):
        _ = caller.post(SAVE, {"type": "PROCESS", "settings": [before["REPAIR:NEW"]]}, actor=world.admin).ok
    assert rows(caller, world) == before
    assert MailRule.objects.count() == 1
    single = {"id": "PARTS:DELIVERY_OVERDUE", "actionType": "DELIVERY_OVERDUE", "isAdministrator": True}
    _ = caller.post(SAVE, {"type": "SINGLE", "settings": [single]}, actor=world.admin).ok
    now = rows(caller, world)
    assert now["PARTS:DELIVERY_OVERDUE"]["isAdministrator"] is True
    assert now["REPAIR:DELIVERY_OVERDUE"]["isAdministrator"] is False
    # all rules of a tab at once
    tab = [each for key, each in before.items() if key.startswith("REPAIR:") and "processStatus" in each]
    everything = [{**each, **dict.fromkeys(SWITCHES, True)} for each in tab]
    _ = caller.post(SAVE, {"type": "PROCESS", "settings": everything}, actor=world.admin).ok
    shown = rows(caller, world)
    assert all(shown[each["id"]][name] for each in tab for name in SWITCHES)


def test_rejects_unknown_triggers_and_saves_nothing(caller: ApiClient, world: factories.World) -> None:
    before = dump_database()
    good = row(isClient=True)
    for type_, invalid in (
        ("PROCESS", {"id": "REPAIR:DELIVERY_OVERDUE"}),
        ("SINGLE", {"id": "REPAIR:NEW"}),
        ("PROCESS", {"id": "REPAIR:INITIAL"}),
        ("PROCESS", {"id": "OTHERS:NEW"}),
        ("PROCESS", {"id": "REPAIR:NEW", "processStatus": "IN_TRANSIT"}),
        ("PROCESS", {"id": "REPAIR:NEW", "actionType": "DELIVERY_OVERDUE"}),
    ):
        for lang in ("en", "es"):
            body = {"type": type_, "settings": [good, invalid] if type_ == "PROCESS" else [invalid]}
            response = caller.call("POST", SAVE, world.admin, body=body, lang=lang).assert_error(400, "VALIDATION")
            spot = f"settings.{len(body['settings']) - 1}.id"
            assert response.fields == {spot: [load_messages(lang)["errors.field.choice"]]}
    caller.get(FETCH, actor=world.admin, username="client").assert_error(403, "FORBIDDEN")
    caller.post(SAVE, {"type": "PROCESS", "settings": [good]}, actor=world.admin, username="client").assert_error(
        403, "FORBIDDEN"
    )
    assert find_changed_tables(before, dump_database()) == []


def test_registered_trigger_appears_as_a_rule(
    caller: ApiClient, world: factories.World, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = PROCESSES["REMOTE_SUPPORT"]
    # one more action, with an existing label
    actions = {**process.mail_actions, "DELIVERY_OVERDUE": Role.SERVICE}
    monkeypatch.setitem(PROCESSES, "REMOTE_SUPPORT", replace(process, mail_actions=actions))
    assert rows(caller, world)["REMOTE_SUPPORT:DELIVERY_OVERDUE"]["isClient"] is False
    sent = {"id": "REMOTE_SUPPORT:DELIVERY_OVERDUE", "isClient": True}
    _ = caller.post(SAVE, {"type": "SINGLE", "settings": [sent]}, actor=world.admin).ok
    assert rows(caller, world)["REMOTE_SUPPORT:DELIVERY_OVERDUE"]["isClient"] is True
