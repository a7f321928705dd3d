"""Runs the web server for scripts/run and the image: granian, told once what keeps it standing, and kept running.

What differs between the two they add as arguments. Run with .venv/bin/python.
"""

import itertools
import os
import resource
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from keeper import GRACE, Keeper

APPLICATION = "portal_backend.asgi:application"
OPEN_FILES = 10_000
# counts are kept in mapped files: on a disk that is full, writing to one ends its process (SIGBUS)
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own is made there
OPTIONS = (
    *("--interface", "asginl"),
    # HTTP/2 lets one connection open hundreds of streams, and nothing here needs it: a proxy speaks it with browsers
    *("--http", "1"),
    "--no-ws",
    # whoever sends no headers, or nothing more on an open connection, is given up after 20 s
    *("--http1-header-read-timeout", "20000"),
    # what a connection may take in memory; an address is at most 64 kB long
    *("--http1-buffer-size", "69632"),
    # connections, most of which only wait
    *("--backpressure", "2500"),
)


def command(arguments: list[str], environment: dict[str, str]) -> list[str]:
    """Granian and all that it is told."""
    granian = str(Path(sys.executable).with_name("granian"))
    place = ("--host", environment["PORTAL_HOST"], "--port", environment["PORTAL_PORT"])
    return [granian, *OPTIONS, *place, *arguments, APPLICATION]


def allow_open_files() -> None:
    """As many as the system lets us: each connection is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def grace_of(arguments: list[str]) -> float:
    """Return how long the server has to end: a little longer than it gives its own workers."""
    options = dict(itertools.pairwise(arguments))
    return max(GRACE, float(options.get("--workers-kill-timeout", 0)) + 3)


def main(arguments: list[str]) -> int:
    """Serve until told to stop."""
    allow_open_files()
    # one store of freed memory instead of one a thread, each of which would keep the most that it ever held
    os.environ.setdefault("MALLOC_ARENA_MAX", "2")
    # what is large (a connection's buffer, a body, what a hash takes) goes back to the system once it is done with
    os.environ.setdefault("MALLOC_MMAP_THRESHOLD_", str(1 << 16))
    place = MEMORY if os.access(MEMORY, os.W_OK) else None
    with TemporaryDirectory(prefix="portal-metrics-", dir=place) as folder:
        # several processes count together: each in files of its own there
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        words = command(arguments, dict(os.environ))
        return Keeper(words, "The web server", grace=grace_of(arguments)).until_told()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
