"""Valid usernames: 2 to 64 letters, digits or underscores (spec 1, section 5)."""

from typing import Any

import pytest

from portal_backend.accounts.models import User
from portal_backend.base.words import catalogue
from tests import factories
from tests.caller import Caller

pytestmark = pytest.mark.django_db


def body(username: Any) -> dict[str, Any]:
    return {
        "username": username,
        "password": "Str0ng-enough!",
        "firstName": "Ana",
        "lastName": "Ruiz",
        "phone": "0123456789",
        "email": "ana@example.org",
        "permission": "SUPERVISOR",
    }


@pytest.mark.parametrize("name", ["ab", "Олена_7", "ñandú", "x" * 64, " trimmed "])
def test_accepts_valid_usernames(caller: Caller, name: str) -> None:
    made = caller.post("/contacts", body(name), actor=factories.world().admin).ok
    assert made["username"] == name.strip()


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("a", "min_length"),
        ("x" * 65, "max_length"),
        ("a b", "username"),
        ("a@b", "username"),
        ("<b>", "username"),
        ("a\nb", "control"),
        ("a\0b", "control"),
        (True, "invalid"),
        (7, "invalid"),
        (["ana"], "invalid"),
    ],
)
def test_rejects_invalid_usernames(caller: Caller, name: Any, key: str) -> None:
    world = factories.world()
    before = User.objects.count()
    for lang in ("en", "es"):
        answer = caller.call("POST", "/contacts", world.admin, body=body(name), lang=lang).refused(400, "VALIDATION")
        value = {"min_length": 2, "max_length": 64}.get(key)
        assert answer.fields == {"username": [catalogue(lang)[f"errors.field.{key}"].format(value=value)]}
    assert User.objects.count() == before


def test_idempotency_key_creates_user_once(caller: Caller) -> None:
    admin, key = factories.world().admin, {"Idempotency-Key": "form-1"}
    first = caller.post("/contacts", body("ana"), actor=admin, headers=key).ok
    assert caller.post("/contacts", body("ana"), actor=admin, headers=key).ok == first
    caller.post("/contacts", body("ana"), actor=admin).refused(409, "USERNAME_EXISTS")
    assert User.objects.filter(username="ana").count() == 1
