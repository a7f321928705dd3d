"""Child side of the sandbox.

The process sets its own resource limits before it opens any file, and writes JSON lines.
"""

import json
import os
import resource
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

ParseRequest = dict[str, Any]


class FileRejectedError(Exception):
    """File that is not parsed, with the reason."""

    def __init__(self, word: str, **values: object) -> None:
        super().__init__(word)
        self.reason = word
        self.values = values


class LineWriter:
    """Writer of JSON lines, each a list that begins with its name, up to a size."""

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self.written_bytes = 0

    def write(self, *line: Any) -> None:
        """Write a line.

        Raises FileRejectedError if the output is too large.
        """
        text = json.dumps(line, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\n"
        self.written_bytes += len(text)
        if self.written_bytes > self.max_bytes:
            raise FileRejectedError("too_large")
        sys.stdout.buffer.write(text)


def serve(parse: Callable[[ParseRequest, LineWriter], None]) -> int:
    """Parse a file by the request and limits in the arguments; return the exit code.

    The arguments are JSON.
    """
    # requests and jobs have priority over the parser
    os.nice(10)
    request, limits = json.loads(sys.argv[1]), json.loads(sys.argv[2])
    set_resource_limit("RLIMIT_AS", limits["memory"])
    set_resource_limit("RLIMIT_CPU", limits["seconds"])
    set_resource_limit("RLIMIT_FSIZE", limits["disk"])
    set_resource_limit("RLIMIT_CORE", 0)
    writer = LineWriter(limits["output"])
    # a rejection is not subject to the output limit
    rejections = LineWriter(sys.maxsize)
    try:
        parse(request, writer)
    except FileRejectedError as error:
        rejections.write("refused", error.reason, error.values)
    except MemoryError:
        rejections.write("refused", "too_large", {})
    sys.stdout.buffer.flush()
    return 0


def set_resource_limit(name: str, value: int) -> None:
    """Set a resource limit of this process, if the system supports it."""
    with suppress(AttributeError, ValueError, OSError):
        resource.setrlimit(getattr(resource, name), (value, value))
