"""Secrets that the portal must read again, encrypted with keys made from SECRET_KEY (docs/decisions/0020)."""

import base64

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


def sealed(secret: bytes) -> str:
    """A secret as it is stored."""
    return _box().encrypt(secret).decode()


def opened(stored: str) -> bytes:
    """The secret. Raises cryptography's InvalidToken where neither SECRET_KEY nor one of its forerunners fits."""
    return _box().decrypt(stored)


def _box() -> MultiFernet:
    return MultiFernet([_fernet(each) for each in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _fernet(secret_key: str) -> Fernet:
    derived = HKDF(SHA256(), 32, salt=None, info=b"portal: second factors").derive(secret_key.encode())
    return Fernet(base64.urlsafe_b64encode(derived))
