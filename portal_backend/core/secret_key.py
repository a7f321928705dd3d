"""Django's secret key: configured, or generated once for the embedded setup."""

from pathlib import Path

from django.core.management.utils import get_random_secret_key

from portal_backend.core.environment import raise_invalid_setting


def load_secret_key(configured: str, directory: Path | None) -> str:
    """Return the configured secret key, or the generated one stored in `directory`.

    Raises InvalidSettingError if the key is missing or weak.
    """
    secret = configured or (_load_generated_key(directory) if directory else "")
    is_example = len(set(secret)) < 5 or "change-me" in secret or secret.startswith("django-insecure-")
    if len(secret) < 32 or is_example:
        raise_invalid_setting("SECRET_KEY", "a random text of at least 32 characters")
    return secret


def _load_generated_key(directory: Path) -> str:
    path = directory / "secret_key"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(get_random_secret_key())
    return path.read_text()
