"""Password hashing and password rules (spec 1, section 5; contract section 3)."""

import logging
import re
from threading import BoundedSemaphore

from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher, check_password
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError

from portal_backend.accounts.models import User
from portal_backend.accounts.rate_limits import build_counter_key, count_attempt, reset_attempts
from portal_backend.core.actor import Role
from portal_backend.core.errors import invalid_field
from portal_backend.core.types import field_error

log = logging.getLogger("portal.sessions")

MAX_PASSWORD_LENGTH = 128
MIN_PASSWORD_LENGTH = 8
CAPITAL_LETTER = re.compile(r"[A-Z\u00C0-\u00DE\u0400-\u042F]")
PORTAL_NAMES = ("portal", "service portal")
_common_passwords = CommonPasswordValidator()
# each hash takes 19 MiB and a processor core: more at once would slow down all other requests
_hashing_slots = BoundedSemaphore(2)


class Argon2id(Argon2PasswordHasher):
    """Argon2id with 19 MiB, 2 passes and 1 lane, as OWASP recommends.

    Hashing takes about 35 ms; see docs/security.md, 11.4.1.
    """

    time_cost = 2
    memory_cost = 19_456
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """Hash a password when a hashing slot is free."""
        with _hashing_slots:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Check a password when a hashing slot is free."""
        with _hashing_slots:
            return super().verify(password, encoded)


def validate_password(password: str) -> str:
    """Check that a password follows the rules, and return it unchanged.

    A password has 8 to 128 characters, among them a digit, a special character and a capital letter, and is not a
    common one. Raises a pydantic error with the message of the broken rule.
    """
    if len(password) > MAX_PASSWORD_LENGTH:
        raise field_error("max_length", value=MAX_PASSWORD_LENGTH)
    special = any(not char.isalnum() and not char.isspace() for char in password)
    digit = any(char.isdigit() for char in password)
    if len(password) < MIN_PASSWORD_LENGTH or not (special and digit and CAPITAL_LETTER.search(password)):
        raise field_error("password")
    # "Password1!" is the common "password1" plus the required symbol: as easy to guess.
    for candidate in (password, password.rstrip("!?.#*$@+-_ ")):
        try:
            _common_passwords.validate(candidate)
        except ValidationError:
            raise field_error("common_password") from None
    return password


def set_password(user: User, password: str | None, field: str = "password") -> None:
    """Set the password of a user who is saved afterwards.

    Raises 400 on `field` if the letters of the password are only a name of the user, a role or the portal (OWASP ASVS
    6.2.11). None sets an unusable password.
    """
    if password is not None:
        first, last, mailbox = user.first_name, user.last_name, user.email.partition("@")[0]
        names = {user.username, first, last, first + last, last + first, mailbox, *Role, *PORTAL_NAMES}
        if _extract_letters(password) in {_extract_letters(name) for name in names} - {""}:
            raise invalid_field(field, "password_of_name")
    user.set_password(password)


def _extract_letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalpha())


def check_current_password(user: User, password: str) -> None:
    """Check a user's current password before a change of the own account.

    Attempts are limited as at login. Raises 400 or 429.
    """
    attempts_key = build_counter_key("current-password", str(user.pk))
    if password:
        count_attempt(attempts_key, settings.LOGIN_FAILURES, settings.LOGIN_LOCKOUT_MINUTES * 60)
    if not password or not check_password(password, user.password):
        log.warning("wrong current password user=%s", user.username)
        raise invalid_field("currentPassword", "current_password")
    reset_attempts(attempts_key)
