"""Typed access to environment variables; an invalid one stops the start."""

import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from typing import NoReturn
from urllib.parse import SplitResult, urlsplit

TRUE = frozenset({"1", "true", "yes", "on"})
FALSE = frozenset({"0", "false", "no", "off"})
# read by the commands in scripts/ and by compose.yml, not by the settings module
READ_ELSEWHERE = frozenset(
    {
        *("PORTAL_PYTHON", "PORTAL_TLS", "PORTAL_CERTIFICATES", "POSTGRES_PASSWORD", "STORAGE_KEY"),
        *("PORTAL_WEB_SERVERS", "PORTAL_WORKERS", "PORTAL_MAIL_WORKERS", "PORTAL_JOB_WORKERS", "PORTAL_TEST_DATABASE"),
        "PORTAL_ADMIN_PASSWORD",
    }
)
# minimum difflib ratio at which a name counts as a misspelling of another
SIMILARITY = 0.88
MAX_NUMBER = 1_000_000


class InvalidSettingError(SystemExit):
    """Exit with a one-line message about an invalid setting, without a traceback."""


def refuse(name: str, expected: str, value: str | None = None) -> NoReturn:
    """Raise InvalidSettingError; omit `value` if it may contain a password."""
    is_now = f"{name} is {value!r}: set" if value is not None else f"{name} is not valid: set"
    raise InvalidSettingError(f"{is_now} it to {expected}.")


class Environment:
    """Environment variables by name; an empty value counts as unset."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = {name: value for name, value in variables.items() if value}
        self._names: set[str] = set()

    def text(self, name: str, default: str = "") -> str:
        """Return a string."""
        self._names.add(name)
        return self._variables.get(name, default)

    def texts(self, name: str) -> list[str]:
        """Return a list of comma-separated strings."""
        return [part for each in self.text(name).split(",") if (part := each.strip())]

    def flag(self, name: str, default: bool) -> bool:
        """Return a boolean."""
        value = self.text(name).lower()
        if value and value not in TRUE | FALSE:
            refuse(name, "1 or 0", value)
        return value in TRUE if value else default

    def number(self, name: str, default: int, *, minimum: int = 1, maximum: int = MAX_NUMBER) -> int:
        """Return an integer within bounds."""
        value = self.text(name)
        if not value:
            return default
        if not re.fullmatch(r"-?[0-9]{1,18}", value) or not minimum <= int(value) <= maximum:
            refuse(name, f"a whole number from {minimum} to {maximum}", value)
        return int(value)

    def choice(self, name: str, default: str, choices: Iterable[str]) -> str:
        """Return one of the allowed values."""
        value = self.text(name, default)
        if value not in choices:
            refuse(name, f"one of {', '.join(choices)}", value)
        return value

    def url(
        self, name: str, schemes: Iterable[str], example: str, *, default: str = "", needs_path: bool = False
    ) -> str:
        """Return a URL with a known scheme and a host."""
        value = self.text(name)
        if value and not (has_host(value, schemes) and (urlsplit(value).path.strip("/") or not needs_path)):
            refuse(name, f"an address such as {example}")
        return value or default

    def folder(self, name: str, default: Path) -> Path:
        """Return a writable directory, created with mode 0700 if missing."""
        path = Path(self.text(name, str(default))).resolve()
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            refuse(name, f"a folder that can be made and written ({error.strerror})", str(path))
        if not os.access(path, os.W_OK | os.X_OK):
            refuse(name, "a folder that can be written", str(path))
        return path

    def unknown(self, names: Iterable[str]) -> list[str]:
        """Return a warning for each name that looks like a setting but is never read."""
        known = sorted(self._names | READ_ELSEWHERE)
        warnings = []
        for name in sorted(set(names) - set(known)):
            if similar := get_close_matches(name, known, 1, SIMILARITY):
                warnings.append(f"{name} is not a setting of the portal: is {similar[0]} meant?")
            elif name.startswith("PORTAL_"):
                warnings.append(f"{name} is not a setting of the portal.")
        return warnings


def has_host(url: str, schemes: Iterable[str]) -> bool:
    """Return whether a URL has one of these schemes, a valid host and a valid port."""
    parts = parts_of(url)
    return parts is not None and parts.scheme in schemes and is_host(parts.hostname or "")


def is_host(name: str) -> bool:
    """Return whether a name can be a host: not empty, printable, no whitespace."""
    return bool(name) and name.isprintable() and not any(char.isspace() for char in name)


def parts_of(url: str) -> SplitResult | None:
    """Return the parts of a URL, or None if it is malformed."""
    try:
        parts = urlsplit(url)
        _ = parts.port  # access validates it: ValueError if it is not from 0 to 65535
    except ValueError:
        return None
    return parts


def in_url(host: str) -> str:
    """Return a host as it is written in a URL; IPv6 addresses in brackets."""
    return f"[{host}]" if ":" in host else host


def private_folder(path: Path) -> Path:
    """Create a directory if missing, and make it accessible to its owner only."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.stat().st_mode & 0o077:
        with suppress(PermissionError):  # owned by another user, for example in a mounted volume
            path.chmod(0o700)
    return path
