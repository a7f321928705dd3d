"""Keeps a program running: one that ends by itself is started again."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType

# a server that ends so soon may be unable to start; one that did start is given a few more lives
SHORT_LIFE = 10.0
SHORT_LIVES = 5
PAUSE = 0.5
# killed then, before the caller's own timeout (children.py: 10 s) kills this process
GRACE = 8.0


class Keeper:
    """Keeps one program running until it is told to stop; granian itself gives up when a worker is killed twice.

    A `patient` one never gives up, with a pause after a short life: what it keeps waits for others to be there.
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
        """Have the program end, and do not start it again. A second signal is passed on like the first."""
        del number, frame
        if not self._stopping.is_set():
            self._stopping.set()
            killing = threading.Timer(self._grace, self._kill)
            killing.daemon = True
            killing.start()
        if self._program is not None:
            self._program.terminate()

    def _kill(self) -> None:
        """End the program and all that it started."""
        if self._program is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._program.pid, signal.SIGKILL)

    def until_told(self) -> int:
        """Run until TERM, Ctrl-C or a closed terminal; the exit code."""
        for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(each, self.stop)
        return self.run()

    def run(self) -> int:
        """The exit code: the program's where it cannot live, else 0."""
        lives = short_lives = 0
        while not self._stopping.is_set():
            began = self._clock()
            self._program = subprocess.Popen(self._words, process_group=0)
            if self._stopping.is_set():  # told so just now
                self._program.terminate()
            code = self._program.wait()
            self._kill()  # workers whose parent was killed serve on
            lives += 1
            short_lives = short_lives + 1 if self._clock() - began < SHORT_LIFE else 0
            if self._stopping.is_set():
                break
            if not self._patient and (lives == short_lives == 1 or short_lives == SHORT_LIVES):
                return code if code > 0 else 1
            print(f"{self._name} ended by itself with code {code}; it is started again.", file=sys.stderr, flush=True)
            if self._patient and short_lives:
                self._stopping.wait(PAUSE)
        return 0
