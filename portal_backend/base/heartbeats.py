"""Heartbeats of the background processes (contract section 9).

Without these processes emails, reminders and jobs are delayed.
"""

import logging
import threading
from collections.abc import Sequence
from time import monotonic
from typing import Literal, get_args

from django.core.cache import caches
from redis.exceptions import RedisError

log = logging.getLogger("portal.heartbeats")
Process = Literal["worker", "mails", "jobs", "beat"]
Consequence = Literal["workers", "clock"]
PROCESSES: tuple[Process, ...] = get_args(Process)
INTERVAL = 10.0
TIMEOUT = 60
# name that /readyz reports for each missing process
CONSEQUENCES: dict[Process, Consequence] = {"worker": "workers", "mails": "workers", "jobs": "workers", "beat": "clock"}

_last: dict[Process, float] = {}


def report(process: Process) -> None:
    """Record a heartbeat, at most once per HEARTBEAT_INTERVAL; errors are only logged."""
    moment = monotonic()
    if moment - _last.get(process, -INTERVAL) < INTERVAL:
        return
    _last[process] = moment
    try:
        caches["heartbeats"].set(_key(process), True, TIMEOUT)
    except (OSError, RedisError) as error:
        log.warning("not noted: %s", error)


def keep_reporting(processes: Sequence[Process], stopping: threading.Event) -> threading.Thread:
    """Record heartbeats from a thread until `stopping` is set.

    A single task of the embedded worker may take longer than HEARTBEAT_TIMEOUT.
    """

    def run() -> None:
        while True:
            for process in processes:
                report(process)
            if stopping.wait(INTERVAL):
                return

    thread = threading.Thread(target=run, daemon=True, name="heartbeat")
    thread.start()
    return thread


def silent() -> list[Consequence]:
    """List the parts without a heartbeat for HEARTBEAT_TIMEOUT.

    Empty if heartbeats cannot be read.
    """
    try:
        alive = caches["heartbeats"].get_many([_key(process) for process in PROCESSES])
    except (OSError, RedisError) as error:
        log.warning("cannot be read: %s", error)
        return []
    missing = [CONSEQUENCES[process] for process in PROCESSES if _key(process) not in alive]
    return list(dict.fromkeys(missing))


def _key(process: Process) -> str:
    return f"heartbeat:{process}"
