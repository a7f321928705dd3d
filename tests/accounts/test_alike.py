"""Lookalike usernames are rejected (UTS 39)."""

from importlib import import_module
from typing import Any

import pytest

from portal_backend.accounts.alike import check_new_name, skeleton
from portal_backend.accounts.models import User, UsernameSkeleton
from portal_backend.base.words import catalogue
from tests import factories
from tests.accounts.test_users import CREATE, EDIT, edit, new
from tests.caller import Caller
from tests.together import together

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> factories.World:
    return factories.world()


@pytest.mark.parametrize("name", ["admın", "adrnin", "adm1n", "ADMlN", "admİn", "admǀn"])
def test_rejects_username_that_looks_like_admin(caller: Caller, world: factories.World, name: str) -> None:
    for lang in ("en", "es"):
        renamed = caller.call("PUT", EDIT, world.client, body=edit("client", name), lang=lang)
        message = [catalogue(lang)["errors.field.username_alike"]]
        assert renamed.refused(409, "USERNAME_EXISTS").fields == {"newUsername": message}
        created = caller.call("POST", CREATE, world.admin, body=new(name, "SUPERVISOR"), lang=lang)
        assert created.refused(409, "USERNAME_EXISTS").fields == {"username": message}
    assert User.objects.filter(username=name).count() == 0


@pytest.mark.parametrize("name", ["аdmin", "admіn", "Ольга_R", "зoe"])
def test_rejects_username_of_mixed_scripts(caller: Caller, world: factories.World, name: str) -> None:
    for lang in ("en", "es"):
        refused = caller.call("PUT", EDIT, world.client, body=edit("client", name), lang=lang)
        message = [catalogue(lang)["errors.field.username_alphabets"]]
        assert refused.refused(400, "VALIDATION").fields == {"newUsername": message}
    caller.post(CREATE, new(name, "SUPERVISOR"), actor=world.admin).refused(400, "VALIDATION")


def test_form_reports_username_error_on_username_field(caller: Caller, world: factories.World) -> None:
    path = f"/api/rest/profile/{world.client.id}"
    own = caller.get(path, actor=world.client).ok
    own = {key: own[key] for key in ("firstName", "lastName", "phone", "email", "backupEmails")}
    refused = caller.put(path, {**own, "username": "аdmin"}, actor=world.client).refused(400, "VALIDATION")
    assert list(refused.fields) == ["username"]


@pytest.mark.parametrize("name", ["Олена", "ñandú", "nandu", "josé_2", "José_3", "łukasz", "administrator"])
def test_accepts_distinguishable_usernames(caller: Caller, world: factories.World, name: str) -> None:
    _ = caller.post(CREATE, new("ñandu", "SUPERVISOR"), actor=world.admin).ok
    assert caller.post(CREATE, new(name, "SUPERVISOR"), actor=world.admin).ok["username"] == name


def test_rejects_cyrillic_username_that_looks_latin(caller: Caller, world: factories.World) -> None:
    _ = caller.post(CREATE, new("oscar", "SUPERVISOR"), actor=world.admin).ok
    _ = caller.post(CREATE, new("ace", "SUPERVISOR"), actor=world.admin).ok
    caller.post(CREATE, new("асе", "SUPERVISOR"), actor=world.admin).refused(409, "USERNAME_EXISTS")
    caller.post(CREATE, new("АСЕ", "SUPERVISOR"), actor=world.admin).refused(409, "USERNAME_EXISTS")


def test_existing_lookalike_username_can_be_kept(caller: Caller, world: factories.World) -> None:
    User.objects.filter(username="client").update(username="аdmin")
    assert caller.put(EDIT, edit("аdmin"), actor=world.client).ok["username"] == "аdmin"
    # and the case of a name may change
    assert caller.put(EDIT, edit("supervisor", "Supervisor"), actor=world.supervisor).ok["username"] == "Supervisor"


def test_skeletons_of_lookalikes_are_equal() -> None:
    for one, other in (
        ("clientI", "client1"),
        ("corn", "com"),
        ("user0", "userO"),
        ("ВВС", "BBC"),
        ("ǎ", "ă"),
        ("ő", "ö"),
    ):
        assert skeleton(one) == skeleton(other), (one, other)
    for one, other in (("jose", "josé"), ("client", "client2"), ("anna", "ana"), ("à", "á"), ("Иван", "Ivan")):
        assert skeleton(one) != skeleton(other), (one, other)


@pytest.mark.django_db(transaction=True)
def test_concurrent_lookalike_usernames_create_one_user() -> None:
    here = factories.world()
    answers = together(
        *(lambda own, name=name: own.post(CREATE, new(name, "SUPERVISOR"), actor=here.admin) for name in ("ace", "асе"))
    )
    assert sorted(answer.status for answer in answers) == [200, 409]


def test_constraint_rejects_lookalike_that_passed_the_check(
    caller: Caller, world: factories.World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reject the second write of two that pass the check concurrently."""
    monkeypatch.setattr("portal_backend.accounts.editing.check_new_name", lambda *arguments, **more: None)
    refused = caller.post(CREATE, new("adm1n", "SUPERVISOR"), actor=world.admin)
    refused.refused(409, "USERNAME_EXISTS")
    refused = caller.put(EDIT, edit("client", "adm1n"), actor=world.client)
    refused.refused(409, "USERNAME_EXISTS")


def test_rename_releases_old_skeleton(caller: Caller, world: factories.World) -> None:
    assert caller.put(EDIT, edit("client", "corn"), actor=world.admin).status == 200
    assert caller.put(EDIT, edit("service", "cl1ent"), actor=world.admin).status == 200
    caller.put(EDIT, edit("service2", "com"), actor=world.admin).refused(409, "USERNAME_EXISTS")


def test_username_check_takes_one_indexed_query(world: factories.World, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1) as queries:
        check_new_name("somebody", "username")
    assert "usernameskeleton" in str(queries[0]["sql"]).lower()


def test_migration_assigns_skeleton_to_oldest_lookalike(world: factories.World) -> None:
    from django.apps import apps

    User.objects.filter(username="client").update(username="аdmin")
    UsernameSkeleton.objects.all().delete()
    import_module("portal_backend.accounts.migrations.0007_username_skeletons").fill(apps, None)
    alike = UsernameSkeleton.objects.get(value=skeleton("admin"))
    assert alike.user.pk == min(User.objects.filter(username__in=["admin", "аdmin"]).values_list("pk", flat=True))
    assert UsernameSkeleton.objects.count() == User.objects.count() - 1
