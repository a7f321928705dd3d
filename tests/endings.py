"""All ways to end the session of a user."""

from collections.abc import Callable

from portal_backend.accounts.locking import set_locked
from portal_backend.accounts.models import Token
from portal_backend.accounts.sessions import digest, revoke
from tests import factories
from tests.caller import Caller
from tests.factories import Person


def log_out(person: Person, world: factories.World) -> None:
    assert Caller().put("/contacts/logout", actor=person).ok


def lock(person: Person, world: factories.World) -> None:
    set_locked(person.username, True, actor=world.admin.actor)


def new_password(person: Person, world: factories.World) -> None:
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
    assert Caller().put("/contacts/edit", body, actor=world.admin).status == 200


def new_role(person: Person, world: factories.World) -> None:
    revoke(person.user)


def ended_elsewhere(person: Person, world: factories.World) -> None:
    row = Token.objects.get(digest=digest(person.token))
    body = {"id": row.pk, "currentPassword": factories.PASSWORD}
    assert Caller().put("/sessions/end", body, actor=factories.session(person.user)).status == 200


def all_others_ended(person: Person, world: factories.World) -> None:
    body = {"currentPassword": factories.PASSWORD}
    assert Caller().put("/sessions/end", body, actor=factories.session(person.user)).status == 200


ENDINGS: list[Callable[[Person, factories.World], None]] = [
    *(log_out, lock, new_password, new_role, ended_elsewhere, all_others_ended),
]
