"""One-time codes of authenticator apps (TOTP, RFC 6238).

A code has six digits, is valid for thirty seconds and is accepted once. Secrets are encrypted with keys derived from
SECRET_KEY: checking a code needs the plain secret, so it cannot be hashed (docs/decisions/0020).
"""

import base64
import logging
import secrets
from hmac import compare_digest

import segno
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA1, SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from django.conf import settings
from django.utils import timezone

from portal_backend.accounts.models import User
from portal_backend.core.translations import translate
from portal_backend.mfa.models import TotpDevice


def encrypt_secret(secret: bytes) -> str:
    """Encrypt a secret for storage."""
    return _build_cipher().encrypt(secret).decode()


def decrypt_secret(stored: str) -> bytes:
    """Decrypt a stored secret.

    Raises cryptography's InvalidToken if neither SECRET_KEY nor one of SECRET_KEY_FALLBACKS fits.
    """
    return _build_cipher().decrypt(stored)


def _build_cipher() -> MultiFernet:
    return MultiFernet([_derive_fernet(each) for each in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _derive_fernet(secret_key: str) -> Fernet:
    derived = HKDF(SHA256(), 32, salt=None, info=b"portal: second factors").derive(secret_key.encode())
    return Fernet(base64.urlsafe_b64encode(derived))


log = logging.getLogger("portal.sessions")
CODE_DIGITS, PERIOD_SECONDS, SECRET_BYTES = 6, 30, 20
# clocks of phones differ by seconds, and typing takes time
ALLOWED_DRIFT = (0, -1, 1)


def generate_secret() -> bytes:
    """Generate a secret as long as the digest of SHA-1 (RFC 4226 section 4)."""
    return secrets.token_bytes(SECRET_BYTES)


def find_time_step(secret: bytes, code: str) -> int | None:
    """Return the time step that a code belongs to, or None if it is wrong.

    The current step and its neighbors are accepted.
    """
    now = int(timezone.now().timestamp()) // PERIOD_SECONDS
    time_steps = (now + each for each in ALLOWED_DRIFT)
    # SHA-1 is the only hash that all apps support; its weaknesses do not affect HMAC
    totp = TOTP(secret, CODE_DIGITS, SHA1(), PERIOD_SECONDS)  # noqa: S303
    code_bytes = code.encode()
    return next((step for step in time_steps if compare_digest(totp.generate(step * PERIOD_SECONDS), code_bytes)), None)


def consume_totp_code(user: User, code: str) -> bool:
    """Consume a user's code and return whether it was right and not used before."""
    row = TotpDevice.objects.filter(user=user).first()
    if row is None:
        return False
    try:
        time_step = find_time_step(decrypt_secret(row.secret), code)
    except InvalidToken:
        log.error("the code generator of user=%s was encrypted with another SECRET_KEY", user.username)  # noqa: TRY400
        return False
    own_rows = TotpDevice.objects.filter(pk=row.pk)
    return time_step is not None and own_rows.filter(last_time_step__lt=time_step).update(last_time_step=time_step) == 1


def save_device(user: User, secret: bytes, step: int) -> None:
    """Save the user's authenticator app; the time step of its first code is used up."""
    values = {"secret": encrypt_secret(secret), "last_time_step": step, "created_at": timezone.now()}
    TotpDevice.objects.update_or_create(user=user, defaults=values)


def build_provisioning(user: User, secret: bytes) -> dict[str, str]:
    """Return a secret as text (base32) and as a QR code (SVG data URI)."""
    totp = TOTP(secret, CODE_DIGITS, SHA1(), PERIOD_SECONDS)  # noqa: S303
    provisioning_uri = totp.get_provisioning_uri(user.username, translate("mail.portal"))
    picture = segno.make(provisioning_uri, error="m", micro=False).svg_data_uri(scale=5, border=4, light="#ffffff")
    return {"secret": base64.b32encode(secret).decode(), "picture": picture}
