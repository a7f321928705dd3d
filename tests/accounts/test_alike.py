"""Names that are taken for one another: nobody is called what another seems to be called (UTS 39)."""

import pytest

from portal_backend.accounts.alike import skeleton
from portal_backend.accounts.models import User
from portal_backend.base.words import catalogue
from tests import factories
from tests.accounts.test_users import CREATE, EDIT, edit, new
from tests.caller import Caller

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> factories.World:
    return factories.world()


@pytest.mark.parametrize("name", ["admın", "adrnin", "adm1n", "ADMlN", "admİn", "admǀn"])
def test_nobody_seems_to_be_the_administrator(caller: Caller, world: factories.World, name: str) -> None:
    for lang in ("en", "es"):
        renamed = caller.call("PUT", EDIT, world.client, body=edit("client", name), lang=lang)
        word = [catalogue(lang)["errors.field.username_alike"]]
        assert renamed.refused(409, "USERNAME_EXISTS").fields == {"newUsername": word}
        created = caller.call("POST", CREATE, world.admin, body=new(name, "SUPERVISOR"), lang=lang)
        assert created.refused(409, "USERNAME_EXISTS").fields == {"username": word}
    assert User.objects.filter(username=name).count() == 0


@pytest.mark.parametrize("name", ["аdmin", "admіn", "Ольга_R", "зoe"])
def test_a_name_is_of_one_alphabet(caller: Caller, world: factories.World, name: str) -> None:
    for lang in ("en", "es"):
        refused = caller.call("PUT", EDIT, world.client, body=edit("client", name), lang=lang)
        word = [catalogue(lang)["errors.field.username_alphabets"]]
        assert refused.refused(400, "VALIDATION").fields == {"newUsername": word}
    caller.post(CREATE, new(name, "SUPERVISOR"), actor=world.admin).refused(400, "VALIDATION")


def test_the_form_tells_it_at_its_own_field(caller: Caller, world: factories.World) -> None:
    path = f"/api/rest/profile/{world.client.id}"
    own = caller.get(path, actor=world.client).ok
    own = {key: own[key] for key in ("firstName", "lastName", "phone", "email", "backupEmails")}
    told = caller.put(path, {**own, "username": "аdmin"}, actor=world.client).refused(400, "VALIDATION")
    assert list(told.fields) == ["username"]


@pytest.mark.parametrize("name", ["Олена", "ñandú", "nandu", "josé_2", "José_3", "łukasz", "administrator"])
def test_honest_names_are_taken(caller: Caller, world: factories.World, name: str) -> None:
    _ = caller.post(CREATE, new("ñandu", "SUPERVISOR"), actor=world.admin).ok
    assert caller.post(CREATE, new(name, "SUPERVISOR"), actor=world.admin).ok["username"] == name


def test_whole_cyrillic_names_look_like_latin_ones(caller: Caller, world: factories.World) -> None:
    _ = caller.post(CREATE, new("oscar", "SUPERVISOR"), actor=world.admin).ok
    _ = caller.post(CREATE, new("ace", "SUPERVISOR"), actor=world.admin).ok
    caller.post(CREATE, new("асе", "SUPERVISOR"), actor=world.admin).refused(409, "USERNAME_EXISTS")
    caller.post(CREATE, new("АСЕ", "SUPERVISOR"), actor=world.admin).refused(409, "USERNAME_EXISTS")


def test_who_has_such_a_name_keeps_it(caller: Caller, world: factories.World) -> None:
    User.objects.filter(username="client").update(username="аdmin")
    assert caller.put(EDIT, edit("аdmin"), actor=world.client).ok["username"] == "аdmin"
    # and the case of a name may change
    assert caller.put(EDIT, edit("admin", "Admin"), actor=world.admin).status == 409
    assert caller.put(EDIT, edit("supervisor", "Supervisor"), actor=world.supervisor).ok["username"] == "Supervisor"


def test_what_looks_alike() -> None:
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
