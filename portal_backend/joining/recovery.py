"""Recovery of forgotten passwords and usernames by email (contract section 3).

An unknown name gets a 404, as the specification requires. To limit enumeration, it runs the same queries as a known
one, and misses are limited to RESET_MAILS_PER_HOUR per IP address.
"""

import logging
from datetime import timedelta

from django.conf import settings
from django.db import transaction

from portal_backend.accounts.attempts import HOUR, site_of, take_back, this_hour, throttle
from portal_backend.accounts.models import User
from portal_backend.accounts.passwords import set_password
from portal_backend.accounts.sessions import revoke
from portal_backend.audit.models import Event
from portal_backend.audit.record import record
from portal_backend.base.errors import Refusal
from portal_backend.base.folding import same
from portal_backend.joining.keys import check_key, new_key, use_key
from portal_backend.notifications.letters import Letter, register
from portal_backend.notifications.outbox import NewMail, Value, enqueue

log = logging.getLogger("portal.accounts")
RESET = register(Letter("passwordReset", facts=("username",), secret=True))
USERNAMES = register(Letter("usernames", facts=("usernames",)))
NOBODY = User(pk=0, username="nobody", email="nobody@invalid", language="en")


def request_reset(username: str, *, address: str) -> None:
    """Email a link to set a new password. Raises 404 USERNAME_NOT_FOUND or 429."""
    misses_key = _throttle("reset", username, address)
    with transaction.atomic():
        user = User.objects.filter(same(username=username)).order_by("pk").first()
        _mail_key(user or NOBODY)
        transaction.set_rollback(user is None)
    if user is None:
        log.info("reset asked for an unknown user address=%s", address)
        raise Refusal(404, "USERNAME_NOT_FOUND")
    take_back(misses_key)
    log.info("reset asked for user=%s address=%s", user.username, address)


def request_usernames(email: str, *, address: str) -> None:
    """Email the usernames of an email address. Raises 404 EMAIL_NOT_FOUND or 429."""
    misses_key = _throttle("usernames", email, address)
    with transaction.atomic():
        users = list(User.objects.filter(same(email=email)).order_by("pk"))
        first = users[0] if users else NOBODY
        if not users or _may_mail(first):
            names = ", ".join(user.username for user in users)
            enqueue([NewMail(first.email, first.language, USERNAMES.key, "ACCOUNT", {"usernames": names}, "login")])
        transaction.set_rollback(not users)
    if not users:
        log.info("usernames asked for an unknown e-mail address=%s", address)
        raise Refusal(404, "EMAIL_NOT_FOUND")
    take_back(misses_key)
    log.info("usernames asked for user=%s address=%s", first.username, address)


def verify(key: str, *, address: str) -> None:
    """Check that a password reset token is valid. Raises 404, 410 or 429."""
    _throttle_address("verify", address)
    check_key(key)


@transaction.atomic
def reset_password(key: str, password: str, *, address: str) -> None:
    """Set a new password with a reset token and end all sessions of the user.

    Raises 400, 404, 410 or 429.
    """
    _throttle_address("set", address)
    user = use_key(key)
    set_password(user, password, "newPassword")
    user.save(update_fields=["password"])
    revoke(user)
    log.info("password reset user=%s address=%s", user.username, address)
    record(Event.PASSWORD_RESET, user.username, username=user.username, subject=("contacts", user.pk))


def _mail_key(user: User) -> None:
    if user is not NOBODY and not _may_mail(user):
        return
    path = new_key(user, timedelta(minutes=settings.RECOVERY_KEY_MINUTES))
    values: dict[str, Value] = {"username": user.username, "minutes": settings.RECOVERY_KEY_MINUTES}
    enqueue([NewMail(user.email, user.language, RESET.key, "ACCOUNT", values, path, about=user.username)])


def _may_mail(user: User) -> bool:
    """Return whether the account may get another recovery email within this hour.

    Requests by username and by email address count together.
    """
    try:
        throttle(this_hour("recovery-mails", str(user.pk)), settings.RECOVERIES_PER_HOUR, HOUR)
    except Refusal:
        log.warning("no further recovery mail user=%s", user.username)
        return False
    return True


def _throttle(kind: str, target: str, address: str) -> str:
    """Count a request by IP address and by target. Raises 429.

    Returns the key of the address's counter of misses, which has been counted in advance; refund it after a hit.
    """
    _throttle_address(kind, address)
    throttle(this_hour(f"recovery-{kind}", target.lower()), settings.RECOVERIES_PER_HOUR, HOUR)
    misses_key = this_hour("recovery-misses", site_of(address))
    throttle(misses_key, settings.RECOVERIES_PER_HOUR, HOUR)
    return misses_key


def _throttle_address(kind: str, address: str) -> None:
    throttle(this_hour(f"recovery-{kind}-of", site_of(address)), settings.RECOVERY_CALLS_PER_HOUR, HOUR)
