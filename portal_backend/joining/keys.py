"""Keys that are mailed to set a password: random, stored as a digest, used once, valid for a limited time."""

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction

from portal_backend.accounts.models import User
from portal_backend.accounts.sessions import digest
from portal_backend.base.errors import Refusal
from portal_backend.base.newyork import now
from portal_backend.joining.models import RecoveryKey

PAGE = "reset-password/"


def new_key(user: User, lifetime: timedelta) -> str:
    """The path of the page that sets a user's password; the key in it voids the older one."""
    key = secrets.token_urlsafe(32)
    ends = now() + lifetime
    row = RecoveryKey(user_id=user.pk, digest=digest(key), account=_account(user), expires_at=ends, used_at=None)
    RecoveryKey.objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=["user"],
        update_fields=["digest", "account", "expires_at", "used_at"],
    )
    return f"{PAGE}{key}"


def check_key(key: str) -> RecoveryKey:
    """The living key. Raises 404 ACTION_KEY_NOT_FOUND, or 410 where it was used, is old or its account changed."""
    found = RecoveryKey.objects.select_related("user").filter(digest=digest(key)).first()
    if found is None:
        raise Refusal(404, "ACTION_KEY_NOT_FOUND")
    if found.used_at is not None or found.expires_at <= now() or found.account != _account(found.user):
        raise Refusal(410, "ACTION_KEY_EXPIRED")
    return found


def use_key(key: str) -> User:
    """The user whom a key stands for, locked for a change; the key is dead from now on. Raises 404 or 410."""
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("a key is used in the transaction of what it allows")
    user_id = check_key(key).user_id
    user = User.objects.select_for_update().get(pk=user_id)
    # whoever used it at the same time held the row until now
    row = check_key(key)
    row.used_at = now()
    row.save(update_fields=["used_at"])
    return user


def _account(user: User) -> str:
    return hashlib.sha256(f"{user.password}\0{user.email}".encode()).hexdigest()
