"""How a line of the log is written: what users send can neither begin a line of its own nor speak to a terminal."""

import logging
import re
import threading
import time
from collections.abc import Callable
from typing import Any

from portal_backend.base.calls import CALL

# whoever has the address of a picture may look at it
SIGNED = re.compile(r"(/files/image/)[^\s?]+")
# what is logged again with every call while something is out of reach: log.error(..., extra=RECURRING)
RECURRING = {"recurring": True}
RECURRING_SECONDS = 60.0
LINE = "%(asctime)s %(levelname)s %(name)s %(request_id)s %(message)s"


def logging_settings(*, json: bool, calls: bool) -> dict[str, Any]:
    """Django's settings for a log on the console: lines of text or objects, with or without a line for each call."""
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
    """Adds to each line the call that it belongs to, and takes the keys out of signed addresses."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Every line is kept."""
        # Django logs a failed call once its middleware is done, where the call is known by its request alone
        request = getattr(record, "request", None)
        record.request_id = getattr(request, "META", {}).get("portal.request_id") or CALL.get().id
        message = record.getMessage()
        if SIGNED.search(message):
            record.msg, record.args = SIGNED.sub(r"\1...", message), ()
        return True


class OnceAMinute(logging.Filter):
    """Lets one line of each recurring kind pass a minute, which says how many it left out before."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._lock = threading.Lock()
        self._passed: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written; Django's own line of a 503 recurs as its cause does."""
        if not (getattr(record, "recurring", False) or getattr(record, "status_code", None) == 503):
            return True
        kind, now = (record.name, str(record.msg)), self._clock()
        with self._lock:
            since, left_out = self._passed.get(kind, (-RECURRING_SECONDS, 0))
            if now - since < RECURRING_SECONDS:
                self._passed[kind] = (since, left_out + 1)
                return False
            self._passed[kind] = (now, 0)
        if left_out:
            record.msg, record.args = f"{record.getMessage()} ({left_out} more since the last such line)", ()
        return True


def harmless(text: str) -> str:
    """The same with everything that is not printed written as an escape: line breaks, colours, changes of direction."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


class OneLine(logging.Formatter):
    """A message is one line; only a trace has more, and those are set in."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        """The line without a trace."""
        record.message = harmless(record.message)
        return super().formatMessage(record)

    def formatException(self, ei: Any) -> str:  # noqa: N802 - logging's own names
        """The trace, whose texts may hold what users sent."""
        return "\n".join(f"    {harmless(line)}" for line in super().formatException(ei).split("\n"))
