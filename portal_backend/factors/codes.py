"""One-time codes of authenticator apps (TOTP, RFC 6238).

A code has six digits, is valid for thirty seconds and is accepted once.
"""

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
# clocks of phones differ by seconds, and typing takes time
NEIGHBOURS = (0, -1, 1)


def new_secret() -> bytes:
    """Generate a secret as long as the digest of SHA-1 (RFC 4226 section 4)."""
    return secrets.token_bytes(BYTES)


def step_matching(secret: bytes, code: str) -> int | None:
    """Return the time step that a code belongs to, or None if it is wrong.

    The current step and its neighbors are accepted.
    """
    now = int(timezone.now().timestamp()) // SECONDS
    time_steps = (now + each for each in NEIGHBOURS)
    # SHA-1 is the only hash that all apps support; its weaknesses do not affect HMAC
    totp = TOTP(secret, DIGITS, SHA1(), SECONDS)  # noqa: S303
    code_bytes = code.encode()
    return next((step for step in time_steps if compare_digest(totp.generate(step * SECONDS), code_bytes)), None)


def use_code(user: User, code: str) -> bool:
    """Consume a user's code and return whether it was right and not used before."""
    row = CodeGenerator.objects.filter(user=user).first()
    if row is None:
        return False
    try:
        time_step = step_matching(opened(row.secret), code)
    except InvalidToken:
        log.error("the code generator of user=%s was sealed with another SECRET_KEY", user.username)  # noqa: TRY400
        return False
    own_rows = CodeGenerator.objects.filter(pk=row.pk)
    return time_step is not None and own_rows.filter(last_step__lt=time_step).update(last_step=time_step) == 1


def set_generator(user: User, secret: bytes, step: int) -> None:
    """Save the user's authenticator app; the time step of its first code is used up."""
    values = {"secret": sealed(secret), "last_step": step, "created_at": timezone.now()}
    CodeGenerator.objects.update_or_create(user=user, defaults=values)


def shown(user: User, secret: bytes) -> dict[str, str]:
    """Return a secret as text (base32) and as a QR code (SVG data URI)."""
    totp = TOTP(secret, DIGITS, SHA1(), SECONDS)  # noqa: S303
    provisioning_uri = totp.get_provisioning_uri(user.username, word("mail.portal"))
    picture = segno.make(provisioning_uri, error="m", micro=False).svg_data_uri(scale=5, border=4, light="#ffffff")
    return {"secret": base64.b32encode(secret).decode(), "picture": picture}
