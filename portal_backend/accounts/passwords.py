"""How passwords are stored, and which are strong enough (spec 1, section 5; contract section 3)."""

import logging
import re
from threading import BoundedSemaphore

from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher, check_password
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError

from portal_backend.accounts.attempts import count_guess, forget, named
from portal_backend.accounts.models import User
from portal_backend.base.actor import Role
from portal_backend.base.errors import invalid_field
from portal_backend.base.fields import wrong

log = logging.getLogger("portal.sessions")

LONGEST = 128
SHORTEST = 8
CAPITAL = re.compile(r"[A-Z\u00C0-\u00DE\u0400-\u042F]")
PORTAL_NAMES = ("portal", "service portal")
_common = CommonPasswordValidator()
# more at once would take their 19 MB each, and the processor from everybody else
_hashing = BoundedSemaphore(2)


class Argon2id(Argon2PasswordHasher):
    """Argon2id with 19 MiB, 2 passes, 1 lane: OWASP's figures, about 35 ms (design/stack.md)."""

    time_cost = 2
    memory_cost = 19_456
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """The hash, when it is its turn."""
        with _hashing:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Whether it is the password, when it is its turn."""
        with _hashing:
            return super().verify(password, encoded)


def strong(password: str) -> str:
    """A password that may be set: 8 to 128 characters with digit, special symbol and capital, none of the common ones.

    Raises a pydantic error with the word of the rule that is broken. Nothing is trimmed or cut.
    """
    if len(password) > LONGEST:
        raise wrong("max_length", value=LONGEST)
    special = any(not char.isalnum() and not char.isspace() for char in password)
    digit = any(char.isdigit() for char in password)
    if len(password) < SHORTEST or not (special and digit and CAPITAL.search(password)):
        raise wrong("password")
    # "Password1!" is "password1" with the symbol that the rule asks for: it is guessed as soon.
    for guess in (password, password.rstrip("!?.#*$@+-_ ")):
        try:
            _common.validate(guess)
        except ValidationError:
            raise wrong("common_password") from None
    return password


def set_password(user: User, password: str | None, field: str = "password") -> None:
    """Give a user, yet to be saved, a password that is more than a name with digits and symbols (OWASP ASVS 6.2.11).

    The names are the user's own, those of the roles and the portal's. None lets nobody in. Raises 400 on `field`.
    """
    if password is not None:
        first, last, mailbox = user.first_name, user.last_name, user.email.partition("@")[0]
        names = {user.username, first, last, first + last, last + first, mailbox, *Role, *PORTAL_NAMES}
        if _letters(password) in {_letters(name) for name in names} - {""}:
            raise invalid_field(field, "password_of_name")
    user.set_password(password)


def _letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalpha())


def check_current(user: User, password: str) -> None:
    """Check that who changes their own password knows it; it is no more guessed than at login. Raises 400 or 429."""
    guesses = named("current-password", str(user.pk))
    if password:
        count_guess(guesses, settings.LOGIN_FAILURES, settings.LOGIN_LOCKOUT_MINUTES * 60)
    if not password or not check_password(password, user.password):
        log.warning("wrong current password user=%s", user.username)
        raise invalid_field("currentPassword", "current_password")
    forget(guesses)
