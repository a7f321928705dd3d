"""Locking users out and letting them in again (contract section 3)."""

import logging

from django.db import transaction
from django.db.models import Q

from portal_backend.accounts.models import User
from portal_backend.accounts.sessions import revoke
from portal_backend.audit.models import Event
from portal_backend.audit.record import record
from portal_backend.base.actor import Actor
from portal_backend.base.errors import Refusal, invalid_field, not_found
from portal_backend.base.folding import same

log = logging.getLogger("portal.accounts")


@transaction.atomic
def set_locked(username: str, locked: bool, *, actor: Actor) -> User:
    """Lock or unlock a user; a locked one holds no token. Nobody locks themselves out. Raises 400, 401 or 404.

    The actor's row is locked beside the user's and read again: of two administrators who lock each other at once,
    the second finds their session ended. So whoever locked last can still log in, and there is always one who can.
    """
    both = User.objects.select_for_update().filter(Q(username=username) | Q(pk=actor.user_id)).order_by("pk")
    rows = {row.pk: row for row in both}
    if rows[actor.user_id].locked:
        raise Refusal(401, "TOKEN_INVALID")
    user = next((row for row in rows.values() if row.username == username), None)
    if user is None:
        raise not_found()
    if user.pk == actor.user_id:
        raise invalid_field("username", "own_account")
    user.locked = locked
    user.save(update_fields=["locked"])
    if locked:
        revoke(user)
    log.info("user %s locked=%s by=%s", username, locked, actor.username)
    event = Event.USER_LOCKED if locked else Event.USER_UNLOCKED
    record(event, username, actor=actor, subject=("contacts", user.pk))
    return user


def unlock(username: str) -> bool:
    """Unlock a user from the server's own command line; whether there is one of this name."""
    found = User.objects.filter(same(username=username)).update(locked=False) > 0
    log.info("user %s unlock by command found=%s", username, found)
    if found:
        record(Event.USER_UNLOCKED, username, username="unlock_user")
    return found
