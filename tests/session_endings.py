"""All ways to end the session of a user."""

from collections.abc import Callable

from portal_backend.accounts.locking import set_locked
from portal_backend.accounts.models import Token
from portal_backend.accounts.sessions import hash_token, revoke_sessions
from tests import factories
from tests.api_client import ApiClient
from tests.factories import Person


def log_out(person: Person, world: factories.World) -> None:
    assert ApiClient().put("/contacts/logout", actor=person).ok


def lock(person: Person, world: factories.World) -> None:
    set_locked(person.username, True, actor=world.admin.actor)


def change_password(person: Person, world: factories.World) -> None:
    user = person.user
    body = {
        "oldUsername": user.username,
        "newUsername": user.username,
        "password": "Another-Word-7!",
        "firstName": "A",
        "lastName": "B",
        "email": user.email,
        "phone": user.phone,
    }
    assert ApiClient().put("/contacts/edit", body, actor=world.admin).status == 200


def change_role(person: Person, world: factories.World) -> None:
    revoke_sessions(person.user)


def end_from_other_session(person: Person, world: factories.World) -> None:
    row = Token.objects.get(digest=hash_token(person.token))
    body = {"id": row.pk, "currentPassword": factories.PASSWORD}
    assert ApiClient().put("/sessions/end", body, actor=factories.session(person.user)).status == 200


def end_all_other_sessions(person: Person, world: factories.World) -> None:
    body = {"currentPassword": factories.PASSWORD}
    assert ApiClient().put("/sessions/end", body, actor=factories.session(person.user)).status == 200


SESSION_ENDINGS: list[Callable[[Person, factories.World], None]] = [
    *(log_out, lock, change_password, change_role, end_from_other_session, end_all_other_sessions),
]
