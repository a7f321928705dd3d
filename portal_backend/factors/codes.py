"""One-time codes of an authenticator application (RFC 6238): six digits, thirty seconds, each taken once."""

import base64
import logging
import secrets
from hmac import compare_digest

import segno
from cryptography.fernet import InvalidToken
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from django.utils import timezone

from portal_backend.accounts.models import User
from portal_backend.base.words import word
from portal_backend.factors.models import CodeGenerator
from portal_backend.factors.sealing import opened, sealed

log = logging.getLogger("portal.sessions")
DIGITS, SECONDS, BYTES = 6, 30, 20
# clocks of telephones differ by seconds, and typing takes its time
NEIGHBOURS = (0, -1, 1)


def new_secret() -> bytes:
    """A secret as long as the hash that it goes into."""
    return secrets.token_bytes(BYTES)


def step_matching(secret: bytes, code: str) -> int | None:
    """The interval that a code belongs to, now or next to it; None where it is wrong."""
    now = int(timezone.now().timestamp()) // SECONDS
    steps = (now + each for each in NEIGHBOURS)
    # every application knows SHA-1 alone, and nothing about HMAC is broken by it
    totp = TOTP(secret, DIGITS, SHA1(), SECONDS)  # noqa: S303
    given = code.encode()
    return next((step for step in steps if compare_digest(totp.generate(step * SECONDS), given)), None)


def use_code(user: User, code: str) -> bool:
    """Whether a user's code is right and was not taken before; it is taken now."""
    row = CodeGenerator.objects.filter(user=user).first()
    if row is None:
        return False
    try:
        step = step_matching(opened(row.secret), code)
    except InvalidToken:
        log.error("the code generator of user=%s was sealed with another SECRET_KEY", user.username)  # noqa: TRY400
        return False
    mine = CodeGenerator.objects.filter(pk=row.pk)
    return step is not None and mine.filter(last_step__lt=step).update(last_step=step) == 1


def set_generator(user: User, secret: bytes, step: int) -> None:
    """Make this the user's generator; the code that proved it is taken."""
    values = {"secret": sealed(secret), "last_step": step, "created_at": timezone.now()}
    CodeGenerator.objects.update_or_create(user=user, defaults=values)


def shown(user: User, secret: bytes) -> dict[str, str]:
    """A secret as an application takes it: as text, and as a picture to be photographed, drawn here."""
    totp = TOTP(secret, DIGITS, SHA1(), SECONDS)  # noqa: S303
    address = totp.get_provisioning_uri(user.username, word("mail.portal"))
    picture = segno.make(address, error="m", micro=False).svg_data_uri(scale=5, border=4, light="#ffffff")
    return {"secret": base64.b32encode(secret).decode(), "picture": picture}
