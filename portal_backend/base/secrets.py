"""The secret that encrypts and signs: given, or made once for the embedded default."""

from pathlib import Path

from django.core.management.utils import get_random_secret_key

from portal_backend.base.environment import refuse


def secret_key(given: str, kept_in: Path | None) -> str:
    """The given secret; where none is, and it may be kept in a folder, its own. Raises where it is weak."""
    secret = given or (_generated(kept_in) if kept_in else "")
    is_example = len(set(secret)) < 5 or "change-me" in secret or secret.startswith("django-insecure-")
    if len(secret) < 32 or is_example:
        refuse("SECRET_KEY", "a random text of at least 32 characters")
    return secret


def _generated(folder: Path) -> str:
    path = folder / "secret_key"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(get_random_secret_key())
    return path.read_text()
