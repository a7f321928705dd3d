"""Run granian with fixed options for scripts/run and the image.

A supervisor restarts it. The options that differ between the two are passed as arguments. Run with .venv/bin/python.
"""

import os
import resource
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from supervisor import Supervisor

ASGI_APPLICATION = "portal_backend.config.asgi:application"
MAX_OPEN_FILES = 10_000
# metrics are in memory-mapped files: on a full disk, writing to one kills the process (SIGBUS)
SHARED_MEMORY_DIR = Path("/dev/shm")  # noqa: S108 - a temporary folder is created in it
GRANIAN_OPTIONS = (
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
    # requests under way are answered until then (portal_backend/asgi/shutdown.py); shorter than STOP_TIMEOUT
    *("--workers-kill-timeout", "7"),
)


def build_command(arguments: list[str], environment: dict[str, str]) -> list[str]:
    """Build granian's command line."""
    granian = str(Path(sys.executable).with_name("granian"))
    address = ("--host", environment["PORTAL_HOST"], "--port", environment["PORTAL_PORT"])
    return [granian, *GRANIAN_OPTIONS, *address, *arguments, ASGI_APPLICATION]


def raise_open_files_limit() -> None:
    """Raise the limit of open files as far as allowed: each connection is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(MAX_OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))


def main(arguments: list[str]) -> int:
    """Serve until a signal stops the server."""
    raise_open_files_limit()
    # two malloc arenas instead of one per thread, each of which would keep its peak of freed memory
    os.environ.setdefault("MALLOC_ARENA_MAX", "2")
    # large blocks (a connection's buffer, a body, a hash) are returned to the system when freed
    os.environ.setdefault("MALLOC_MMAP_THRESHOLD_", str(1 << 16))
    parent_folder = SHARED_MEMORY_DIR if os.access(SHARED_MEMORY_DIR, os.W_OK) else None
    with TemporaryDirectory(prefix="portal-metrics-", dir=parent_folder) as folder:
        # metrics of several processes are combined from one set of files per process
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        server_command = build_command(arguments, dict(os.environ))
        return Supervisor(server_command, "The web server").run_until_signaled()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
