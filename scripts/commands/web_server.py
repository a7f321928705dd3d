"""Becomes the web server: granian, told once for scripts/run and the image what keeps it standing.

What differs between the two they add as arguments. Run with .venv/bin/python.
"""

import os
import sys
from pathlib import Path

APPLICATION = "portal_backend.wsgi:application"
OPTIONS = (
    *("--interface", "wsgi"),
    # HTTP/2 lets one connection open streams whose bodies never come, and each would hold a thread for good
    *("--http", "1"),
    "--no-ws",
    # uploads and slow readers hold a thread each; Python's lock makes more of them useless
    *("--blocking-threads", "16"),
)


def command(arguments: list[str], environment: dict[str, str]) -> list[str]:
    """Granian and all that it is told."""
    granian = str(Path(sys.executable).with_name("granian"))
    place = ("--host", environment["PORTAL_HOST"], "--port", environment["PORTAL_PORT"])
    return [granian, *OPTIONS, *place, *arguments, APPLICATION]


def main(arguments: list[str]) -> None:
    """Give this process to granian."""
    words = command(arguments, dict(os.environ))
    os.execv(words[0], words)  # noqa: S606 - no shell is meant


if __name__ == "__main__":
    main(sys.argv[1:])
