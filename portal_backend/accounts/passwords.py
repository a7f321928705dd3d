"""How passwords are stored, and which are strong enough (spec 1, section 5; contract section 3)."""

import re

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError

from portal_backend.base.fields import wrong

LONGEST = 128
SHORTEST = 8
CAPITAL = re.compile(r"[A-Z\u00C0-\u00DE\u0400-\u042F]")
_common = CommonPasswordValidator()


class Argon2id(Argon2PasswordHasher):
    """Argon2id with 19 MiB, 2 passes, 1 lane: OWASP's figures, about 35 ms (design/stack.md)."""

    time_cost = 2
    memory_cost = 19_456
    parallelism = 1


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
