"""Saved views: creation, update, deletion, defaults and validation."""

from typing import Any

import pytest

from portal_backend.repairs.lists import ACTIVE_REPAIRS
from portal_backend.saved_views.actions import MAX_VIEWS
from portal_backend.saved_views.models import DefaultView, SavedView
from portal_backend.saved_views.view_state import ViewStateValidator
from tests import factories
from tests.api_client import ApiClient
from tests.contract.saved_view_calls import VIEW_STATE, VIEWED_LIST
from tests.factories import World

pytestmark = pytest.mark.django_db
EMPTY_STATE = {"filter": {}, "sort": None, "order": "ASC", "columns": None, "perPage": None}


@pytest.fixture
def world() -> World:
    return factories.world()


def build_body(
    name: str = "Mine", *, shared: bool = False, resource: str = VIEWED_LIST, **state: Any
) -> dict[str, Any]:
    """Build the body of a new view."""
    return {"resource": resource, "name": name, "shared": shared, "state": {**VIEW_STATE, **state}}


def test_creates_and_returns_view(caller: ApiClient, world: World) -> None:
    view = caller.post("/views", build_body("  Nuevas  ", shared=True), actor=world.supervisor).ok
    assert view == {
        "id": view["id"],
        "name": "Nuevas",
        "state": VIEW_STATE,
        "shared": True,
        "role": "SUPERVISOR",
        "owner": world.supervisor.user.full_name,
        "isOwn": True,
        "isDefault": False,
        "canEdit": True,
        "version": view["version"],
    }
    assert caller.get("/views", actor=world.supervisor, resource=VIEWED_LIST).ok == [view]
    assert caller.get("/views", actor=world.supervisor, resource="closed-repairs").ok == []


def test_empty_state_means_defaults_of_list(caller: ApiClient, world: World) -> None:
    created = caller.post(
        "/views", {"resource": VIEWED_LIST, "name": "All", "shared": False, "state": {}}, actor=world.client
    ).ok
    assert created["state"] == EMPTY_STATE
    # the returned state can be sent back unchanged
    again = {"name": "All", "shared": False, "state": created["state"]}
    assert caller.call("PUT", f"/views/{created['id']}", world.client, body=again).ok["version"] == created["version"]


def test_lists_own_views_first_by_name(caller: ApiClient, world: World) -> None:
    for name in ("Zone", "árbol", "Beta"):
        _ = caller.post("/views", build_body(name), actor=world.supervisor).ok
    _ = caller.post("/views", build_body("Alpha", shared=True), actor=world.supervisor2).ok
    response = caller.get("/views", actor=world.supervisor, resource=VIEWED_LIST).ok
    assert [(view["name"], view["isOwn"]) for view in response] == [
        ("árbol", True),
        ("Beta", True),
        ("Zone", True),
        ("Alpha", False),
    ]


@pytest.mark.parametrize(("first", "second"), [("Mine", "MINE"), ("Ñandú", "ñandÚ"), ("вид", "ВИД")])
def test_view_name_is_unique_per_owner_and_list_ignoring_case(
    first: str, second: str, caller: ApiClient, world: World
) -> None:
    pk = caller.post("/views", build_body(first), actor=world.supervisor).ok["id"]
    response = caller.post("/views", build_body(second), actor=world.supervisor).assert_error(409, "VIEW_EXISTS")
    assert set(response.fields) == {"name"}
    _ = caller.post("/views", build_body(second), actor=world.supervisor2).ok
    _ = caller.post("/views", build_body(second, resource="closed-repairs", filter={}), actor=world.supervisor).ok
    # a view may change the case of its own name
    renamed = {"name": second, "shared": False, "state": VIEW_STATE}
    assert caller.call("PUT", f"/views/{pk}", world.supervisor, body=renamed).ok["name"] == second
    other = caller.post("/views", build_body("Other"), actor=world.supervisor).ok["id"]
    caller.call("PUT", f"/views/{other}", world.supervisor, body=renamed).assert_error(409, "VIEW_EXISTS")


def test_rejects_views_over_limit(caller: ApiClient, world: World) -> None:
    SavedView.objects.bulk_create(
        SavedView(owner=world.client.user, resource=VIEWED_LIST, name=f"View {n}", state=EMPTY_STATE)
        for n in range(MAX_VIEWS)
    )
    response = caller.post("/views", build_body(), actor=world.client).assert_error(400, "VALIDATION")
    assert str(MAX_VIEWS) in response.fields["name"][0]
    _ = caller.post("/views", build_body(resource="closed-repairs", filter={}), actor=world.client).ok
    _ = caller.post("/views", build_body(), actor=world.client2).ok


def test_idempotency_key_creates_one_view(caller: ApiClient, world: World) -> None:
    headers = {"Idempotency-Key": "once"}
    first, second = (caller.post("/views", build_body(), actor=world.client, headers=headers).ok for _ in range(2))
    assert first == second
    assert SavedView.objects.count() == 1


def test_rejects_stale_version(caller: ApiClient, world: World) -> None:
    created = caller.post("/views", build_body(), actor=world.supervisor).ok
    path, again = f"/views/{created['id']}", {"name": "Mine", "shared": True, "state": VIEW_STATE}
    newer = caller.call("PUT", path, world.supervisor, body=again, version=created["version"]).ok
    caller.call("PUT", path, world.supervisor, body=again, version=created["version"]).assert_error(409, "STALE")
    caller.delete(path, actor=world.supervisor, version=created["version"]).assert_error(409, "STALE")
    assert caller.delete(path, actor=world.supervisor, version=newer["version"]).ok is True
    assert caller.get("/views", actor=world.supervisor, resource=VIEWED_LIST).ok == []


def test_one_default_view_per_user_and_list(caller: ApiClient, world: World) -> None:
    first, second = (
        caller.post("/views", build_body(name, shared=True), actor=world.supervisor).ok["id"] for name in ("One", "Two")
    )
    closed = caller.post("/views", build_body(resource="closed-repairs", filter={}), actor=world.supervisor).ok["id"]
    for pk in (first, second, closed):
        assert caller.call("PUT", f"/views/{pk}/default", world.supervisor).ok is True
    _ = caller.call("PUT", f"/views/{first}/default", world.supervisor2).ok
    response = caller.get("/api/rest/meta", actor=world.supervisor).ok["defaultViews"]
    assert response[VIEWED_LIST] == {"id": second, "name": "Two", "state": VIEW_STATE}
    assert {name: view["id"] for name, view in response.items()} == {VIEWED_LIST: second, "closed-repairs": closed}
    listed = caller.get("/views", actor=world.supervisor, resource=VIEWED_LIST).ok
    assert {view["name"]: view["isDefault"] for view in listed} == {"One": False, "Two": True}
    # unsetting a view that is not the default has no effect
    _ = caller.delete(f"/views/{first}/default", actor=world.supervisor).ok
    _ = caller.delete(f"/views/{second}/default", actor=world.supervisor2).ok
    assert DefaultView.objects.count() == 3
    _ = caller.delete(f"/views/{second}", actor=world.supervisor).ok
    assert list(caller.get("/api/rest/meta", actor=world.supervisor).ok["defaultViews"]) == ["closed-repairs"]


def test_omits_parts_of_state_that_reader_may_not_use_or_list_no_longer_has(world: World) -> None:
    state = {
        "filter": {"status": ["NEW"], "clientId": world.client2.user.client_id, "keyword": "SN-1", "gone": "x"},
        "sort": "clientUsername",
        "order": "DESC",
        "columns": ["requestId", "clientUsername", "gone", "requestId"],
        "perPage": 7,
    }
    seen = {
        person.role: ViewStateValidator(ACTIVE_REPAIRS, person.actor).filter_readable(state)
        for person in (world.supervisor, world.manager, world.client)
    }
    everything = {**state, "columns": ["requestId", "clientUsername"], "perPage": None}
    everything["filter"] = {"status": ["NEW"], "clientId": world.client2.user.client_id, "keyword": "SN-1"}
    assert seen["SUPERVISOR"] == everything
    # the manager may not filter by client
    assert seen["SUSTAINABILITY_MANAGER"] == {**everything, "filter": {"status": ["NEW"], "keyword": "SN-1"}}
    assert seen["CLIENT"] == {
        "filter": {"status": ["NEW"], "keyword": "SN-1"},
        "sort": None,
        "order": "DESC",
        "columns": ["requestId"],
        "perPage": None,
    }
    assert ViewStateValidator(ACTIVE_REPAIRS, world.client.actor).filter_readable({}) == EMPTY_STATE


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
def test_rejects_state_that_role_may_not_use(
    state: dict[str, Any], field: str, caller: ApiClient, world: World
) -> None:
    response = caller.post("/views", build_body(**state), actor=world.client).assert_error(400, "VALIDATION")
    assert set(response.fields) == {field}
    assert not SavedView.objects.exists()


def test_every_list_with_a_page_has_views(caller: ApiClient, world: World) -> None:
    lists = caller.get("/api/rest/meta", actor=world.admin).ok["resources"]
    on_screen = [each for each in lists if each["path"]]
    assert {"active-repairs", "contacts", "parts", "general-report"} <= {each["name"] for each in on_screen}
    for each in on_screen:
        sort, order = each["defaultSort"]
        state = {"columns": [column["key"] for column in each["columns"]][::-1], "sort": sort, "order": order}
        created = {"resource": each["name"], "name": "Mine", "shared": True, "state": state}
        response = caller.post("/views", created, actor=world.admin).ok["state"]
        assert (response["columns"], response["sort"], response["order"]) == (state["columns"], sort, order), each[
            "name"
        ]


def test_report_view_stores_dates(caller: ApiClient, world: World) -> None:
    report = {"resource": "general-report", "name": "June", "shared": False}
    lists = {each["name"]: each for each in caller.get("/api/rest/meta", actor=world.admin).ok["resources"]}
    day = next(each["key"] for each in lists["general-report"]["filters"] if each["type"] == "date")
    created = caller.post("/views", {**report, "state": {"filter": {day: "2026-06-01"}}}, actor=world.admin).ok
    assert created["state"]["filter"] == {day: "2026-06-01"}


def test_report_view_stores_number_of_months(caller: ApiClient, world: World) -> None:
    report = {"resource": "general-report", "name": "Year", "shared": False}
    created = caller.post("/views", {**report, "state": {"filter": {"createdFrom": 12}}}, actor=world.admin).ok
    assert created["state"]["filter"] == {"createdFrom": 12}
    (listed,) = caller.get("/views", actor=world.admin, resource="general-report").ok
    assert listed["state"]["filter"] == {"createdFrom": 12}


@pytest.mark.parametrize(("key", "months"), [("createdFrom", 0), ("createdFrom", 13), ("createdTo", 12)])
def test_report_view_rejects_other_numbers(key: str, months: int, caller: ApiClient, world: World) -> None:
    report = {"resource": "general-report", "name": "Year", "shared": False, "state": {"filter": {key: months}}}
    response = caller.post("/views", report, actor=world.admin).assert_error(400, "VALIDATION")
    assert set(response.fields) == {f"state.filter.{key}"}
