"""Liveness (/healthz) and readiness (/readyz) checks (contract section 8)."""

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
    default_storage.listdir("readyz")  # raises if the bucket does not exist
    return True


CHECKS: dict[str, Callable[[], bool]] = {
    "database": _database,
    "migrations": _migrations,
    "demo": _demo,
    "broker": _broker,
    "storage": _storage,
}
# Run in background threads: a storage that accepts connections and then hangs must not block a server thread.
ASIDE = ("broker", "storage")
TIMEOUT = 5.0
# the endpoint is public and not rate limited
KEPT_SECONDS = 1.0


class _Kept(NamedTuple):
    """Readiness report, and the time at which it expires."""

    answer: dict[str, object]
    until: float


class Readiness:
    """Readiness of the portal, checked at most once per CACHE_SECONDS by one thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: _Kept | None = None
        self._threads = {name: ThreadPoolExecutor(1, f"ready-{name}") for name in ASIDE}
        self._running: dict[str, Future[bool]] = {}

    def answer(self) -> dict[str, object]:
        """Return the failed checks, and degraded parts that the portal can do without."""
        with self._lock:
            if self._kept is None or self._kept.until <= monotonic():
                self._kept = _Kept(self._look(), monotonic() + KEPT_SECONDS)
            return self._kept.answer

    def _look(self) -> dict[str, object]:
        deadline = monotonic() + TIMEOUT
        for name in ASIDE:
            if name not in self._running:  # a hanging check keeps its only thread
                self._running[name] = self._threads[name].submit(_holds, name, CHECKS[name])
        missing = [
            name
            for name, check in CHECKS.items()
            if not (self._came(name, deadline) if name in ASIDE else _holds(name, check))
        ]
        return {
            "status": "unavailable" if missing else "ready",
            "missing": missing,
            "degraded": [] if "broker" in missing else _degraded(),
        }

    def _came(self, name: str, deadline: float) -> bool:
        try:
            passed = self._running[name].result(max(0.0, deadline - monotonic()))
        except TimeoutError:
            log.warning("not ready: %s: no answer for %d s", name, TIMEOUT)
            return False
        del self._running[name]
        return passed


readiness = Readiness()


def healthz(request: HttpRequest) -> Answer:
    """Return 200 while the process is up."""
    return Answer({"status": "up"})


def readyz(request: HttpRequest) -> Answer:
    """Return 200 if all checks pass, otherwise 503 with the names of the failed ones."""
    report = readiness.answer()
    return Answer(report, 503 if report["missing"] else 200)


def _degraded() -> list[str]:
    """List failed parts that the portal can do without: replica, workers, clock."""
    has_replica = replica.REPLICA in settings.DATABASES
    unreachable = [replica.REPLICA] if has_replica and not _holds(replica.REPLICA, replica.is_reached) else []
    return [*unreachable, *heartbeats.silent()]


def _holds(name: str, check: Callable[[], bool]) -> bool:
    try:
        return check()
    except Exception as error:  # noqa: BLE001 - any error means that the check failed
        log.warning("not ready: %s: %s", name, error)
        return False
