"""Heartbeats of the background processes (contract section 9).

Without these processes emails, reminders and jobs are delayed.
"""

import logging
from time import monotonic
from typing import Literal, get_args

from django.core.cache import caches
from redis.exceptions import RedisError

from portal_backend.core.logs import RECURRING

log = logging.getLogger("portal.heartbeats")
BackgroundProcess = Literal["worker", "mails", "jobs", "beat"]
DegradedPart = Literal["workers", "clock"]
BACKGROUND_PROCESSES: tuple[BackgroundProcess, ...] = get_args(BackgroundProcess)
HEARTBEAT_INTERVAL = 10.0
HEARTBEAT_TIMEOUT = 60
# name that /readyz reports for each missing process
DEGRADED_PARTS: dict[BackgroundProcess, DegradedPart] = {
    "worker": "workers",
    "mails": "workers",
    "jobs": "workers",
    "beat": "clock",
}

_last_recorded: dict[BackgroundProcess, float] = {}


def record_heartbeat(process: BackgroundProcess) -> None:
    """Record a heartbeat, at most once per HEARTBEAT_INTERVAL; errors are only logged."""
    moment = monotonic()
    if moment - _last_recorded.get(process, -HEARTBEAT_INTERVAL) < HEARTBEAT_INTERVAL:
        return
    _last_recorded[process] = moment
    try:
        caches["heartbeats"].set(_cache_key(process), True, HEARTBEAT_TIMEOUT)
    except (OSError, RedisError) as error:
        log.warning("heartbeat not recorded: %s", error, extra=RECURRING)


def grant_startup_grace() -> None:
    """Give the background processes HEARTBEAT_TIMEOUT to start with the web server."""
    try:
        for process in BACKGROUND_PROCESSES:
            caches["heartbeats"].add(_cache_key(process), True, HEARTBEAT_TIMEOUT)
    except (OSError, RedisError) as error:
        log.warning("no startup grace: %s", error, extra=RECURRING)


def list_missing_heartbeats() -> list[DegradedPart]:
    """List the parts without a heartbeat for HEARTBEAT_TIMEOUT.

    Empty if heartbeats cannot be read.
    """
    try:
        alive = caches["heartbeats"].get_many([_cache_key(process) for process in BACKGROUND_PROCESSES])
    except (OSError, RedisError) as error:
        log.warning("heartbeats cannot be read: %s", error, extra=RECURRING)
        return []
    missing = [DEGRADED_PARTS[process] for process in BACKGROUND_PROCESSES if _cache_key(process) not in alive]
    return list(dict.fromkeys(missing))


def _cache_key(process: BackgroundProcess) -> str:
    return f"heartbeat:{process}"
