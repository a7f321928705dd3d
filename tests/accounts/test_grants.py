"""Grants follow membership and client lists, and limit the scope (contract 2)."""

from typing import Any

import pytest
from django.db import connection
from django.forms import model_to_dict
from django.test.utils import CaptureQueriesContext
from guardian.backends import ObjectPermissionBackend

from portal_backend.accounts.actions import NewUser, create_user
from portal_backend.accounts.confusables import compute_skeleton
from portal_backend.accounts.grants import (
    FOLLOW_CLIENT,
    FOLLOW_SERVICE,
    build_actor,
    renew_membership_grants,
    set_followed_clients,
)
from portal_backend.accounts.models import Client, ClientGrant, Service, ServiceGrant, User
from portal_backend.core.actor import Role
from tests import factories
from tests.api_client import ApiClient
from tests.resources.repair_rows import create_repair

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> factories.World:
    return factories.world()


def get_visible_ids(caller: ApiClient, actor: factories.Person) -> set[int]:
    rows = caller.get("/repairing/fetch-by-criteria/active", actor=actor, size=1000).ok["content"]
    return {row["id"] for row in rows}


def test_grants_of_each_role(world: factories.World) -> None:
    one, two = Client.objects.get(name="Client one"), Client.objects.get(name="Client two")
    actors = {name: getattr(world, name).actor for name in ("admin", "supervisor", "client", "service2", "manager")}
    assert {name: (actor.client_ids, actor.service_ids) for name, actor in actors.items()} == {
        "admin": (None, None),
        "supervisor": (None, None),
        "client": ({one.pk}, set()),
        "service2": (set(), {two.service_id}),
        "manager": ({one.pk}, set()),
    }
    backend = ObjectPermissionBackend()
    assert backend.has_perm(world.client.user, FOLLOW_CLIENT, one)
    assert not backend.has_perm(world.client.user, FOLLOW_CLIENT, two)
    assert backend.has_perm(world.service2.user, FOLLOW_SERVICE, two.service)
    assert not backend.has_perm(world.service2.user, FOLLOW_SERVICE, one.service)


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("client", Role.CLIENT),
        ("service", Role.SERVICE),
        ("admin", Role.ADMIN),
        ("manager", Role.SUSTAINABILITY_MANAGER),
    ],
)
def test_users_of_the_test_world_equal_created_users(name: str, role: Role, world: factories.World) -> None:
    user = getattr(world, name).user
    created = factories.person("created", role, client=user.client, service=user.service).user
    if role == Role.SUSTAINABILITY_MANAGER:
        set_followed_clients(created, [world.client.user.client])
    if role == Role.SERVICE:
        assert user.service.contact_user == user
    for each in (user, created):
        assert each.skeleton.value == compute_skeleton(each.username)
        assert each.check_password(factories.PASSWORD)
    own = {"id", "username", "first_name", "email", "password"}
    assert model_to_dict(user, exclude=own) == model_to_dict(created, exclude=own)
    assert model_to_dict(user.address, exclude=["id", "user"]) == model_to_dict(created.address, exclude=["id", "user"])
    assert get_grants(user) == get_grants(created)


def get_grants(user: User) -> list[tuple[Any, ...]]:
    columns = ("permission__codename", "content_object_id")
    return [*user.clientgrant_set.values_list(*columns), *user.servicegrant_set.values_list(*columns)]


def test_scope_of_each_role(caller: ApiClient, world: factories.World) -> None:
    mine, foreign = create_repair(world).pk, create_repair(world, world.client2).pk
    assert get_visible_ids(caller, world.admin) == get_visible_ids(caller, world.supervisor) == {mine, foreign}
    for actor in (world.client, world.client_mate, world.service, world.manager):
        assert get_visible_ids(caller, actor) == {mine}
    assert get_visible_ids(caller, world.client2) == get_visible_ids(caller, world.service2) == {foreign}


def test_moving_to_another_organization_replaces_the_grant(caller: ApiClient, world: factories.World) -> None:
    mine, foreign = create_repair(world).pk, create_repair(world, world.client2).pk
    client, service = world.client.user, world.service.user
    client.client, service.service = world.client2.user.client, world.service2.user.service
    for user in (client, service):
        user.save()
        renew_membership_grants(user)
    assert get_visible_ids(caller, world.client) == get_visible_ids(caller, world.service) == {foreign}
    assert get_visible_ids(caller, world.client_mate) == {mine}
    assert ClientGrant.objects.filter(user=client).count() == ServiceGrant.objects.filter(user=service).count() == 1


def test_followed_clients_replace_the_managers_list(caller: ApiClient, world: factories.World) -> None:
    mine, foreign = create_repair(world).pk, create_repair(world, world.client2).pk
    one, two = Client.objects.order_by("name")
    for clients, expected in (([two], {foreign}), ([one, two], {mine, foreign}), ([], set()), ([one], {mine})):
        set_followed_clients(world.manager.user, clients)
        assert get_visible_ids(caller, world.manager) == expected
    set_followed_clients(world.manager.user, [one, one])
    assert ClientGrant.objects.filter(user=world.manager.user).count() == 1


def test_number_of_followed_clients_does_not_change_the_number_of_queries(world: factories.World) -> None:
    clients = [Client.objects.create(name=f"Client {number}", service=Service.objects.first()) for number in range(20)]
    counts = []
    for followed in (clients[:2], clients):
        with CaptureQueriesContext(connection) as queries:
            set_followed_clients(world.manager.user, followed)
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert build_actor(world.manager.user).client_ids == {each.pk for each in clients}


def test_request_stays_in_scope_of_its_service_when_client_is_reassigned(
    caller: ApiClient, world: factories.World
) -> None:
    mine = create_repair(world)
    Client.objects.filter(name="Client one").update(service=Service.objects.get(name="Service two"))
    assert get_visible_ids(caller, world.service) == {mine.pk}
    assert get_visible_ids(caller, world.service2) == set()


@pytest.mark.parametrize("role", list(Role))
def test_new_client_or_service_user_gets_organization_named_after_username(role: Role) -> None:
    new = NewUser(username="newcomer", role=role, first_name="New", last_name="Comer", email="new@example.org")
    user = create_user(new)
    assert (user.client.name if user.client else None) == ("newcomer" if role == Role.CLIENT else None)
    assert (user.service.name if user.service else None) == ("newcomer" if role == Role.SERVICE else None)
    assert not user.has_usable_password()
    actor = build_actor(user)
    assert actor.role == role
    assert actor.client_ids == {
        Role.CLIENT: {user.client_id},
        Role.ADMIN: None,
        Role.SUPERVISOR: None,
    }.get(role, set())
    if user.service:
        user.service.refresh_from_db()
        assert user.service.contact_user == user


def test_roles_without_organization_get_none(world: factories.World) -> None:
    new = NewUser(username="boss", role=Role.SUPERVISOR, first_name="B", last_name="B", email="b@example.org")
    user = create_user(new, client=world.client.user.client, service=world.service.user.service)
    assert (user.client, user.service) == (None, None)
    assert not ClientGrant.objects.filter(user=user).exists()
