"""Whether the process is up, and whether it can serve (contract section 8)."""

import logging
import os
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.core.files.storage import FileSystemStorage, default_storage
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest

from portal_backend.accounts.models import User
from portal_backend.base import replica
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
        folder.mkdir(parents=True, exist_ok=True)
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


def healthz(request: HttpRequest) -> Answer:
    """200 while the process is up."""
    return Answer({"status": "up"})


def readyz(request: HttpRequest) -> Answer:
    """200 once everything is reached, else 503 with the names of what is not."""
    missing = [name for name, check in CHECKS.items() if not _holds(name, check)]
    told = {"status": "unavailable" if missing else "ready", "missing": missing}
    if replica.REPLICA in settings.DATABASES:  # without it the portal works on, from the primary alone
        told["degraded"] = [] if _holds(replica.REPLICA, replica.is_reached) else [replica.REPLICA]
    return Answer(told, 503 if missing else 200)


def _holds(name: str, check: Callable[[], bool]) -> bool:
    try:
        return check()
    except Exception as error:  # noqa: BLE001 - whatever is out of reach is what this call is asked to tell
        log.warning("not ready: %s: %s", name, error)
        return False
