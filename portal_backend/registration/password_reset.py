"""Password reset and username reminder by email (contract section 3).

An unknown name gets a 404, as the specification requires. To limit enumeration, it runs the same queries as a known
one, and misses are limited to RESET_MAILS_PER_HOUR per IP address.
"""

import hashlib
import logging
import secrets
from datetime import timedelta

from django.conf import settings
from django.db import transaction

from portal_backend.accounts.models import User
from portal_backend.accounts.passwords import set_password
from portal_backend.accounts.rate_limits import HOUR, build_hourly_key, refund_attempt, throttle
from portal_backend.accounts.sessions import hash_token, revoke_sessions
from portal_backend.audit.log import record_event
from portal_backend.audit.models import AuditEvent
from portal_backend.core.clock import now
from portal_backend.core.errors import ApiError
from portal_backend.core.request_context import get_client_network
from portal_backend.core.text_search import equals_ignoring_case
from portal_backend.notifications.mail_templates import MailTemplate
from portal_backend.notifications.outbox import MailValue, NewMail, enqueue_account_mail, enqueue_mails
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


def create_first_password_path(user: User) -> str:
    """Create a token of an invitation and return the path of its page.

    The query makes the page welcome the user; the response about a key has no such hint.
    """
    return f"{create_reset_path(user, timedelta(days=settings.INVITATION_DAYS))}?invited=1"


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


log = logging.getLogger("portal.accounts")
RESET_MAIL = MailTemplate("passwordReset", fields=("username",), has_secret_link=True)
USERNAMES_MAIL = MailTemplate("usernames", fields=("usernames",))
PLACEHOLDER_USER = User(pk=0, username="nobody", email="nobody@invalid", language="en")


def request_reset(username: str, *, ip_address: str) -> None:
    """Email a link to set a new password. Raises 404 USERNAME_NOT_FOUND or 429."""
    misses_key = _throttle_request("link", username, ip_address)
    with transaction.atomic():
        user = User.objects.filter(equals_ignoring_case(username=username)).order_by("pk").first()
        _mail_reset_link(user or PLACEHOLDER_USER)
        transaction.set_rollback(user is None)
    if user is None:
        log.info("password reset requested for unknown user address=%s", ip_address)
        raise ApiError(404, "USERNAME_NOT_FOUND")
    refund_attempt(misses_key)
    log.info("password reset requested user=%s address=%s", user.username, ip_address)


def request_usernames(email: str, *, ip_address: str) -> None:
    """Email the usernames of an email address. Raises 404 EMAIL_NOT_FOUND or 429."""
    misses_key = _throttle_request("usernames", email, ip_address)
    with transaction.atomic():
        users = list(User.objects.filter(equals_ignoring_case(email=email)).order_by("pk"))
        first = users[0] if users else PLACEHOLDER_USER
        if not users or _can_mail(first):
            names = ", ".join(user.username for user in users)
            enqueue_mails(
                [NewMail(first.email, first.language, USERNAMES_MAIL.key, "ACCOUNT", {"usernames": names}, "login")]
            )
        transaction.set_rollback(not users)
    if not users:
        log.info("usernames requested for unknown email address=%s", ip_address)
        raise ApiError(404, "EMAIL_NOT_FOUND")
    refund_attempt(misses_key)
    log.info("usernames requested user=%s address=%s", first.username, ip_address)


def verify_reset_token(key: str, *, ip_address: str) -> None:
    """Check that a password reset token is valid. Raises 404, 410 or 429."""
    _throttle_ip_address("verify", ip_address)
    get_reset_token(key)


@transaction.atomic
def reset_password(key: str, password: str, *, ip_address: str) -> None:
    """Set a new password with a reset token and end all sessions of the user.

    Raises 400, 404, 410 or 429.
    """
    _throttle_ip_address("set", ip_address)
    user = consume_reset_token(key)
    set_password(user, password, "newPassword")
    user.save(update_fields=["password"])
    revoke_sessions(user)
    log.info("password reset user=%s address=%s", user.username, ip_address)
    record_event(AuditEvent.PASSWORD_RESET, user.username, username=user.username, object_ref=("contacts", user.pk))


def _mail_reset_link(user: User) -> None:
    if user is not PLACEHOLDER_USER and not _can_mail(user):
        return
    path = create_reset_path(user, timedelta(minutes=settings.RESET_TOKEN_MINUTES))
    values: dict[str, MailValue] = {"username": user.username, "minutes": settings.RESET_TOKEN_MINUTES}
    enqueue_account_mail(user, RESET_MAIL, values, path)


def _can_mail(user: User) -> bool:
    """Return whether the account may get another reset email in this hour.

    Requests by username and by email address count together.
    """
    try:
        throttle(build_hourly_key("password-reset-mails", str(user.pk)), settings.RESET_MAILS_PER_HOUR, HOUR)
    except ApiError:
        log.warning("password reset email limit reached user=%s", user.username)
        return False
    return True


def _throttle_request(kind: str, target: str, address: str) -> str:
    """Count a request by IP address and by target. Raises 429.

    Returns the key of the address's counter of misses, which has been counted in advance; refund it after a hit.
    """
    _throttle_ip_address(kind, address)
    throttle(build_hourly_key(f"password-reset-{kind}", target.lower()), settings.RESET_MAILS_PER_HOUR, HOUR)
    misses_key = build_hourly_key("password-reset-misses", get_client_network(address))
    throttle(misses_key, settings.RESET_MAILS_PER_HOUR, HOUR)
    return misses_key


def _throttle_ip_address(kind: str, address: str) -> None:
    hourly_key = build_hourly_key(f"password-reset-{kind}-of", get_client_network(address))
    throttle(hourly_key, settings.RESET_REQUESTS_PER_HOUR, HOUR)
