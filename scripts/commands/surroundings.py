"""What tests are run in: an environment of their own, a browser, a server whose last words are told."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from children import Problem
from install import tool, with_venv
from services import BROWSERS, find_program

# empty rather than absent: absent ones would be read from .env
OUTSIDE = (
    "DATABASE_URL",
    "DATABASE_REPLICA_URL",
    "REDIS_URL",
    "EMAIL_URL",
    "STORAGE_URL",
    "SECRET_KEY",
    "PORTAL_PUBLIC_URL",
    "PORTAL_DATA_DIR",
)
PYTEST = [tool("pytest"), "-n", "2", "--dist", "worksteal", "-q"]
BROWSER_TESTS = ["npm", "run", "e2e"]


@contextlib.contextmanager
def own_environment(environment: dict[str, str]) -> Iterator[dict[str, str]]:
    """Nothing of the machine's or the person's settings reaches the tests, and their data goes with them."""
    with TemporaryDirectory(prefix="portal-") as folder:
        yield {
            **{
                name: value for name, value in with_venv(environment).items() if name not in {"FORCE_COLOR", "NODE_ENV"}
            },
            **dict.fromkeys(OUTSIDE, ""),
            "PORTAL_DATA_DIR": str(Path(folder) / "var"),
            "TMPDIR": folder,
            "NO_COLOR": "1",
        }


def with_browser(environment: dict[str, str]) -> dict[str, str]:
    """The environment that also names the browser. Raises Problem where there is none."""
    if not (chromium := find_program(*BROWSERS)):
        raise Problem("Chromium is missing: install it (Debian: chromium-headless-shell, or chromium).")
    return {"CHROMIUM": chromium, **environment}


def tell_of_server(log: IO[bytes], *, failed: bool) -> None:
    """Print the last lines of a server that something failed against."""
    log.seek(0)
    lines = [line for line in log.read().decode(errors="replace").splitlines() if " INFO " not in line]
    if failed and lines:
        print("\n    | ".join(["  What the web server told at last:", *lines[-40:]]), flush=True)
