"""Runner of sandbox processes: starts one, reads its lines, and ends it."""

import json
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

import orjson
from django.conf import settings

from portal_backend.core.cancellation import raise_if_canceled

CHUNK_BYTES = 1_000_000
# interval of checks for cancellation while the process writes nothing
POLL_SECONDS = 0.25
TIMEOUT_EXIT_CODES = (-signal.SIGXCPU, -signal.SIGKILL)
# extra bytes for the line with the reason for a rejection, which the process does not count
EXTRA_OUTPUT_BYTES = 10_000
FailureReason = Literal["too_slow", "too_large", "broken"]


@dataclass(frozen=True)
class ParserLimits:
    """Resource limits of a sandbox process."""

    #: Bytes of address space.
    memory: int
    #: Seconds of processor time.
    seconds: int
    #: Bytes of standard output.
    output: int
    #: Bytes of any file that the process writes.
    disk: int = 0
    #: Seconds of wall-clock time, if a user waits for the result.
    timeout: float | None = None


class ParserRejectedError(Exception):
    """The parser rejected the file, with the reason."""

    def __init__(self, word: str, values: Mapping[str, Any]) -> None:
        super().__init__(word)
        self.reason = word
        self.values = values


class ParserFailedError(Exception):
    """The process failed: too much time, memory or output, or a crash."""

    def __init__(self, reason: FailureReason) -> None:
        super().__init__(reason)
        self.reason = reason


def run_parser(module: str, request: Mapping[str, Any], limits: ParserLimits) -> Iterator[list[Any]]:
    """Run a module in a sandbox process and yield its output lines.

    The process has no environment or credentials of the portal. It ends with the generator, or when the request or job
    that uses it is canceled. Raises ParserRejectedError, ParserFailedError or Canceled.
    """
    process = subprocess.Popen(  # noqa: S603 - our own program, and no shell
        [sys.executable, "-m", module, json.dumps(request), json.dumps(asdict(limits))],
        cwd=settings.BASE_DIR,
        env={"LANG": os.environ.get("LANG", "C.UTF-8")},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        for line in _read_lines(process, limits):
            message = orjson.loads(line)
            if message[0] == "refused":
                raise ParserRejectedError(message[1], message[2])
            yield message
        if code := process.wait():
            raise ParserFailedError("too_slow" if code in TIMEOUT_EXIT_CODES else "too_large" if code < 0 else "broken")
    finally:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


def _read_lines(process: "subprocess.Popen[bytes]", limits: ParserLimits) -> Iterator[bytes]:
    """Yield the complete lines of the output as they arrive.

    Raises ParserFailedError or Canceled.
    """
    if process.stdout is None:
        return
    deadline = time.monotonic() + limits.timeout if limits.timeout else None
    received, remainder = 0, b""
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while True:
            raise_if_canceled()
            if deadline is not None and time.monotonic() > deadline:
                raise ParserFailedError("too_slow")
            if not selector.select(POLL_SECONDS):
                continue
            if not (chunk := os.read(process.stdout.fileno(), CHUNK_BYTES)):
                return
            received += len(chunk)
            if received > limits.output + EXTRA_OUTPUT_BYTES:
                raise ParserFailedError("too_large")
            *lines, remainder = (remainder + chunk).split(b"\n")
            yield from lines
