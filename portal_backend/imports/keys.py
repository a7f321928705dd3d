"""Keys of rows as one text."""

from collections.abc import Iterable
from hashlib import blake2s

from portal_backend.base.normalization import normalize_key

BETWEEN = "\x1f"
LONGEST_KEY = 64


def known_by(values: Iterable[object]) -> str:
    """Join the values of a key, ignoring case."""
    return BETWEEN.join(str(each).strip().lower() for each in values)


def folded(value: object) -> str:
    """Fold a value of a key; a value of symbols only is returned unchanged."""
    return normalize_key(str(value)) or str(value)


def digest(key: str) -> str:
    """Return a key in its stored form; long keys are hashed."""
    return key if len(key) <= LONGEST_KEY else blake2s(key.encode()).hexdigest()
