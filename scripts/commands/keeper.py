"""Supervise a program and restart it when it exits by itself."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType

# a server that exits this soon may be unable to start; one that has started is restarted a few times
SHORT_LIFE = 10.0
SHORT_LIVES = 5
PAUSE = 0.5
# shorter than the caller's timeout (processes.py: 10 s), which would kill only this process
GRACE = 8.0


class Keeper:
    """Supervisor of one program that restarts it until it is stopped.

    Granian itself gives up when a worker is killed twice. With `retries_forever` it never gives up, and pauses after a
    short run: the program may be waiting for a service that is not available yet.
    """

    def __init__(
        self,
        words: list[str],
        name: str,
        *,
        patient: bool = False,
        grace: float = GRACE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._words = words
        self._name = name
        self._patient = patient
        self._grace = grace
        self._clock = clock
        self._program: subprocess.Popen[bytes] | None = None
        self._stopping = threading.Event()

    def stop(self, number: int = signal.SIGTERM, frame: FrameType | None = None) -> None:
        """Stop the program and do not restart it.

        A second signal is passed on like the first. The process group is killed after the stop timeout.
        """
        del number, frame
        if not self._stopping.is_set():
            self._stopping.set()
            killing = threading.Timer(self._grace, self._kill)
            killing.daemon = True
            killing.start()
        if self._program is not None:
            self._program.terminate()

    def _kill(self) -> None:
        """Kill the process group of the program."""
        if self._program is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._program.pid, signal.SIGKILL)

    def until_told(self) -> int:
        """Run until SIGTERM, SIGINT or SIGHUP; return the exit code."""
        for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(each, self.stop)
        return self.run()

    def run(self) -> int:
        """Run and restart the program; return the exit code.

        The code is the program's if it cannot start or keeps exiting, else 0.
        """
        runs = short_runs = 0
        while not self._stopping.is_set():
            began = self._clock()
            self._program = subprocess.Popen(self._words, process_group=0)
            if self._stopping.is_set():  # stopped while the program was starting
                self._program.terminate()
            code = self._program.wait()
            self._kill()  # workers whose parent was killed keep serving
            runs += 1
            short_runs = short_runs + 1 if self._clock() - began < SHORT_LIFE else 0
            if self._stopping.is_set():
                break
            if not self._patient and (runs == short_runs == 1 or short_runs == SHORT_LIVES):
                return code if code > 0 else 1
            print(f"{self._name} ended by itself with code {code}; it is started again.", file=sys.stderr, flush=True)
            if self._patient and short_runs:
                self._stopping.wait(PAUSE)
        return 0
