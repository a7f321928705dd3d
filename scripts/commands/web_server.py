"""Runs the web server for scripts/run and the image: granian, told once what keeps it standing, and kept running.

What differs between the two they add as arguments. Run with .venv/bin/python.
"""

import contextlib
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

APPLICATION = "portal_backend.asgi:application"
OPEN_FILES = 10_000
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
# a server that ends so soon may be unable to start; one that did start is given a few more lives
SHORT_LIFE = 10.0
SHORT_LIVES = 5


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


class Keeper:
    """Keeps one program running until it is told to stop; granian itself gives up when a worker is killed twice."""

    def __init__(self, words: list[str], clock: Callable[[], float] = time.monotonic) -> None:
        self._words = words
        self._clock = clock
        self._program: subprocess.Popen[bytes] | None = None
        self._stopping = threading.Event()

    def stop(self, number: int = signal.SIGTERM, frame: FrameType | None = None) -> None:
        """Have the program end, and do not start it again."""
        del number, frame
        self._stopping.set()
        if self._program is not None:
            self._program.terminate()

    def run(self) -> int:
        """The exit code: the program's where it cannot live, else 0."""
        lives = short_lives = 0
        while not self._stopping.is_set():
            began = self._clock()
            self._program = subprocess.Popen(self._words, process_group=0)
            if self._stopping.is_set():  # told so just now
                self._program.terminate()
            code = self._program.wait()
            with contextlib.suppress(ProcessLookupError, PermissionError):  # workers whose parent was killed serve on
                os.killpg(self._program.pid, signal.SIGKILL)
            lives += 1
            short_lives = short_lives + 1 if self._clock() - began < SHORT_LIFE else 0
            if self._stopping.is_set():
                break
            if lives == short_lives == 1 or short_lives == SHORT_LIVES:
                return code if code > 0 else 1
            print(f"The web server ended by itself with code {code}; it is started again.", file=sys.stderr, flush=True)
        return 0


def main(arguments: list[str]) -> int:
    """Serve until told to stop."""
    allow_open_files()
    # one store of freed memory instead of one a thread, each of which would keep the most that it ever held
    os.environ.setdefault("MALLOC_ARENA_MAX", "2")
    keeper = Keeper(command(arguments, dict(os.environ)))
    for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(each, keeper.stop)
    return keeper.run()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
