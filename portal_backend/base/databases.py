"""Where the rows are: what DATABASE_URL means, and the file that they are in where it is not set."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import environ

SQLITE = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=20000;",
}
# One that is gone without a word, as when its machine lost power, is told as out of reach; left to itself a process
# would wait for minutes, and where it has asked something for hours. In seconds, but for tcp_user_timeout.
PATIENCE = {"connect_timeout": 5, "tcp_user_timeout": 20_000, "keepalives_idle": 30, "keepalives_interval": 10}
IMPATIENCE = {**PATIENCE, "connect_timeout": 2, "tcp_user_timeout": 5_000}
# pages come from memory or from a disk without heads: reading one here and one there costs no more
POSTGRES = "-c jit=off -c work_mem=16MB -c random_page_cost=1.1 -c lock_timeout=20000"


def embedded_database(path: Path, *, test_name: str) -> dict[str, Any]:
    """Django's settings for the embedded default, whose file its owner alone reads."""
    _keep_private(path)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": SQLITE,
        "TEST": {"NAME": test_name or None},
    }


def postgres_database(url: str, patience: dict[str, int] = PATIENCE) -> dict[str, Any]:
    """Django's settings for `postgres://user:password@host:5432/name`; its own options come before `patience`."""
    named = environ.Env.db_url_config(url)
    options = {**patience, **named.get("OPTIONS", {}), "options": POSTGRES}
    return {**named, "CONN_HEALTH_CHECKS": True, "CONN_MAX_AGE": 600, "OPTIONS": options}


def replica_database(url: str) -> dict[str, Any]:
    """Django's settings for a streaming replica, which is not waited for where it is out of reach."""
    return {**postgres_database(url, IMPATIENCE), "TEST": {"MIRROR": "default"}}


def _keep_private(path: Path) -> None:
    """Make a file that its owner alone reads; one that others could read so far is mended."""
    path.touch(mode=0o600)
    if path.stat().st_mode & 0o077:
        with suppress(PermissionError):  # another's file, as in a volume that was brought along
            path.chmod(0o600)
