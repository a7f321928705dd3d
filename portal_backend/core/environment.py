"""Typed access to environment variables; an invalid one stops the start."""

import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from typing import NoReturn
from urllib.parse import SplitResult, urlsplit

from django.core.management.utils import get_random_secret_key

TRUE_VALUES = frozenset({"1", "true", "yes", "on"})
FALSE_VALUES = frozenset({"0", "false", "no", "off"})
# read by the commands in scripts/ and by compose.yml, not by the settings module
EXTERNAL_VARIABLES = frozenset(
    {
        *("PORTAL_PYTHON", "PORTAL_TLS", "PORTAL_CERTIFICATES", "POSTGRES_PASSWORD", "STORAGE_KEY"),
        *("PORTAL_WEB_SERVERS", "PORTAL_WORKERS", "PORTAL_MAIL_WORKERS", "PORTAL_JOB_WORKERS", "PORTAL_TEST_DATABASE"),
        "PORTAL_ADMIN_PASSWORD",
    }
)
# former names by which settings are still accepted until the release after 0.2
RENAMED_VARIABLES = {
    "PORTAL_MAIL_ATTEMPTS": "PORTAL_MAX_MAIL_ATTEMPTS",
    "PORTAL_IMPORT_DAYS": "PORTAL_IMPORT_RETENTION_DAYS",
    "PORTAL_AUDIT_DAYS": "PORTAL_AUDIT_RETENTION_DAYS",
    "PORTAL_MAIL_DAYS": "PORTAL_MAIL_RETENTION_DAYS",
    "PORTAL_THREADS": "PORTAL_WEB_THREADS",
    "PORTAL_TOKEN_HOURS": "PORTAL_SESSION_IDLE_HOURS",
    "PORTAL_SESSION_DAYS": "PORTAL_SESSION_MAX_DAYS",
    "PORTAL_LOGIN_STEP_MINUTES": "PORTAL_LOGIN_CHALLENGE_MINUTES",
    "PORTAL_RECOVERY_CALLS_PER_HOUR": "PORTAL_RESET_REQUESTS_PER_HOUR",
    "PORTAL_RECOVERIES_PER_HOUR": "PORTAL_RESET_MAILS_PER_HOUR",
    "PORTAL_RECOVERY_KEY_MINUTES": "PORTAL_RESET_TOKEN_MINUTES",
    "PORTAL_FIRST_PASSWORD_DAYS": "PORTAL_INVITATION_DAYS",
    "PORTAL_ATTACHMENT_BYTES": "PORTAL_MAX_ATTACHMENT_BYTES",
    "PORTAL_ATTACHMENT_COUNT": "PORTAL_MAX_ATTACHMENTS",
    "PORTAL_INLINE_BYTES": "PORTAL_MAX_INLINE_BYTES",
    "PORTAL_INLINE_PICTURES": "PORTAL_MAX_INLINE_IMAGES",
    "PORTAL_UNUSED_UPLOAD_BYTES": "PORTAL_MAX_UNUSED_UPLOAD_BYTES",
    "PORTAL_UNUSED_UPLOAD_DAYS": "PORTAL_UNUSED_UPLOAD_RETENTION_DAYS",
    "PORTAL_IMPORT_ROWS": "PORTAL_MAX_IMPORT_ROWS",
    "PORTAL_REPAIR_UNITS": "PORTAL_MAX_REPAIR_UNITS",
    "PORTAL_EXPORT_ROWS": "PORTAL_EXPORT_SYNC_MAX_ROWS",
    "PORTAL_JOBS_AT_ONCE": "PORTAL_MAX_OPEN_JOBS",
    "PORTAL_JOB_HOURS": "PORTAL_JOB_RETENTION_HOURS",
    "PORTAL_SIGN_OF_LIFE": "PORTAL_HEARTBEAT_FILE",
    "PORTAL_LOG_CALLS": "PORTAL_ACCESS_LOG",
}
# minimum difflib ratio at which a name counts as a misspelling of another
MIN_SIMILARITY = 0.88
MAX_NUMBER = 1_000_000


class InvalidSettingError(SystemExit):
    """Exit with a one-line message about an invalid setting, without a traceback."""


def raise_invalid_setting(name: str, expected: str, value: str | None = None) -> NoReturn:
    """Raise InvalidSettingError; omit `value` if it may contain a password."""
    is_now = f"{name} is {value!r}: set" if value is not None else f"{name} is not valid: set"
    raise InvalidSettingError(f"{is_now} it to {expected}.")


class Environment:
    """Environment variables by name; an empty value counts as unset."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = {name: value for name, value in variables.items() if value}
        for old_name, name in RENAMED_VARIABLES.items():
            if old_name in self._variables:
                self._variables.setdefault(name, self._variables[old_name])
        self._read_names: set[str] = set()

    def text(self, name: str, default: str = "") -> str:
        """Return a string."""
        self._read_names.add(name)
        return self._variables.get(name, default)

    def text_list(self, name: str) -> list[str]:
        """Return a list of comma-separated strings."""
        return [part for each in self.text(name).split(",") if (part := each.strip())]

    def flag(self, name: str, default: bool) -> bool:
        """Return a boolean."""
        value = self.text(name).lower()
        if value and value not in TRUE_VALUES | FALSE_VALUES:
            raise_invalid_setting(name, "1 or 0", value)
        return value in TRUE_VALUES if value else default

    def number(self, name: str, default: int, *, minimum: int = 1, maximum: int = MAX_NUMBER) -> int:
        """Return an integer within bounds."""
        value = self.text(name)
        if not value:
            return default
        if not re.fullmatch(r"-?[0-9]{1,18}", value) or not minimum <= int(value) <= maximum:
            raise_invalid_setting(name, f"a whole number from {minimum} to {maximum}", value)
        return int(value)

    def choice(self, name: str, default: str, choices: Iterable[str]) -> str:
        """Return one of the allowed values."""
        value = self.text(name, default)
        if value not in choices:
            raise_invalid_setting(name, f"one of {', '.join(choices)}", value)
        return value

    def url(
        self, name: str, schemes: Iterable[str], example: str, *, default: str = "", needs_path: bool = False
    ) -> str:
        """Return a URL with a known scheme and a host."""
        value = self.text(name)
        if value and not (has_valid_host(value, schemes) and (urlsplit(value).path.strip("/") or not needs_path)):
            raise_invalid_setting(name, f"an address such as {example}")
        return value or default

    def directory(self, name: str, default: Path) -> Path:
        """Return a writable directory, created with mode 0700 if missing."""
        path = Path(self.text(name, str(default))).resolve()
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise_invalid_setting(name, f"a folder that can be made and written ({error.strerror})", str(path))
        if not os.access(path, os.W_OK | os.X_OK):
            raise_invalid_setting(name, "a folder that can be written", str(path))
        return path

    def list_unknown_variables(self, names: Iterable[str]) -> list[str]:
        """Return a warning for each name that looks like a setting but is never read."""
        known = sorted(self._read_names | EXTERNAL_VARIABLES)
        warnings = []
        for name in sorted(set(names) - set(known)):
            if name in RENAMED_VARIABLES:
                warnings.append(f"{name} is now {RENAMED_VARIABLES[name]}; the old name works in this release only.")
            elif similar := get_close_matches(name, known, 1, MIN_SIMILARITY):
                warnings.append(f"{name} is not a setting of the portal: is {similar[0]} meant?")
            elif name.startswith("PORTAL_"):
                warnings.append(f"{name} is not a setting of the portal.")
        return warnings


def has_valid_host(url: str, schemes: Iterable[str]) -> bool:
    """Return whether a URL has one of these schemes, a valid host and a valid port."""
    parts = parse_url(url)
    return parts is not None and parts.scheme in schemes and is_host(parts.hostname or "")


def is_host(name: str) -> bool:
    """Return whether a name can be a host: not empty, printable, no whitespace."""
    return bool(name) and name.isprintable() and not any(char.isspace() for char in name)


def parse_url(url: str) -> SplitResult | None:
    """Return the parts of a URL, or None if it is malformed."""
    try:
        parts = urlsplit(url)
        _ = parts.port  # access validates it: ValueError if it is not from 0 to 65535
    except ValueError:
        return None
    return parts


def format_url_host(host: str) -> str:
    """Return a host as it is written in a URL; IPv6 addresses in brackets."""
    return f"[{host}]" if ":" in host else host


def create_private_directory(path: Path) -> Path:
    """Create a directory if missing, and make it accessible to its owner only."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.stat().st_mode & 0o077:
        with suppress(PermissionError):  # owned by another user, for example in a mounted volume
            path.chmod(0o700)
    return path


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
