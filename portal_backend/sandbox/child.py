"""The half of the process: it limits itself before it opens anything, and writes its answer as lines of JSON."""

import json
import os
import resource
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

Order = dict[str, Any]


class Refused(Exception):
    """A file that is not read, and the word that says why."""

    def __init__(self, word: str, **values: object) -> None:
        super().__init__(word)
        self.word = word
        self.values = values


class Writer:
    """Writes lines, each a list whose first element names it, and counts their bytes."""

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self.written = 0

    def write(self, *line: Any) -> None:
        """Write a line. Raises Refused where there were too many bytes."""
        text = json.dumps(line, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\n"
        self.written += len(text)
        if self.written > self.max_bytes:
            raise Refused("too_large")
        sys.stdout.buffer.write(text)


def serve(parse: Callable[[Order, Writer], None]) -> int:
    """Parse what the arguments order, within the limits that they name; the exit code of the process."""
    # it comes after the calls and jobs of others, whatever it is given to read
    os.nice(10)
    order, limits = json.loads(sys.argv[1]), json.loads(sys.argv[2])
    limit("RLIMIT_AS", limits["memory"])
    limit("RLIMIT_CPU", limits["seconds"])
    limit("RLIMIT_FSIZE", limits["disk"])
    limit("RLIMIT_CORE", 0)
    writer = Writer(limits["output"])
    # a refusal is written however much was written before it
    refusals = Writer(sys.maxsize)
    try:
        parse(order, writer)
    except Refused as reason:
        refusals.write("refused", reason.word, reason.values)
    except MemoryError:
        refusals.write("refused", "too_large", {})
    sys.stdout.buffer.flush()
    return 0


def limit(name: str, value: int) -> None:
    """Set a limit of this process, where the system knows it."""
    with suppress(AttributeError, ValueError, OSError):
        resource.setrlimit(getattr(resource, name), (value, value))
