"""Access to saved views: every role at every request, by ownership."""

from typing import Any

import pytest

from portal_backend.core.actor import Role
from portal_backend.saved_views.models import DefaultView, SavedView
from tests import factories
from tests.api_client import ApiClient, ClientResponse
from tests.contract.database_dump import dump_database, find_changed_tables
from tests.contract.saved_view_calls import VIEW_STATE, VIEWED_LIST, build_view_body
from tests.factories import Person, World

pytestmark = pytest.mark.django_db
BODY = {"name": "Renamed", "shared": True, "state": VIEW_STATE}
CALLS = ("list", "change", "delete", "default", "no default")
OWNERSHIPS = ("own", "mate's", "mate's shared", "stranger's shared", "other role's shared", "missing")


def create_view(caller: ApiClient, by: Person, *, shared: bool = False, name: str = "Mine") -> int:
    """Create a view of a person."""
    body = {"resource": VIEWED_LIST, "name": name, "shared": shared, "state": VIEW_STATE}
    return int(caller.post("/views", body, actor=by).ok["id"])


def create_colleague(person: Person, world: World) -> Person:
    """Create a colleague of the same role, from the same organization if there is one."""
    user = person.user
    return factories.person(f"mate_{user.username}", Role(user.role), client=user.client, service=user.service)


def get_outsider(person: Person, world: World) -> Person:
    """Return a user of the same role from another organization, if the role has any."""
    others = {Role.CLIENT: world.client2, Role.SERVICE: world.service2}
    return others.get(person.role) or factories.person(f"stranger_{person.username}", person.role)


def send_call(caller: ApiClient, call: str, pk: int, actor: Person) -> ClientResponse:
    match call:
        case "change":
            return caller.call("PUT", f"/views/{pk}", actor, body=BODY)
        case "delete":
            return caller.delete(f"/views/{pk}", actor=actor)
        case "default":
            return caller.call("PUT", f"/views/{pk}/default", actor)
        case "no default":
            return caller.delete(f"/views/{pk}/default", actor=actor)
    raise ValueError(call)


def can_read(role: Role, whose: str) -> bool:
    """Return whether a user of a role may read a view."""
    if whose in ("mate's", "missing"):
        return False
    if role == Role.ADMIN or whose in ("own", "mate's shared"):
        return True
    return whose == "stranger's shared" and role not in (Role.CLIENT, Role.SERVICE)


def get_expected_verdict(role: Role, whose: str, call: str) -> str:
    """Return the expected verdict of a request."""
    if not can_read(role, whose):
        return "404 NOT_FOUND"
    if call in ("change", "delete") and whose != "own" and role != Role.ADMIN:
        return "403 FORBIDDEN"
    return "200"


def create_target_view(caller: ApiClient, whose: str, person: Person, world: World) -> int:
    """Create a view by ownership and return its id."""
    match whose:
        case "own":
            return create_view(caller, person)
        case "mate's" | "mate's shared":
            return create_view(caller, create_colleague(person, world), shared=whose != "mate's")
        case "stranger's shared":
            return create_view(caller, get_outsider(person, world), shared=True)
        case "other role's shared":
            return create_view(
                caller, world.supervisor if person.role != Role.SUPERVISOR else world.manager, shared=True
            )
    return 10**9


@pytest.mark.split
@pytest.mark.parametrize("whose", OWNERSHIPS)
@pytest.mark.parametrize("role", list(Role))
def test_access_by_role_and_ownership(role: Role, whose: str, caller: ApiClient) -> None:
    world = factories.world()
    person = world.one_of_each_role[role]
    pk = create_target_view(caller, whose, person, world)
    listed = caller.get("/views", actor=person, resource=VIEWED_LIST).ok
    assert (pk in [view["id"] for view in listed]) == can_read(role, whose)
    for view in listed:
        assert view["canEdit"] == (get_expected_verdict(role, whose, "change") == "200")
        assert view["isOwn"] == (whose == "own")
    for call in ("default", "no default", "change", "delete"):
        before = dump_database()
        response = send_call(caller, call, pk, person)
        assert response.outcome == get_expected_verdict(role, whose, call), call
        assert bool(find_changed_tables(before, dump_database())) == (response.status == 200), call


@pytest.mark.parametrize("call", CALLS)
def test_rejects_requests_without_session(call: str, caller: ApiClient) -> None:
    world = factories.world()
    pk = create_view(caller, world.supervisor, shared=True)
    before = dump_database()
    for token in (None, "never-given"):
        actor: Any = token
        if call == "list":
            caller.get("/views", actor=actor, resource=VIEWED_LIST).assert_error(401, "TOKEN_INVALID")
        else:
            send_call(caller, call, pk, actor).assert_error(401, "TOKEN_INVALID")
    assert find_changed_tables(before, dump_database()) == []


def test_views_of_other_tenants_look_like_missing_ones(caller: ApiClient) -> None:
    world = factories.world()
    pk = create_view(caller, world.client2, shared=True)
    for call in ("change", "delete", "default", "no default"):
        foreign, missing = (send_call(caller, call, each, world.client) for each in (pk, 10**9))
        assert (foreign.status, foreign.data) == (missing.status, missing.data)


def test_rejects_views_of_unreadable_lists(caller: ApiClient) -> None:
    world = factories.world()
    for resource in ("contacts", "profile", "repair-history", "nothing"):
        response = caller.get("/views", actor=world.client, resource=resource).assert_error(400, "VALIDATION")
        assert set(response.fields) == {"resource"}
        response = caller.post("/views", {**build_view_body(world), "resource": resource}, actor=world.client)
        assert set(response.assert_error(400, "VALIDATION").fields) == {"resource"}


def test_shared_view_stays_with_role_when_owner_changes_role(caller: ApiClient) -> None:
    world = factories.world()
    pk = create_view(caller, world.supervisor, shared=True)
    world.supervisor.user.role = Role.SUSTAINABILITY_MANAGER
    world.supervisor.user.save()
    assert [view["id"] for view in caller.get("/views", actor=world.supervisor2, resource=VIEWED_LIST).ok] == [pk]
    assert caller.get("/views", actor=world.manager, resource=VIEWED_LIST).ok == []
    # the owner still has it and may unshare it
    before = factories.session(world.supervisor.user)
    [own] = caller.get("/views", actor=before, resource=VIEWED_LIST).ok
    assert (own["id"], own["role"], own["isOwn"]) == (pk, "SUPERVISOR", True)
    changed_view = caller.call(
        "PUT", f"/views/{pk}", before, body={"name": "Mine", "shared": False, "state": VIEW_STATE}
    ).ok
    assert (changed_view["shared"], changed_view["role"]) == (False, None)
    assert caller.get("/views", actor=world.supervisor2, resource=VIEWED_LIST).ok == []


def test_unshared_view_is_no_longer_a_default(caller: ApiClient) -> None:
    world = factories.world()
    pk = create_view(caller, world.supervisor, shared=True)
    _ = caller.call("PUT", f"/views/{pk}/default", world.supervisor2).ok
    assert caller.get("/api/rest/meta", actor=world.supervisor2).ok["defaultViews"][VIEWED_LIST]["id"] == pk
    _ = caller.call("PUT", f"/views/{pk}", world.admin, body={"name": "Mine", "shared": False, "state": VIEW_STATE}).ok
    assert caller.get("/api/rest/meta", actor=world.supervisor2).ok["defaultViews"] == {}
    assert SavedView.objects.get(pk=pk).owner_id == world.supervisor.id
    _ = caller.delete(f"/views/{pk}", actor=world.supervisor).ok
    assert not DefaultView.objects.exists()


def test_admin_may_delete_unlisted_views_of_tenants(caller: ApiClient) -> None:
    world = factories.world()
    of_client, of_service = (create_view(caller, each, shared=True) for each in (world.client, world.service))
    of_supervisor = create_view(caller, world.supervisor, shared=True)
    assert [view["id"] for view in caller.get("/views", actor=world.admin, resource=VIEWED_LIST).ok] == [of_supervisor]
    for pk in (of_client, of_service):
        assert caller.delete(f"/views/{pk}", actor=world.admin).ok is True
