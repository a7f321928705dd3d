"""Log format; user input can neither start a new line nor control a terminal."""

import logging
import re
import threading
import time
from collections.abc import Callable
from typing import Any

from portal_backend.base.calls import CALL

# the URL of an image is enough to view it
SIGNED = re.compile(r"(/files/image/)[^\s?]+")
# extra of messages that repeat with every request while a dependency is unreachable: log.error(..., extra=RECURRING)
RECURRING = {"recurring": True}
RECURRING_SECONDS = 60.0
LINE = "%(asctime)s %(levelname)s %(name)s %(request_id)s %(message)s"


def logging_settings(*, json: bool, calls: bool) -> dict[str, Any]:
    """Build Django's logging settings: text or JSON, with or without an access log."""
    console = {
        "class": "logging.StreamHandler",
        "filters": ["named", "recurring"],
        "formatter": "json" if json else "line",
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "named": {"()": "portal_backend.base.logs.Named"},
            "recurring": {"()": "portal_backend.base.logs.OnceAMinute"},
        },
        "formatters": {
            "line": {"()": "portal_backend.base.logs.OneLine", "format": LINE, "defaults": {"request_id": "-"}},
            "json": {"()": "pythonjsonlogger.json.JsonFormatter", "format": LINE},
        },
        "handlers": {"console": console},
        "root": {"handlers": ["console"], "level": "WARNING"},
        "loggers": {"portal": {"level": "INFO"}, "portal.calls": {"level": "INFO" if calls else "WARNING"}},
    }


class Named(logging.Filter):
    """Add the request id to each record and remove the keys of signed URLs."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Annotate the record; no record is dropped."""
        # Django logs error responses after the middleware that sets the request id has returned.
        request = getattr(record, "request", None)
        record.request_id = getattr(request, "META", {}).get("portal.request_id") or CALL.get().id
        message = record.getMessage()
        if SIGNED.search(message):
            record.msg, record.args = SIGNED.sub(r"\1...", message), ()
        return True


class OnceAMinute(logging.Filter):
    """Log a recurring message once per RECURRING_INTERVAL and count the others."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._lock = threading.Lock()
        self._passed: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log the record.

        Django's own line for a 503 is treated as recurring, as its cause is.
        """
        if not (getattr(record, "recurring", False) or getattr(record, "status_code", None) == 503):
            return True
        key, now = (record.name, str(record.msg)), self._clock()
        with self._lock:
            last_logged, skipped = self._passed.get(key, (-RECURRING_SECONDS, 0))
            if now - last_logged < RECURRING_SECONDS:
                self._passed[key] = (last_logged, skipped + 1)
                return False
            self._passed[key] = (now, 0)
        if skipped:
            record.msg, record.args = f"{record.getMessage()} ({skipped} more since the last such line)", ()
        return True


def harmless(text: str) -> str:
    """Escape unprintable characters: line breaks, colors, changes of text direction."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


class OneLine(logging.Formatter):
    """Format each message as one line; only tracebacks have more, which are indented."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        """Return the line without the traceback."""
        record.message = harmless(record.message)
        return super().formatMessage(record)

    def formatException(self, ei: Any) -> str:  # noqa: N802 - logging's own names
        """Return the indented traceback, whose texts may contain user input."""
        return "\n".join(f"    {harmless(line)}" for line in super().formatException(ei).split("\n"))
