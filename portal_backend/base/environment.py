"""Settings as the environment gives them: each is checked when it is read, and a wrong one is named in one line."""

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
# read by the commands in scripts/ and by compose.yml, not by the settings
READ_ELSEWHERE = frozenset(
    {
        *("PORTAL_PYTHON", "PORTAL_TLS", "PORTAL_CERTIFICATES", "POSTGRES_PASSWORD", "STORAGE_KEY"),
        *("PORTAL_WEB_SERVERS", "PORTAL_WORKERS", "PORTAL_MAIL_WORKERS", "PORTAL_JOB_WORKERS", "PORTAL_TEST_DATABASE"),
        "PORTAL_ADMIN_PASSWORD",
    }
)
# so alike are a name and a misspelling of it
SIMILARITY = 0.88
MAX_NUMBER = 1_000_000


class InvalidSettingError(SystemExit):
    """A setting that the portal does not start with; ends the process with one line and no traceback."""


def refuse(name: str, expected: str, value: str | None = None) -> NoReturn:
    """Refuse to start. The value is shown unless it may hold a password."""
    is_now = f"{name} is {value!r}: set" if value is not None else f"{name} is not valid: set"
    raise InvalidSettingError(f"{is_now} it to {expected}.")


class Environment:
    """Variables by name; an empty value counts as none."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = {name: value for name, value in variables.items() if value}
        self._names: set[str] = set()

    def text(self, name: str, default: str = "") -> str:
        """A text."""
        self._names.add(name)
        return self._variables.get(name, default)

    def texts(self, name: str) -> list[str]:
        """Texts separated by commas."""
        return [part for each in self.text(name).split(",") if (part := each.strip())]

    def flag(self, name: str, default: bool) -> bool:
        """A switch."""
        value = self.text(name).lower()
        if value and value not in TRUE | FALSE:
            refuse(name, "1 or 0", value)
        return value in TRUE if value else default

    def number(self, name: str, default: int, *, minimum: int = 1, maximum: int = MAX_NUMBER) -> int:
        """A whole number within bounds."""
        value = self.text(name)
        if not value:
            return default
        if not re.fullmatch(r"-?[0-9]{1,18}", value) or not minimum <= int(value) <= maximum:
            refuse(name, f"a whole number from {minimum} to {maximum}", value)
        return int(value)

    def choice(self, name: str, default: str, choices: Iterable[str]) -> str:
        """One of a few words."""
        value = self.text(name, default)
        if value not in choices:
            refuse(name, f"one of {', '.join(choices)}", value)
        return value

    def url(
        self, name: str, schemes: Iterable[str], example: str, *, default: str = "", needs_path: bool = False
    ) -> str:
        """An address with a known scheme and a host."""
        value = self.text(name)
        if value and not (has_host(value, schemes) and (urlsplit(value).path.strip("/") or not needs_path)):
            refuse(name, f"an address such as {example}")
        return value or default

    def folder(self, name: str, default: Path) -> Path:
        """A folder that can be written, made for its owner alone where it is missing."""
        place = Path(self.text(name, str(default))).resolve()
        try:
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            refuse(name, f"a folder that can be made and written ({error.strerror})", str(place))
        if not os.access(place, os.W_OK | os.X_OK):
            refuse(name, "a folder that can be written", str(place))
        return place

    def unknown(self, names: Iterable[str]) -> list[str]:
        """A warning for each of these names that is probably meant for the portal, and that nothing reads."""
        known = sorted(self._names | READ_ELSEWHERE)
        warnings = []
        for name in sorted(set(names) - set(known)):
            if alike := get_close_matches(name, known, 1, SIMILARITY):
                warnings.append(f"{name} is not a setting of the portal: is {alike[0]} meant?")
            elif name.startswith("PORTAL_"):
                warnings.append(f"{name} is not a setting of the portal.")
        return warnings


def has_host(url: str, schemes: Iterable[str]) -> bool:
    """Whether an address has one of these schemes, a host, and a port that is one."""
    parts = parts_of(url)
    return parts is not None and parts.scheme in schemes and is_host(parts.hostname or "")


def is_host(name: str) -> bool:
    """Whether a name can be that of a host: it is not blank and has no blanks or control characters."""
    return bool(name) and name.isprintable() and not any(char.isspace() for char in name)


def parts_of(url: str) -> SplitResult | None:
    """The parts of an address, or None where it is malformed."""
    try:
        parts = urlsplit(url)
        _ = parts.port  # read for its check: ValueError where it is no number from 0 to 65535
    except ValueError:
        return None
    return parts


def in_url(host: str) -> str:
    """A host as it is written in an address."""
    return f"[{host}]" if ":" in host else host


def private_folder(place: Path) -> Path:
    """Make a folder of the portal's own that its owner alone enters; one that others could enter so far is closed."""
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    if place.stat().st_mode & 0o077:
        with suppress(PermissionError):  # another user's folder, as in a volume that was brought along
            place.chmod(0o700)
    return place
