"""Database settings: PostgreSQL by DATABASE_URL, otherwise the embedded SQLite."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import environ
from django.db.utils import Error, InterfaceError, OperationalError

from portal_backend.base.environment import refuse

# accepted schemes of DATABASE_URL, and an example
POSTGRES_URL = (("postgres", "postgresql", "psql", "pgsql"), "postgres://user:password@host:5432/name")
SQLITE = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=20000;",
}
# Detects a server that vanished without closing its connections (power loss); by default a client would wait for
# minutes, or for hours with a query under way. In seconds, except tcp_user_timeout (milliseconds).
PATIENCE = {"connect_timeout": 5, "tcp_user_timeout": 20_000, "keepalives_idle": 30, "keepalives_interval": 10}
IMPATIENCE = {**PATIENCE, "connect_timeout": 2, "tcp_user_timeout": 5_000}
# random_page_cost: random reads cost hardly more than sequential ones on SSDs. Keepalives: a client that vanished
# holds its locks for a minute at most.
POSTGRES = (
    "-c jit=off -c work_mem=16MB -c random_page_cost=1.1 -c lock_timeout=20000 "
    "-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3"
)
# Only for web servers: migrations, backups and jobs may take longer. A web server that freezes inside a transaction
# loses its locks.
WEB = "-c statement_timeout=60000 -c idle_in_transaction_session_timeout=10000"
WEB_CONNECT_TIMEOUT = 2
# longer than statement_timeout, which a responsive server enforces itself
WEB_RESPONSE_TIMEOUT = 65.0
# SQLSTATE: read-only (standby, full disk), transaction ended by the server, server starting or stopping
UNAVAILABLE_STATES = frozenset(("25006", "25P02", "25P03", "57P01", "57P02", "57P03", "57P04", "57P05"))


def embedded_database(path: Path, *, test_name: str) -> dict[str, Any]:
    """Build Django's settings for the SQLite file, readable by its owner only."""
    _keep_private(path)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": SQLITE,
        "TEST": {"NAME": test_name or None},
    }


def postgres_database(
    url: str, timeouts: dict[str, int] = PATIENCE, *, variable: str = "DATABASE_URL"
) -> dict[str, Any]:
    """Build Django's settings for `postgres://user:password@host:5432/name`.

    Options of the URL take precedence over `timeouts`. Exits with a message about `variable` if one of those options
    is not a whole number.
    """
    parsed = environ.Env.db_url_config(url)
    for option in timeouts.keys() & parsed.get("OPTIONS", {}).keys():
        if not str(parsed["OPTIONS"][option]).isdecimal():
            refuse(variable, f"an address whose {option} is a whole number")
    options = {**timeouts, **parsed.get("OPTIONS", {}), "options": POSTGRES}
    persistent = {"CONN_HEALTH_CHECKS": True, "CONN_MAX_AGE": 600}
    return {**parsed, "ENGINE": "portal_backend.base.postgres", **persistent, "OPTIONS": options}


def bound_web_calls(database: dict[str, Any]) -> None:
    """Add the timeouts of a web server to a database's settings.

    Must run before the first connection is opened.
    """
    if database["ENGINE"] != "portal_backend.base.postgres":
        return
    options = database["OPTIONS"]
    options["options"] += f" {WEB}"
    options["connect_timeout"] = min(int(options["connect_timeout"]), WEB_CONNECT_TIMEOUT)
    options["response_timeout"] = WEB_RESPONSE_TIMEOUT


def is_web_call(database: Mapping[str, Any]) -> bool:
    """Return whether a database's settings have the timeouts of a web server."""
    return "response_timeout" in database["OPTIONS"]


def is_unavailable(error: BaseException) -> bool:
    """Return whether an error means that the database is unreachable or read-only.

    The request may then be retried.
    """
    if isinstance(error, OperationalError | InterfaceError):
        return True
    return isinstance(error, Error) and getattr(error.__cause__, "sqlstate", None) in UNAVAILABLE_STATES


def replica_database(url: str) -> dict[str, Any]:
    """Build Django's settings for a streaming replica, with short timeouts."""
    database = postgres_database(url, IMPATIENCE, variable="DATABASE_REPLICA_URL")
    return {**database, "TEST": {"MIRROR": "default"}}


def _keep_private(path: Path) -> None:
    """Create the file if missing, and make it readable by its owner only."""
    path.touch(mode=0o600)
    if path.stat().st_mode & 0o077:
        with suppress(PermissionError):  # owned by another user, for example in a mounted volume
            path.chmod(0o600)
