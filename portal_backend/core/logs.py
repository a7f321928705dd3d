"""Log format; user input can neither start a new line nor control a terminal."""

import logging
import re
import threading
import time
from collections.abc import Callable
from typing import Any

from portal_backend.core.request_context import CURRENT_REQUEST

# the URL of an image is enough to view it
SIGNED_URL = re.compile(r"(/files/image/)[^\s?]+")
# extra of messages that repeat with every request while a dependency is unreachable: log.error(..., extra=RECURRING)
RECURRING = {"recurring": True}
# loggers of libraries whose errors repeat: beat cannot publish its tasks
RECURRING_LOGGERS = frozenset(("celery.beat",))
RECURRING_INTERVAL = 60.0
LOG_FORMAT = "%(asctime)s %(levelname)s %(name)s %(request_id)s %(message)s"


def build_logging_settings(*, json: bool, access_log: bool) -> dict[str, Any]:
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
            "named": {"()": "portal_backend.core.logs.RequestIdFilter"},
            "recurring": {"()": "portal_backend.core.logs.RecurringFilter"},
        },
        "formatters": {
            "line": {
                "()": "portal_backend.core.logs.SingleLineFormatter",
                "format": LOG_FORMAT,
                "defaults": {"request_id": "-"},
            },
            "json": {"()": "pythonjsonlogger.json.JsonFormatter", "format": LOG_FORMAT},
        },
        "handlers": {"console": console},
        "root": {"handlers": ["console"], "level": "WARNING"},
        "loggers": {"portal": {"level": "INFO"}, "portal.access": {"level": "INFO" if access_log else "WARNING"}},
    }


class RequestIdFilter(logging.Filter):
    """Add the request id to each record and remove the keys of signed URLs."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Annotate the record; no record is dropped."""
        # Django logs error responses after the middleware that sets the request id has returned.
        request = getattr(record, "request", None)
        record.request_id = getattr(request, "META", {}).get("portal.request_id") or CURRENT_REQUEST.get().request_id
        message = record.getMessage()
        if SIGNED_URL.search(message):
            record.msg, record.args = SIGNED_URL.sub(r"\1...", message), ()
        return True


class RecurringFilter(logging.Filter):
    """Log a recurring message once per RECURRING_INTERVAL and count the others."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._lock = threading.Lock()
        self._last_logged: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log the record.

        Django's own line for a 503 is treated as recurring, as its cause is.
        """
        is_recurring = getattr(record, "recurring", False) or record.name in RECURRING_LOGGERS
        if not (is_recurring or getattr(record, "status_code", None) == 503):
            return True
        key, now = (record.name, str(record.msg)), self._clock()
        with self._lock:
            last_logged, skipped = self._last_logged.get(key, (-RECURRING_INTERVAL, 0))
            if now - last_logged < RECURRING_INTERVAL:
                self._last_logged[key] = (last_logged, skipped + 1)
                return False
            self._last_logged[key] = (now, 0)
        if skipped:
            record.msg, record.args = f"{record.getMessage()} ({skipped} more since the last such line)", ()
        return True


def escape_unprintable(text: str) -> str:
    """Escape unprintable characters: line breaks, colors, changes of text direction."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


class SingleLineFormatter(logging.Formatter):
    """Format each message as one line; only tracebacks have more, which are indented."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        """Return the line without the traceback."""
        record.message = escape_unprintable(record.message)
        return super().formatMessage(record)

    def formatException(self, ei: Any) -> str:  # noqa: N802 - logging's own names
        """Return the indented traceback, whose texts may contain user input."""
        return "\n".join(f"    {escape_unprintable(line)}" for line in super().formatException(ei).split("\n"))
