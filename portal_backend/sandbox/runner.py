"""Runner of sandbox processes: starts one, reads its messages, and ends it once its caller is gone."""

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

from portal_backend.base.cancellation import raise_if_canceled

CHUNK = 1_000_000
# how often a call or a job whose caller is gone is noticed while the process says nothing
POLL_SECONDS = 0.25
KILLED_FOR_TIME = (-signal.SIGXCPU, -signal.SIGKILL)
# what the process may write beyond its own count: the reason why it stopped
REFUSAL_BYTES = 10_000
Reason = Literal["too_slow", "too_large", "broken"]


@dataclass(frozen=True)
class Limits:
    """Limits of a process: bytes of memory, seconds of processor time, bytes of a file, bytes of its answer.

    `timeout` are seconds by the clock, where somebody waits for it.
    """

    memory: int
    seconds: int
    output: int
    disk: int = 0
    timeout: float | None = None


class ParserRefused(Exception):
    """The parser does not read the file, and the word that says why."""

    def __init__(self, word: str, values: Mapping[str, Any]) -> None:
        super().__init__(word)
        self.word = word
        self.values = values


class ParserFailed(Exception):
    """The process ended without an answer: of too much time or memory, or of what it read."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


def run_parser(module: str, order: Mapping[str, Any], limits: Limits) -> Iterator[list[Any]]:
    """Run a module as a process that is given nothing of the portal's, and yield the lines that it answers.

    It ends with the generator, and with the call or job that it works for. Raises ParserRefused, ParserFailed or
    Canceled.
    """
    process = subprocess.Popen(  # noqa: S603 - our own program, and no shell
        [sys.executable, "-m", module, json.dumps(order), json.dumps(asdict(limits))],
        cwd=settings.BASE_DIR,
        env={"LANG": os.environ.get("LANG", "C.UTF-8")},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        for line in _lines(process, limits):
            answer = orjson.loads(line)
            if answer[0] == "refused":
                raise ParserRefused(answer[1], answer[2])
            yield answer
        if code := process.wait():
            raise ParserFailed("too_slow" if code in KILLED_FOR_TIME else "too_large" if code < 0 else "broken")
    finally:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


def _lines(process: "subprocess.Popen[bytes]", limits: Limits) -> Iterator[bytes]:
    """The whole lines of the output as they come."""
    if process.stdout is None:
        return
    end = time.monotonic() + limits.timeout if limits.timeout else None
    received, rest = 0, b""
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while True:
            raise_if_canceled()
            if end is not None and time.monotonic() > end:
                raise ParserFailed("too_slow")
            if not selector.select(POLL_SECONDS):
                continue
            if not (chunk := os.read(process.stdout.fileno(), CHUNK)):
                return
            received += len(chunk)
            if received > limits.output + REFUSAL_BYTES:
                raise ParserFailed("too_large")
            *lines, rest = (rest + chunk).split(b"\n")
            yield from lines
