"""Valid usernames: 2 to 64 letters, digits or underscores (spec 1, section 5)."""

from typing import Any

import pytest

from portal_backend.accounts.models import User
from portal_backend.core.translations import load_messages
from tests import factories
from tests.api_client import ApiClient

pytestmark = pytest.mark.django_db


def build_body(username: Any) -> dict[str, Any]:
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
def test_accepts_valid_usernames(caller: ApiClient, name: str) -> None:
    made = caller.post("/contacts", build_body(name), actor=factories.world().admin).ok
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
def test_rejects_invalid_usernames(caller: ApiClient, name: Any, key: str) -> None:
    world = factories.world()
    before = User.objects.count()
    for lang in ("en", "es"):
        response = caller.call("POST", "/contacts", world.admin, body=build_body(name), lang=lang).assert_error(
            400, "VALIDATION"
        )
        value = {"min_length": 2, "max_length": 64}.get(key)
        assert response.fields == {"username": [load_messages(lang)[f"errors.field.{key}"].format(value=value)]}
    assert User.objects.count() == before


def test_idempotency_key_creates_user_once(caller: ApiClient) -> None:
    admin, key = factories.world().admin, {"Idempotency-Key": "form-1"}
    first = caller.post("/contacts", build_body("ana"), actor=admin, headers=key).ok
    assert caller.post("/contacts", build_body("ana"), actor=admin, headers=key).ok == first
    caller.post("/contacts", build_body("ana"), actor=admin).assert_error(409, "USERNAME_EXISTS")
    assert User.objects.filter(username="ana").count() == 1
