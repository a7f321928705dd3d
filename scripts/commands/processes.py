"""Child processes that do not outlive the command that started them."""

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

STOP_TIMEOUT = 10.0
_running_children: set[Child] = set()
_lock = threading.Lock()
_stopping = False


class StopRequested(Exception):
    """Request to stop the command, raised by a signal."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.exit_code = 128 + number


class CommandError(Exception):
    """Missing requirement or failure; its one-line text says what to do."""


def raise_stop_on_signals() -> None:
    """Raise StopRequested in the main thread on SIGINT, SIGTERM or SIGHUP.

    Further signals are passed on to the running children as SIGTERM.
    """

    def pass_on(_number: int, _frame: FrameType | None) -> None:
        for child in list(_running_children):
            with contextlib.suppress(ProcessLookupError):
                os.kill(child.pid, signal.SIGTERM)

    def raise_stop(number: int, _frame: FrameType | None) -> None:
        for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(each, pass_on)
        raise StopRequested(number)

    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, raise_stop)


def start(
    command: Sequence[str | Path],
    environment: Mapping[str, str] | None = None,
    output: IO[bytes] | None = None,
    user: str | None = None,
    cwd: Path = ROOT,
) -> Child:
    """Start a program as the leader of its own session.

    Ctrl-C then reaches it only through this command. `user` is for servers that refuse to run as root. Raises
    StopRequested once stop_all() has begun.
    """
    with _lock:
        if _stopping:
            raise StopRequested(signal.SIGTERM)
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
        _running_children.add(child)
        return child


def wait_for_exit(child: Child, timeout: float | None = None) -> int:
    """Wait for a program to exit by itself, then kill what it left running."""
    code = child.wait(timeout)
    _reap(child)
    return code


def stop(child: Child, stop_signal: signal.Signals = signal.SIGTERM, timeout: float = STOP_TIMEOUT) -> None:
    """Signal a program to stop, and kill its process group after a timeout."""
    if child.poll() is None:
        child.send_signal(stop_signal)
    _wait_or_kill(child, timeout)


def _wait_or_kill(child: Child, grace: float) -> None:
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(max(0.0, grace))
    _reap(child)


def run_command(name: str, work: Callable[[], int]) -> int:
    """Run a command's function, stop its children, and return the exit code.

    A CommandError is printed in one line.
    """
    raise_stop_on_signals()
    try:
        return work()
    except CommandError as problem:
        print(f"{name}: {problem}", file=sys.stderr)
        return 1
    except StopRequested as stopped:
        print("\nStopping.", flush=True)
        return stopped.exit_code
    finally:
        stop_all()


def stop_all() -> None:
    """Stop all running children and refuse to start new ones."""
    global _stopping  # noqa: PLW0603 - a process stops once
    with _lock:
        _stopping = True
        left = list(_running_children)
    give_up = time.monotonic() + STOP_TIMEOUT
    for child in left:
        if child.poll() is None:
            child.terminate()
    for child in left:  # signaled once: a second signal makes a worker stop without finishing its tasks
        _wait_or_kill(child, give_up - time.monotonic())


def _reap(child: Child) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    with _lock:
        _running_children.discard(child)
