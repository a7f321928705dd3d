"""Run granian with fixed options for scripts/run and the image.

A supervisor restarts it. The options that differ between the two are passed as arguments. Run with .venv/bin/python.
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
# metrics are in memory-mapped files: on a full disk, writing to one kills the process (SIGBUS)
MEMORY = Path("/dev/shm")  # noqa: S108 - a temporary folder is created in it
OPTIONS = (
    *("--interface", "asginl"),
    # HTTP/2 lets one connection open hundreds of streams, and is not needed here: the proxy serves it to browsers
    *("--http", "1"),
    "--no-ws",
    # closes connections without headers, or idle ones, after 20 s
    *("--http1-header-read-timeout", "20000"),
    # memory of a connection's buffer; a URL is at most 64 kB long
    *("--http1-buffer-size", "69632"),
    # maximum number of connections, most of which are idle
    *("--backpressure", "2500"),
)


def command(arguments: list[str], environment: dict[str, str]) -> list[str]:
    """Build granian's command line."""
    granian = str(Path(sys.executable).with_name("granian"))
    address = ("--host", environment["PORTAL_HOST"], "--port", environment["PORTAL_PORT"])
    return [granian, *OPTIONS, *address, *arguments, APPLICATION]


def allow_open_files() -> None:
    """Raise the limit of open files as far as allowed: each connection is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))


def grace_of(arguments: list[str]) -> float:
    """Return the stop timeout: a little longer than that of its own workers."""
    options = dict(itertools.pairwise(arguments))
    return max(GRACE, float(options.get("--workers-kill-timeout", 0)) + 3)


def main(arguments: list[str]) -> int:
    """Serve until a signal stops the server."""
    allow_open_files()
    # two malloc arenas instead of one per thread, each of which would keep its peak of freed memory
    os.environ.setdefault("MALLOC_ARENA_MAX", "2")
    # large blocks (a connection's buffer, a body, a hash) are returned to the system when freed
    os.environ.setdefault("MALLOC_MMAP_THRESHOLD_", str(1 << 16))
    parent_folder = MEMORY if os.access(MEMORY, os.W_OK) else None
    with TemporaryDirectory(prefix="portal-metrics-", dir=parent_folder) as folder:
        # metrics of several processes are combined from one set of files per process
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        server_command = command(arguments, dict(os.environ))
        return Keeper(server_command, "The web server", grace=grace_of(arguments)).until_told()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
