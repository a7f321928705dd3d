"""Lookalike usernames are rejected (UTS 39)."""

from typing import Any

import pytest

from portal_backend.accounts.confusables import check_username_available, compute_skeleton
from portal_backend.accounts.models import User
from portal_backend.core.translations import load_messages
from tests import factories
from tests.accounts.test_users import CREATE, EDIT, build_contact_edit, build_new_contact
from tests.api_client import ApiClient
from tests.concurrent_calls import run_concurrently

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> factories.World:
    return factories.world()


@pytest.mark.parametrize("name", ["admın", "adrnin", "adm1n", "ADMlN", "admİn", "admǀn"])
def test_rejects_username_that_looks_like_admin(caller: ApiClient, world: factories.World, name: str) -> None:
    for lang in ("en", "es"):
        renamed = caller.call("PUT", EDIT, world.client, body=build_contact_edit("client", name), lang=lang)
        message = [load_messages(lang)["errors.field.username_alike"]]
        assert renamed.assert_error(409, "USERNAME_EXISTS").fields == {"newUsername": message}
        created = caller.call("POST", CREATE, world.admin, body=build_new_contact(name, "SUPERVISOR"), lang=lang)
        assert created.assert_error(409, "USERNAME_EXISTS").fields == {"username": message}
    assert User.objects.filter(username=name).count() == 0


@pytest.mark.parametrize("name", ["аdmin", "admіn", "Ольга_R", "зoe"])
def test_rejects_username_of_mixed_scripts(caller: ApiClient, world: factories.World, name: str) -> None:
    for lang in ("en", "es"):
        refused = caller.call("PUT", EDIT, world.client, body=build_contact_edit("client", name), lang=lang)
        message = [load_messages(lang)["errors.field.username_alphabets"]]
        assert refused.assert_error(400, "VALIDATION").fields == {"newUsername": message}
    caller.post(CREATE, build_new_contact(name, "SUPERVISOR"), actor=world.admin).assert_error(400, "VALIDATION")


def test_form_reports_username_error_on_username_field(caller: ApiClient, world: factories.World) -> None:
    path = f"/api/rest/profile/{world.client.id}"
    own = caller.get(path, actor=world.client).ok
    own = {key: own[key] for key in ("firstName", "lastName", "phone", "email", "backupEmails")}
    rejected = caller.put(path, {**own, "username": "аdmin"}, actor=world.client).assert_error(400, "VALIDATION")
    assert list(rejected.fields) == ["username"]


@pytest.mark.parametrize("name", ["Олена", "ñandú", "nandu", "josé_2", "José_3", "łukasz", "administrator"])
def test_accepts_distinguishable_usernames(caller: ApiClient, world: factories.World, name: str) -> None:
    _ = caller.post(CREATE, build_new_contact("ñandu", "SUPERVISOR"), actor=world.admin).ok
    assert caller.post(CREATE, build_new_contact(name, "SUPERVISOR"), actor=world.admin).ok["username"] == name


def test_rejects_cyrillic_username_that_looks_latin(caller: ApiClient, world: factories.World) -> None:
    _ = caller.post(CREATE, build_new_contact("oscar", "SUPERVISOR"), actor=world.admin).ok
    _ = caller.post(CREATE, build_new_contact("ace", "SUPERVISOR"), actor=world.admin).ok
    caller.post(CREATE, build_new_contact("асе", "SUPERVISOR"), actor=world.admin).assert_error(409, "USERNAME_EXISTS")
    caller.post(CREATE, build_new_contact("АСЕ", "SUPERVISOR"), actor=world.admin).assert_error(409, "USERNAME_EXISTS")


def test_existing_lookalike_username_can_be_kept(caller: ApiClient, world: factories.World) -> None:
    User.objects.filter(username="client").update(username="аdmin")
    assert caller.put(EDIT, build_contact_edit("аdmin"), actor=world.client).ok["username"] == "аdmin"
    # and the case of a name may change
    assert (
        caller.put(EDIT, build_contact_edit("supervisor", "Supervisor"), actor=world.supervisor).ok["username"]
        == "Supervisor"
    )


def test_skeletons_of_lookalikes_are_equal() -> None:
    for one, other in (
        ("clientI", "client1"),
        ("corn", "com"),
        ("user0", "userO"),
        ("ВВС", "BBC"),
        ("ǎ", "ă"),
        ("ő", "ö"),
    ):
        assert compute_skeleton(one) == compute_skeleton(other), (one, other)
    for one, other in (("jose", "josé"), ("client", "client2"), ("anna", "ana"), ("à", "á"), ("Иван", "Ivan")):
        assert compute_skeleton(one) != compute_skeleton(other), (one, other)


@pytest.mark.django_db(transaction=True)
def test_concurrent_lookalike_usernames_create_one_user() -> None:
    here = factories.world()
    responses = run_concurrently(
        *(
            lambda own, name=name: own.post(CREATE, build_new_contact(name, "SUPERVISOR"), actor=here.admin)
            for name in ("ace", "асе")
        )
    )
    assert sorted(response.status for response in responses) == [200, 409]


def test_constraint_rejects_lookalike_that_passed_the_check(
    caller: ApiClient, world: factories.World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reject the second write of two that pass the check concurrently."""
    monkeypatch.setattr("portal_backend.accounts.actions.check_username_available", lambda *arguments, **more: None)
    refused = caller.post(CREATE, build_new_contact("adm1n", "SUPERVISOR"), actor=world.admin)
    refused.assert_error(409, "USERNAME_EXISTS")
    refused = caller.put(EDIT, build_contact_edit("client", "adm1n"), actor=world.client)
    refused.assert_error(409, "USERNAME_EXISTS")


def test_rename_releases_old_skeleton(caller: ApiClient, world: factories.World) -> None:
    assert caller.put(EDIT, build_contact_edit("client", "corn"), actor=world.admin).status == 200
    assert caller.put(EDIT, build_contact_edit("service", "cl1ent"), actor=world.admin).status == 200
    caller.put(EDIT, build_contact_edit("service2", "com"), actor=world.admin).assert_error(409, "USERNAME_EXISTS")


def test_username_check_takes_one_indexed_query(world: factories.World, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1) as queries:
        check_username_available("somebody", "username")
    assert "usernameskeleton" in str(queries[0]["sql"]).lower()
