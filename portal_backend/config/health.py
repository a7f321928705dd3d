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
from portal_backend.core import heartbeats, replica
from portal_backend.core.logs import RECURRING
from portal_backend.core.responses import ApiResponse
from portal_backend.demo.loader import is_complete

log = logging.getLogger("portal.health")


def _is_database_writable() -> bool:
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone())
        # a standby, or a primary that a failover or a full disk has made read-only
        cursor.execute("SHOW transaction_read_only")
        if cursor.fetchone() == ("off",):
            return True
        log.warning("not ready: the database is read-only", extra=RECURRING)
        return False


def _is_database_migrated() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _is_demo_loaded() -> bool:
    return not settings.DEMO or (User.objects.exists() and is_complete())


def _is_cache_reachable() -> bool:
    cache.set("readyz", "1", 10)
    return bool(cache.get("readyz") == "1")


def _is_storage_reachable() -> bool:
    if isinstance(default_storage, FileSystemStorage):
        folder = Path(default_storage.location)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return os.access(folder, os.W_OK | os.X_OK)
    default_storage.listdir("readyz")  # raises if the bucket does not exist
    return True


CHECKS: dict[str, Callable[[], bool]] = {
    "database": _is_database_writable,
    "migrations": _is_database_migrated,
    "demo": _is_demo_loaded,
    "broker": _is_cache_reachable,
    "storage": _is_storage_reachable,
}
# Run in background threads: a storage that accepts connections and then hangs must not block a server thread.
BACKGROUND_CHECKS = ("broker", "storage")
CHECK_TIMEOUT = 5.0
# the endpoint is public and not rate limited
CACHE_SECONDS = 1.0


class _CachedReport(NamedTuple):
    """Readiness report, and the time at which it expires."""

    report: dict[str, object]
    expires_at: float


class ReadinessChecker:
    """Readiness of the portal, checked at most once per CACHE_SECONDS by one thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cached: _CachedReport | None = None
        self._threads = {name: ThreadPoolExecutor(1, f"ready-{name}") for name in BACKGROUND_CHECKS}
        self._running: dict[str, Future[bool]] = {}

    def get_report(self) -> dict[str, object]:
        """Return the failed checks, and degraded parts that the portal can do without."""
        with self._lock:
            if self._cached is None or self._cached.expires_at <= monotonic():
                self._cached = _CachedReport(self._run_checks(), monotonic() + CACHE_SECONDS)
            return self._cached.report

    def _run_checks(self) -> dict[str, object]:
        deadline = monotonic() + CHECK_TIMEOUT
        for name in BACKGROUND_CHECKS:
            if name not in self._running:  # a hanging check keeps its only thread
                self._running[name] = self._threads[name].submit(_passes, name, CHECKS[name])
        missing = [
            name
            for name, check in CHECKS.items()
            if not (self._await_check(name, deadline) if name in BACKGROUND_CHECKS else _passes(name, check))
        ]
        return {
            "status": "unavailable" if missing else "ready",
            "missing": missing,
            "degraded": [] if "broker" in missing else _list_degraded(),
        }

    def _await_check(self, name: str, deadline: float) -> bool:
        try:
            passed = self._running[name].result(max(0.0, deadline - monotonic()))
        except TimeoutError:
            log.warning("not ready: %s: no response within %d s", name, CHECK_TIMEOUT, extra=RECURRING)
            return False
        del self._running[name]
        return passed


readiness = ReadinessChecker()


def healthz(request: HttpRequest) -> ApiResponse:
    """Return 200 while the process is up."""
    return ApiResponse({"status": "up"})


def readyz(request: HttpRequest) -> ApiResponse:
    """Return 200 if all checks pass, otherwise 503 with the names of the failed ones."""
    report = readiness.get_report()
    return ApiResponse(report, 503 if report["missing"] else 200)


def _list_degraded() -> list[str]:
    """List failed parts that the portal can do without: replica, workers, clock."""
    has_replica = replica.REPLICA_ALIAS in settings.DATABASES
    unreachable = (
        [replica.REPLICA_ALIAS]
        if has_replica and not _passes(replica.REPLICA_ALIAS, replica.is_replica_reachable)
        else []
    )
    return [*unreachable, *heartbeats.list_missing_heartbeats()]


def _passes(name: str, check: Callable[[], bool]) -> bool:
    try:
        return check()
    except Exception as error:  # noqa: BLE001 - any error means that the check failed
        log.warning("not ready: %s: %s", name, error, extra=RECURRING)
        return False
