"""What a row is known by, as one text."""

from collections.abc import Iterable
from hashlib import blake2s

BETWEEN = "\x1f"
LONGEST_KEY = 64


def known_by(values: Iterable[object]) -> str:
    """What a row is known by, whatever the case."""
    return BETWEEN.join(str(each).strip().lower() for each in values)


def digest(key: str) -> str:
    """A key as it is stored, whatever its length."""
    return key if len(key) <= LONGEST_KEY else blake2s(key.encode()).hexdigest()
