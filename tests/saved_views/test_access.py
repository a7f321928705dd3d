"""Who reads, changes and deletes whose views: every role at every call, own ones and those of others."""

from typing import Any

import pytest

from portal_backend.base.actor import Role
from portal_backend.saved_views.models import DefaultView, SavedView
from tests import factories
from tests.caller import Answered, Caller
from tests.contract.rows import changed, dump
from tests.contract.view_calls import LIST, STATE, new_view
from tests.factories import Person, World

pytestmark = pytest.mark.django_db
BODY = {"name": "Renamed", "shared": True, "state": STATE}
CALLS = ("list", "change", "delete", "default", "no default")
WHOSE = ("own", "mate's", "mate's shared", "stranger's shared", "other role's shared", "missing")


def keep(caller: Caller, by: Person, *, shared: bool = False, name: str = "Mine") -> int:
    """A view of a person."""
    body = {"resource": LIST, "name": name, "shared": shared, "state": STATE}
    return int(caller.post("/views", body, actor=by).ok["id"])


def mate_of(person: Person, here: World) -> Person:
    """Another user of the same role, of a tenant one of the same organisation."""
    user = person.user
    return factories.person(f"mate_{user.username}", Role(user.role), client=user.client, service=user.service)


def stranger_to(person: Person, here: World) -> Person:
    """A user of the same role from another organisation, where the role has organisations."""
    others = {Role.CLIENT: here.client2, Role.SERVICE: here.service2}
    return others.get(person.role) or factories.person(f"stranger_{person.username}", person.role)


def make(caller: Caller, call: str, pk: int, actor: Person) -> Answered:
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


def is_read(role: Role, whose: str) -> bool:
    """Whether a user of a role reads a view."""
    if whose in ("mate's", "missing"):
        return False
    if role == Role.ADMIN or whose in ("own", "mate's shared"):
        return True
    return whose == "stranger's shared" and role not in (Role.CLIENT, Role.SERVICE)


def expected(role: Role, whose: str, call: str) -> str:
    """What a call is answered."""
    if not is_read(role, whose):
        return "404 NOT_FOUND"
    if call in ("change", "delete") and whose != "own" and role != Role.ADMIN:
        return "403 FORBIDDEN"
    return "200"


def target(caller: Caller, whose: str, person: Person, here: World) -> int:
    """The id of a view."""
    match whose:
        case "own":
            return keep(caller, person)
        case "mate's" | "mate's shared":
            return keep(caller, mate_of(person, here), shared=whose != "mate's")
        case "stranger's shared":
            return keep(caller, stranger_to(person, here), shared=True)
        case "other role's shared":
            return keep(caller, here.supervisor if person.role != Role.SUPERVISOR else here.manager, shared=True)
    return 10**9


@pytest.mark.dealt
@pytest.mark.parametrize("whose", WHOSE)
@pytest.mark.parametrize("role", list(Role))
def test_every_role_at_every_view(role: Role, whose: str, caller: Caller) -> None:
    here = factories.world()
    person = here.one_of_each_role[role]
    pk = target(caller, whose, person, here)
    listed = caller.get("/views", actor=person, resource=LIST).ok
    assert (pk in [view["id"] for view in listed]) == is_read(role, whose)
    for view in listed:
        assert view["canEdit"] == (expected(role, whose, "change") == "200")
        assert view["isOwn"] == (whose == "own")
    for call in ("default", "no default", "change", "delete"):
        before = dump()
        answered = make(caller, call, pk, person)
        assert answered.verdict == expected(role, whose, call), call
        assert bool(changed(before, dump())) == (answered.status == 200), call


@pytest.mark.parametrize("call", CALLS)
def test_nobody_is_told_anything_without_a_session(call: str, caller: Caller) -> None:
    here = factories.world()
    pk = keep(caller, here.supervisor, shared=True)
    before = dump()
    for token in (None, "never-given"):
        nobody: Any = token
        if call == "list":
            caller.get("/views", actor=nobody, resource=LIST).refused(401, "TOKEN_INVALID")
        else:
            make(caller, call, pk, nobody).refused(401, "TOKEN_INVALID")
    assert changed(before, dump()) == []


def test_another_tenants_and_a_missing_view_are_told_alike(caller: Caller) -> None:
    here = factories.world()
    pk = keep(caller, here.client2, shared=True)
    for call in ("change", "delete", "default", "no default"):
        there, missing = (make(caller, call, each, here.client) for each in (pk, 10**9))
        assert (there.status, there.data) == (missing.status, missing.data)


def test_a_list_that_is_not_read_has_no_views(caller: Caller) -> None:
    here = factories.world()
    for resource in ("contacts", "profile", "repair-history", "nothing"):
        told = caller.get("/views", actor=here.client, resource=resource).refused(400, "VALIDATION")
        assert set(told.fields) == {"resource"}
        told = caller.post("/views", {**new_view(here), "resource": resource}, actor=here.client)
        assert set(told.refused(400, "VALIDATION").fields) == {"resource"}


def test_what_is_shared_stays_with_the_role_whatever_becomes_of_its_owner(caller: Caller) -> None:
    here = factories.world()
    pk = keep(caller, here.supervisor, shared=True)
    here.supervisor.user.role = Role.SUSTAINABILITY_MANAGER
    here.supervisor.user.save()
    assert [view["id"] for view in caller.get("/views", actor=here.supervisor2, resource=LIST).ok] == [pk]
    assert caller.get("/views", actor=here.manager, resource=LIST).ok == []
    # its owner has it still, and may take it back
    before = factories.session(here.supervisor.user)
    [own] = caller.get("/views", actor=before, resource=LIST).ok
    assert (own["id"], own["role"], own["isOwn"]) == (pk, "SUPERVISOR", True)
    changed_view = caller.call("PUT", f"/views/{pk}", before, body={"name": "Mine", "shared": False, "state": STATE}).ok
    assert (changed_view["shared"], changed_view["role"]) == (False, None)
    assert caller.get("/views", actor=here.supervisor2, resource=LIST).ok == []


def test_a_list_no_longer_opens_with_a_view_that_is_not_shared_any_more(caller: Caller) -> None:
    here = factories.world()
    pk = keep(caller, here.supervisor, shared=True)
    _ = caller.call("PUT", f"/views/{pk}/default", here.supervisor2).ok
    assert caller.get("/api/rest/meta", actor=here.supervisor2).ok["defaultViews"][LIST]["id"] == pk
    _ = caller.call("PUT", f"/views/{pk}", here.admin, body={"name": "Mine", "shared": False, "state": STATE}).ok
    assert caller.get("/api/rest/meta", actor=here.supervisor2).ok["defaultViews"] == {}
    assert SavedView.objects.get(pk=pk).owner_id == here.supervisor.id
    _ = caller.delete(f"/views/{pk}", actor=here.supervisor).ok
    assert not DefaultView.objects.exists()


def test_what_a_tenant_shares_is_not_listed_to_an_administrator_who_may_delete_it_all_the_same(caller: Caller) -> None:
    here = factories.world()
    of_client, of_service = (keep(caller, each, shared=True) for each in (here.client, here.service))
    of_supervisor = keep(caller, here.supervisor, shared=True)
    assert [view["id"] for view in caller.get("/views", actor=here.admin, resource=LIST).ok] == [of_supervisor]
    for pk in (of_client, of_service):
        assert caller.delete(f"/views/{pk}", actor=here.admin).ok is True
