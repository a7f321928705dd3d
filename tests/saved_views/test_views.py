"""A list's filters, order and columns under a name: what is kept, what is told, and what is refused."""

from typing import Any

import pytest

from portal_backend.repairs.lists import ACTIVE_REPAIRS
from portal_backend.saved_views.actions import MOST_VIEWS
from portal_backend.saved_views.models import DefaultView, SavedView
from portal_backend.saved_views.states import ListReader
from tests import factories
from tests.caller import Caller
from tests.contract.view_calls import LIST, STATE
from tests.factories import World

pytestmark = pytest.mark.django_db
NOTHING = {"filter": {}, "sort": None, "order": "ASC", "columns": None, "perPage": None}


@pytest.fixture
def here() -> World:
    return factories.world()


def body(name: str = "Mine", *, shared: bool = False, resource: str = LIST, **state: Any) -> dict[str, Any]:
    """A new view."""
    return {"resource": resource, "name": name, "shared": shared, "state": {**STATE, **state}}


def test_a_view_is_told_as_it_was_kept(caller: Caller, here: World) -> None:
    kept = caller.post("/views", body("  Nuevas  ", shared=True), actor=here.supervisor).ok
    assert kept == {
        "id": kept["id"],
        "name": "Nuevas",
        "state": STATE,
        "shared": True,
        "role": "SUPERVISOR",
        "owner": here.supervisor.user.full_name,
        "isOwn": True,
        "isDefault": False,
        "canEdit": True,
        "version": kept["version"],
    }
    assert caller.get("/views", actor=here.supervisor, resource=LIST).ok == [kept]
    assert caller.get("/views", actor=here.supervisor, resource="closed-repairs").ok == []


def test_what_is_not_said_is_the_lists_own(caller: Caller, here: World) -> None:
    made = caller.post("/views", {"resource": LIST, "name": "All", "shared": False, "state": {}}, actor=here.client).ok
    assert made["state"] == NOTHING
    # what was told goes back as it is
    again = {"name": "All", "shared": False, "state": made["state"]}
    assert caller.call("PUT", f"/views/{made['id']}", here.client, body=again).ok["version"] == made["version"]


def test_the_own_ones_come_first_by_name(caller: Caller, here: World) -> None:
    for name in ("Zone", "árbol", "Beta"):
        _ = caller.post("/views", body(name), actor=here.supervisor).ok
    _ = caller.post("/views", body("Alpha", shared=True), actor=here.supervisor2).ok
    told = caller.get("/views", actor=here.supervisor, resource=LIST).ok
    assert [(view["name"], view["isOwn"]) for view in told] == [
        ("árbol", True),
        ("Beta", True),
        ("Zone", True),
        ("Alpha", False),
    ]


@pytest.mark.parametrize(("first", "second"), [("Mine", "MINE"), ("Ñandú", "ñandÚ"), ("вид", "ВИД")])
def test_a_name_stands_once_an_owner_and_list_whatever_its_case(
    first: str, second: str, caller: Caller, here: World
) -> None:
    pk = caller.post("/views", body(first), actor=here.supervisor).ok["id"]
    told = caller.post("/views", body(second), actor=here.supervisor).refused(409, "VIEW_EXISTS")
    assert set(told.fields) == {"name"}
    _ = caller.post("/views", body(second), actor=here.supervisor2).ok
    _ = caller.post("/views", body(second, resource="closed-repairs", filter={}), actor=here.supervisor).ok
    # its own name in other letters is no other's
    renamed = {"name": second, "shared": False, "state": STATE}
    assert caller.call("PUT", f"/views/{pk}", here.supervisor, body=renamed).ok["name"] == second
    other = caller.post("/views", body("Other"), actor=here.supervisor).ok["id"]
    caller.call("PUT", f"/views/{other}", here.supervisor, body=renamed).refused(409, "VIEW_EXISTS")


def test_there_are_so_many_and_no_more(caller: Caller, here: World) -> None:
    SavedView.objects.bulk_create(
        SavedView(owner=here.client.user, resource=LIST, name=f"View {n}", state=NOTHING) for n in range(MOST_VIEWS)
    )
    told = caller.post("/views", body(), actor=here.client).refused(400, "VALIDATION")
    assert str(MOST_VIEWS) in told.fields["name"][0]
    _ = caller.post("/views", body(resource="closed-repairs", filter={}), actor=here.client).ok
    _ = caller.post("/views", body(), actor=here.client2).ok


def test_the_same_key_keeps_one_view(caller: Caller, here: World) -> None:
    headers = {"Idempotency-Key": "once"}
    first, second = (caller.post("/views", body(), actor=here.client, headers=headers).ok for _ in range(2))
    assert first == second
    assert SavedView.objects.count() == 1


def test_who_changes_what_changed_meanwhile_is_told(caller: Caller, here: World) -> None:
    made = caller.post("/views", body(), actor=here.supervisor).ok
    path, again = f"/views/{made['id']}", {"name": "Mine", "shared": True, "state": STATE}
    newer = caller.call("PUT", path, here.supervisor, body=again, version=made["version"]).ok
    caller.call("PUT", path, here.supervisor, body=again, version=made["version"]).refused(409, "STALE")
    caller.delete(path, actor=here.supervisor, version=made["version"]).refused(409, "STALE")
    assert caller.delete(path, actor=here.supervisor, version=newer["version"]).ok is True
    assert caller.get("/views", actor=here.supervisor, resource=LIST).ok == []


def test_a_list_opens_with_one_view_for_each_user(caller: Caller, here: World) -> None:
    first, second = (
        caller.post("/views", body(name, shared=True), actor=here.supervisor).ok["id"] for name in ("One", "Two")
    )
    closed = caller.post("/views", body(resource="closed-repairs", filter={}), actor=here.supervisor).ok["id"]
    for pk in (first, second, closed):
        assert caller.call("PUT", f"/views/{pk}/default", here.supervisor).ok is True
    _ = caller.call("PUT", f"/views/{first}/default", here.supervisor2).ok
    told = caller.get("/api/rest/meta", actor=here.supervisor).ok["defaultViews"]
    assert told[LIST] == {"id": second, "name": "Two", "state": STATE}
    assert {name: view["id"] for name, view in told.items()} == {LIST: second, "closed-repairs": closed}
    listed = caller.get("/views", actor=here.supervisor, resource=LIST).ok
    assert {view["name"]: view["isDefault"] for view in listed} == {"One": False, "Two": True}
    # what is no default does not take away the one that is
    _ = caller.delete(f"/views/{first}/default", actor=here.supervisor).ok
    _ = caller.delete(f"/views/{second}/default", actor=here.supervisor2).ok
    assert DefaultView.objects.count() == 3
    _ = caller.delete(f"/views/{second}", actor=here.supervisor).ok
    assert list(caller.get("/api/rest/meta", actor=here.supervisor).ok["defaultViews"]) == ["closed-repairs"]


def test_what_a_reader_may_not_see_is_left_out_of_a_view_and_so_is_what_the_list_has_no_longer(here: World) -> None:
    state = {
        "filter": {"status": ["NEW"], "clientId": here.client2.user.client_id, "keyword": "SN-1", "gone": "x"},
        "sort": "clientUsername",
        "order": "DESC",
        "columns": ["requestId", "clientUsername", "gone", "requestId"],
        "perPage": 7,
    }
    seen = {
        person.role: ListReader(ACTIVE_REPAIRS, person.actor).readable(state)
        for person in (here.supervisor, here.manager, here.client)
    }
    everything = {**state, "columns": ["requestId", "clientUsername"], "perPage": None}
    everything["filter"] = {"status": ["NEW"], "clientId": here.client2.user.client_id, "keyword": "SN-1"}
    assert seen["SUPERVISOR"] == everything
    # another tenant is none of the manager's
    assert seen["SUSTAINABILITY_MANAGER"] == {**everything, "filter": {"status": ["NEW"], "keyword": "SN-1"}}
    assert seen["CLIENT"] == {
        "filter": {"status": ["NEW"], "keyword": "SN-1"},
        "sort": None,
        "order": "DESC",
        "columns": ["requestId"],
        "perPage": None,
    }
    assert ListReader(ACTIVE_REPAIRS, here.client.actor).readable({}) == NOTHING


@pytest.mark.parametrize(
    ("state", "field"),
    [
        ({"sort": "clientUsername"}, "state.sort"),
        ({"columns": ["requestId", "clientUsername"]}, "state.columns"),
        ({"columns": ["requestId", "requestId"]}, "state.columns"),
        ({"filter": {"clientId": 1}}, "state.filter.clientId"),
        ({"filter": {"status": ["COMPLETED"]}}, "state.filter.status"),
        ({"filter": {"myTurn": ["true", "false"]}}, "state.filter.myTurn"),
        ({"perPage": 11}, "state.perPage"),
    ],
)
def test_what_the_role_may_not_ask_of_the_list_is_refused(
    state: dict[str, Any], field: str, caller: Caller, here: World
) -> None:
    told = caller.post("/views", body(**state), actor=here.client).refused(400, "VALIDATION")
    assert set(told.fields) == {field}
    assert not SavedView.objects.exists()


def test_every_list_of_a_screen_has_views(caller: Caller, here: World) -> None:
    lists = caller.get("/api/rest/meta", actor=here.admin).ok["resources"]
    on_screen = [each for each in lists if each["path"]]
    assert {"active-repairs", "contacts", "parts", "general-report"} <= {each["name"] for each in on_screen}
    for each in on_screen:
        sort, order = each["defaultSort"]
        state = {"columns": [column["key"] for column in each["columns"]][::-1], "sort": sort, "order": order}
        made = {"resource": each["name"], "name": "Mine", "shared": True, "state": state}
        told = caller.post("/views", made, actor=here.admin).ok["state"]
        assert (told["columns"], told["sort"], told["order"]) == (state["columns"], sort, order), each["name"]


def test_a_report_keeps_its_days(caller: Caller, here: World) -> None:
    report = {"resource": "general-report", "name": "June", "shared": False}
    lists = {each["name"]: each for each in caller.get("/api/rest/meta", actor=here.admin).ok["resources"]}
    day = next(each["key"] for each in lists["general-report"]["filters"] if each["type"] == "date")
    made = caller.post("/views", {**report, "state": {"filter": {day: "2026-06-01"}}}, actor=here.admin).ok
    assert made["state"]["filter"] == {day: "2026-06-01"}
