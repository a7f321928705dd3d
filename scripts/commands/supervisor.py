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

# a first run shorter than this means that the program cannot start; later ones are restarted a few times
SHORT_RUN_SECONDS = 10.0
MAX_SHORT_RUNS = 5
RESTART_DELAY = 0.5
# shorter than the caller's timeout (processes.py: 10 s), which would kill only this process
STOP_TIMEOUT = 8.0
PARENT_POLL_INTERVAL = 1.0


class Supervisor:
    """Supervisor of one program that restarts it until it is stopped.

    Granian itself gives up when a worker is killed twice. With `retries_forever` it never gives up, and pauses after a
    short run: the program may be waiting for a service that is not available yet.
    """

    def __init__(
        self,
        words: list[str],
        name: str,
        *,
        retries_forever: bool = False,
        stop_timeout: float = STOP_TIMEOUT,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._command = words
        self._name = name
        self._retries_forever = retries_forever
        self._stop_timeout = stop_timeout
        self._clock = clock
        self._process: subprocess.Popen[bytes] | None = None
        self._stopping = threading.Event()

    def stop(self, number: int = signal.SIGTERM, frame: FrameType | None = None) -> None:
        """Stop the program and do not restart it.

        A second signal is passed on like the first. The process group is killed after the stop timeout.
        """
        del number, frame
        if not self._stopping.is_set():
            self._stopping.set()
            killing = threading.Timer(self._stop_timeout, self._kill)
            killing.daemon = True
            killing.start()
        if self._process is not None:
            self._process.terminate()

    def _kill(self) -> None:
        """Kill the process group of the program."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def run_until_signaled(self) -> int:
        """Run until a signal or the end of the parent process; return the exit code."""
        for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(each, self.stop)
        threading.Thread(target=self._stop_after_parent, args=(os.getppid(),), daemon=True).start()
        return self.run()

    def _stop_after_parent(self, parent: int) -> None:
        """Stop the program when the parent process was killed, as `scripts/run` may be."""
        while os.getppid() == parent:
            time.sleep(PARENT_POLL_INTERVAL)
        self.stop()

    def run(self) -> int:
        """Run and restart the program; return the exit code.

        The code is the program's if it cannot start or keeps exiting, else 0.
        """
        runs = short_runs = 0
        while not self._stopping.is_set():
            began = self._clock()
            self._process = subprocess.Popen(self._command, process_group=0)
            if self._stopping.is_set():  # stopped while the program was starting
                self._process.terminate()
            code = self._process.wait()
            self._kill()  # workers whose parent was killed keep serving
            runs += 1
            short_runs = short_runs + 1 if self._clock() - began < SHORT_RUN_SECONDS else 0
            if self._stopping.is_set():
                break
            if not self._retries_forever and (runs == short_runs == 1 or short_runs == MAX_SHORT_RUNS):
                return code if code > 0 else 1
            print(f"{self._name} exited unexpectedly with code {code} and is restarted.", file=sys.stderr, flush=True)
            if self._retries_forever and short_runs:
                self._stopping.wait(RESTART_DELAY)
        return 0
