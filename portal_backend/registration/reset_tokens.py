"""Password reset tokens: random, emailed, stored as a digest, used once."""

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction

from portal_backend.accounts.models import User
from portal_backend.accounts.sessions import hash_token
from portal_backend.core.clock import now
from portal_backend.core.errors import ApiError
from portal_backend.registration.models import PasswordResetToken

RESET_PAGE = "reset-password/"


def create_reset_path(user: User, lifetime: timedelta) -> str:
    """Create a user's reset token and return the path of the page that uses it.

    It replaces the user's previous token.
    """
    key = secrets.token_urlsafe(32)
    expires_at = now() + lifetime
    row = PasswordResetToken(
        user_id=user.pk, digest=hash_token(key), account_digest=_hash_account(user), expires_at=expires_at, used_at=None
    )
    PasswordResetToken.objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=["user"],
        update_fields=["digest", "account_digest", "expires_at", "used_at"],
    )
    return f"{RESET_PAGE}{key}"


def get_reset_token(key: str) -> PasswordResetToken:
    """Return the valid token of a key, with its user.

    Raises 404 ACTION_KEY_NOT_FOUND, or 410 if it was used, has expired or its account has changed.
    """
    reset_token = PasswordResetToken.objects.select_related("user").filter(digest=hash_token(key)).first()
    if reset_token is None:
        raise ApiError(404, "ACTION_KEY_NOT_FOUND")
    if (
        reset_token.used_at is not None
        or reset_token.expires_at <= now()
        or reset_token.account_digest != _hash_account(reset_token.user)
    ):
        raise ApiError(410, "ACTION_KEY_EXPIRED")
    return reset_token


def consume_reset_token(key: str) -> User:
    """Mark a token as used and return its user, with the row locked for update.

    Call it in the transaction of the change that the token allows. Raises 404 or 410.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("consume_reset_token must be called in a transaction")
    user_id = get_reset_token(key).user_id
    user = User.objects.select_for_update().get(pk=user_id)
    # a concurrent request may have used the token before the lock was acquired
    row = get_reset_token(key)
    row.used_at = now()
    row.save(update_fields=["used_at"])
    return user


def _hash_account(user: User) -> str:
    """Return a digest of the account; a new password or email address changes it."""
    return hashlib.sha256(f"{user.password}\0{user.email}".encode()).hexdigest()
