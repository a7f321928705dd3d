"""Whether the process is up, and whether it can serve (contract section 8)."""

import logging
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.core.files.storage import FileSystemStorage, default_storage
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest

from portal_backend.accounts.models import User
from portal_backend.base import heartbeats, replica
from portal_backend.base.answers import Answer
from portal_backend.demo.loading import is_complete

log = logging.getLogger("portal.health")


def _database() -> bool:
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone())
        # a standby, or a primary that a failover or a full disk has made read-only
        cursor.execute("SHOW transaction_read_only")
        if cursor.fetchone() == ("off",):
            return True
        log.warning("not ready: the database is read-only")
        return False


def _migrations() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _demo() -> bool:
    return not settings.DEMO or (User.objects.exists() and is_complete())


def _broker() -> bool:
    cache.set("readyz", "1", 10)
    return bool(cache.get("readyz") == "1")


def _storage() -> bool:
    if isinstance(default_storage, FileSystemStorage):
        folder = Path(default_storage.location)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return os.access(folder, os.W_OK | os.X_OK)
    default_storage.listdir("readyz")  # of a bucket that is not there it has nothing to tell
    return True


CHECKS: dict[str, Callable[[], bool]] = {
    "database": _database,
    "migrations": _migrations,
    "demo": _demo,
    "broker": _broker,
    "storage": _storage,
}
# asked aside and not waited for: a storage that accepts a connection and then hangs would hold a thread of the server
ASIDE = ("broker", "storage")
TIMEOUT = 5.0
# strangers may ask as often as they like
KEPT_SECONDS = 1.0


class _Kept(NamedTuple):
    """An answer, and until when it is given again."""

    answer: dict[str, object]
    until: float


class Readiness:
    """Whether the portal can serve, looked at once a second at most, by one thread for all that ask."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: _Kept | None = None
        self._threads = {name: ThreadPoolExecutor(1, f"ready-{name}") for name in ASIDE}
        self._running: dict[str, Future[bool]] = {}

    def answer(self) -> dict[str, object]:
        """List missing checks, and degraded ones, without which the portal works on."""
        with self._lock:
            if self._kept is None or self._kept.until <= monotonic():
                self._kept = _Kept(self._look(), monotonic() + KEPT_SECONDS)
            return self._kept.answer

    def _look(self) -> dict[str, object]:
        give_up = monotonic() + TIMEOUT
        for name in ASIDE:
            if name not in self._running:  # one that hangs keeps its only thread
                self._running[name] = self._threads[name].submit(_holds, name, CHECKS[name])
        missing = [
            name
            for name, check in CHECKS.items()
            if not (self._came(name, give_up) if name in ASIDE else _holds(name, check))
        ]
        return {
            "status": "unavailable" if missing else "ready",
            "missing": missing,
            "degraded": [] if "broker" in missing else _degraded(),
        }

    def _came(self, name: str, give_up: float) -> bool:
        try:
            holds = self._running[name].result(max(0.0, give_up - monotonic()))
        except TimeoutError:
            log.warning("not ready: %s: no answer for %d s", name, TIMEOUT)
            return False
        del self._running[name]
        return holds


readiness = Readiness()


def healthz(request: HttpRequest) -> Answer:
    """200 while the process is up."""
    return Answer({"status": "up"})


def readyz(request: HttpRequest) -> Answer:
    """200 once everything is reached, else 503 with the names of what is not."""
    told = readiness.answer()
    return Answer(told, 503 if told["missing"] else 200)


def _degraded() -> list[str]:
    """List unreachable parts without which the portal works on: the replica, workers, the clock."""
    has_replica = replica.REPLICA in settings.DATABASES
    away = [replica.REPLICA] if has_replica and not _holds(replica.REPLICA, replica.is_reached) else []
    return [*away, *heartbeats.silent()]


def _holds(name: str, check: Callable[[], bool]) -> bool:
    try:
        return check()
    except Exception as error:  # noqa: BLE001 - whatever is out of reach is what this call is asked to tell
        log.warning("not ready: %s: %s", name, error)
        return False
