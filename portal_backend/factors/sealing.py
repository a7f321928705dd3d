"""Encryption of TOTP secrets with keys derived from SECRET_KEY.

The portal needs the plain secrets to check codes, so they cannot be hashed (docs/decisions/0020).
"""

import base64

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


def sealed(secret: bytes) -> str:
    """Encrypt a secret for storage."""
    return _box().encrypt(secret).decode()


def opened(stored: str) -> bytes:
    """Decrypt a stored secret.

    Raises cryptography's InvalidToken if neither SECRET_KEY nor one of SECRET_KEY_FALLBACKS fits.
    """
    return _box().decrypt(stored)


def _box() -> MultiFernet:
    return MultiFernet([_fernet(each) for each in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _fernet(secret_key: str) -> Fernet:
    derived = HKDF(SHA256(), 32, salt=None, info=b"portal: second factors").derive(secret_key.encode())
    return Fernet(base64.urlsafe_b64encode(derived))
