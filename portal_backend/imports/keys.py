"""What a row is known by, as one text."""

from collections.abc import Iterable
from hashlib import blake2s

from portal_backend.base.normalization import normalize_key

BETWEEN = "\x1f"
LONGEST_KEY = 64


def known_by(values: Iterable[object]) -> str:
    """What a row is known by, whatever the case."""
    return BETWEEN.join(str(each).strip().lower() for each in values)


def folded(value: object) -> str:
    """Fold a number of a key, or keep what consists of signs alone."""
    return normalize_key(str(value)) or str(value)


def digest(key: str) -> str:
    """A key as it is stored, whatever its length."""
    return key if len(key) <= LONGEST_KEY else blake2s(key.encode()).hexdigest()
