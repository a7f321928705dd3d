"""Environment of the test runs: settings, browser and server log."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from backing_services import BROWSER_PROGRAMS, find_program
from install import get_tool_path, with_venv
from processes import CommandError

# empty rather than unset: unset ones would be read from .env
EXTERNAL_VARIABLES = (
    "DATABASE_URL",
    "DATABASE_REPLICA_URL",
    "REDIS_URL",
    "EMAIL_URL",
    "STORAGE_URL",
    "SECRET_KEY",
    "PORTAL_PUBLIC_URL",
    "PORTAL_DATA_DIR",
)
PYTEST_COMMAND = [get_tool_path("pytest"), "-n", "2", "--dist", "worksteal", "-q"]
BROWSER_TESTS_COMMAND = ["npm", "run", "e2e"]


@contextlib.contextmanager
def isolated_environment(environment: dict[str, str]) -> Iterator[dict[str, str]]:
    """Yield an environment without the machine's or the user's settings.

    The data folder is temporary and removed at the end.
    """
    with TemporaryDirectory(prefix="portal-") as folder:
        yield {
            **{
                name: value for name, value in with_venv(environment).items() if name not in {"FORCE_COLOR", "NODE_ENV"}
            },
            **dict.fromkeys(EXTERNAL_VARIABLES, ""),
            "PORTAL_DATA_DIR": str(Path(folder) / "var"),
            "TMPDIR": folder,
            "NO_COLOR": "1",
        }


def with_browser(environment: dict[str, str]) -> dict[str, str]:
    """Return the environment with the browser's path.

    Raises CommandError if there is none.
    """
    if not (chromium := find_program(*BROWSER_PROGRAMS)):
        raise CommandError("Chromium is missing: install it (Debian: chromium-headless-shell, or chromium).")
    return {"CHROMIUM": chromium, **environment}


def print_server_log(log: IO[bytes], *, failed: bool) -> None:
    """Print the last lines of a server's log if a test against it failed."""
    log.seek(0)
    lines = [line for line in log.read().decode(errors="replace").splitlines() if " INFO " not in line]
    if failed and lines:
        print("\n    | ".join(["  Last lines of the web server's log:", *lines[-40:]]), flush=True)
