"""Lock and unlock users (contract section 3)."""

import logging

from django.db import transaction
from django.db.models import Q

from portal_backend.accounts.models import User
from portal_backend.accounts.sessions import revoke_sessions
from portal_backend.audit.log import record_event
from portal_backend.audit.models import AuditEvent
from portal_backend.core.actor import Actor
from portal_backend.core.errors import ApiError, invalid_field, not_found
from portal_backend.core.text_search import equals_ignoring_case

log = logging.getLogger("portal.accounts")


@transaction.atomic
def set_locked(username: str, locked: bool, *, actor: Actor) -> User:
    """Lock or unlock a user. Locking ends the user's sessions.

    Raises 400 for the own account, 401 or 404.

    The actor's row is locked together with the user's and read again: if two administrators lock each other
    concurrently, the second one's session has ended. So at least one administrator can still log in.
    """
    locked_rows = User.objects.select_for_update().filter(Q(username=username) | Q(pk=actor.user_id)).order_by("pk")
    rows = {row.pk: row for row in locked_rows}
    if rows[actor.user_id].locked:
        raise ApiError(401, "TOKEN_INVALID")
    user = next((row for row in rows.values() if row.username == username), None)
    if user is None:
        raise not_found()
    if user.pk == actor.user_id:
        raise invalid_field("username", "own_account")
    user.locked = locked
    user.save(update_fields=["locked"])
    if locked:
        revoke_sessions(user)
    log.info("user %s locked=%s by=%s", username, locked, actor.username)
    event = AuditEvent.USER_LOCKED if locked else AuditEvent.USER_UNLOCKED
    record_event(event, username, actor=actor, object_ref=("contacts", user.pk))
    return user


def unlock(username: str) -> bool:
    """Unlock a user from the command line and return whether the user exists."""
    found = User.objects.filter(equals_ignoring_case(username=username)).update(locked=False) > 0
    log.info("user %s unlock by command found=%s", username, found)
    if found:
        record_event(AuditEvent.USER_UNLOCKED, username, username="unlock_user")
    return found
