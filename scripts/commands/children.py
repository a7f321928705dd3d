"""Starts other programs so that none of them outlives the command that started it."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import IO

ROOT = Path(__file__).resolve().parents[2]
Child = subprocess.Popen[bytes]

GRACE = 10.0
_running: set[Child] = set()
_lock = threading.Lock()
_stopping = False


class Stop(Exception):
    """Somebody asked the command to stop."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.exit_code = 128 + number


class Problem(Exception):
    """Something is missing or went wrong; the text says in one line what to do."""


def raise_stop_on_signals() -> None:
    """From now on Ctrl-C, TERM and a closed terminal raise Stop in the main thread; a second one is passed on."""

    def pass_on(_number: int, _frame: FrameType | None) -> None:
        for child in list(_running):
            with contextlib.suppress(ProcessLookupError):
                os.kill(child.pid, signal.SIGTERM)

    def raise_stop(number: int, _frame: FrameType | None) -> None:
        for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(each, pass_on)
        raise Stop(number)

    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, raise_stop)


def start(
    command: Sequence[str | Path],
    environment: Mapping[str, str] | None = None,
    output: IO[bytes] | None = None,
    user: str | None = None,
    cwd: Path = ROOT,
) -> Child:
    """Start a program as the leader of its own session, so that Ctrl-C reaches it through us alone.

    `user` is for servers that refuse to run as root.
    """
    with _lock:
        if _stopping:
            raise Stop(signal.SIGTERM)
        child = subprocess.Popen(
            [str(part) for part in command],
            cwd=cwd,
            env=dict(environment) if environment is not None else None,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT if output else None,
            start_new_session=True,
            user=user,
            group=user,
            extra_groups=[] if user else None,
        )
        _running.add(child)
        return child


def finish(child: Child, timeout: float | None = None) -> int:
    """Wait for a program to end by itself, then clear what it left behind."""
    code = child.wait(timeout)
    _forget(child)
    return code


def stop(child: Child, with_signal: signal.Signals = signal.SIGTERM, grace: float = GRACE) -> None:
    """Ask a program to stop, and end it with all that it started when it does not."""
    if child.poll() is None:
        child.send_signal(with_signal)
    _finish_or_kill(child, grace)


def _finish_or_kill(child: Child, grace: float) -> None:
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(max(0.0, grace))
    _forget(child)


def run(name: str, work: Callable[[], int]) -> int:
    """The life of a command: what it started ends with it, and a problem is told in one line."""
    raise_stop_on_signals()
    try:
        return work()
    except Problem as problem:
        print(f"{name}: {problem}", file=sys.stderr)
        return 1
    except Stop as stopped:
        print("\nStopping.", flush=True)
        return stopped.exit_code
    finally:
        stop_all()


def stop_all() -> None:
    """Stop whatever still runs; nothing new is started from now on."""
    global _stopping  # noqa: PLW0603 - one process, one end
    with _lock:
        _stopping = True
        left = list(_running)
    give_up = time.monotonic() + GRACE
    for child in left:
        if child.poll() is None:
            child.terminate()
    for child in left:  # asked once: some take a second time for "at once"
        _finish_or_kill(child, give_up - time.monotonic())


def _forget(child: Child) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    with _lock:
        _running.discard(child)
