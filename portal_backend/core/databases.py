"""Database settings: PostgreSQL by DATABASE_URL, otherwise the embedded SQLite."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import environ
from django.db.utils import Error, InterfaceError, OperationalError

from portal_backend.core.cancellation import Canceled, shutdown
from portal_backend.core.environment import raise_invalid_setting

# accepted schemes of DATABASE_URL, and an example
POSTGRES_URL_FORMAT = (("postgres", "postgresql", "psql", "pgsql"), "postgres://user:password@host:5432/name")
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=20000;",
}
# Detects a server that vanished without closing its connections (power loss); by default a client would wait for
# minutes, or for hours with a query under way. In seconds, except tcp_user_timeout (milliseconds).
CONNECTION_TIMEOUTS = {
    "connect_timeout": 5,
    "tcp_user_timeout": 20_000,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
}
REPLICA_CONNECTION_TIMEOUTS = {**CONNECTION_TIMEOUTS, "connect_timeout": 2, "tcp_user_timeout": 5_000}
# random_page_cost: random reads cost hardly more than sequential ones on SSDs. Keepalives: a client that vanished
# holds its locks for a minute at most.
POSTGRES_OPTIONS = (
    "-c jit=off -c work_mem=16MB -c random_page_cost=1.1 -c lock_timeout=20000 "
    "-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3"
)
# Only for web servers: migrations, backups and jobs may take longer. A web server that freezes inside a transaction
# loses its locks.
WEB_POSTGRES_OPTIONS = "-c statement_timeout=60000 -c idle_in_transaction_session_timeout=10000"
WEB_CONNECT_TIMEOUT = 2
# longer than statement_timeout, which a responsive server enforces itself
WEB_RESPONSE_TIMEOUT = 65.0
# SQLSTATE: read-only (standby, full disk), transaction ended by the server, server starting or stopping
UNAVAILABLE_STATES = frozenset(("25006", "25P02", "25P03", "57P01", "57P02", "57P03", "57P04", "57P05"))


def build_sqlite_settings(path: Path, *, test_name: str) -> dict[str, Any]:
    """Build Django's settings for the SQLite file, readable by its owner only."""
    _restrict_permissions(path)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": SQLITE_OPTIONS,
        "TEST": {"NAME": test_name or None},
    }


def build_postgres_settings(
    url: str, timeouts: dict[str, int] = CONNECTION_TIMEOUTS, *, variable: str = "DATABASE_URL"
) -> dict[str, Any]:
    """Build Django's settings for `postgres://user:password@host:5432/name`.

    Options of the URL take precedence over `timeouts`. Exits with a message about `variable` if one of those options
    is not a whole number.
    """
    parsed = environ.Env.db_url_config(url)
    for option in timeouts.keys() & parsed.get("OPTIONS", {}).keys():
        if not str(parsed["OPTIONS"][option]).isdecimal():
            raise_invalid_setting(variable, f"an address whose {option} is a whole number")
    options = {**timeouts, **parsed.get("OPTIONS", {}), "options": POSTGRES_OPTIONS}
    persistent = {"CONN_HEALTH_CHECKS": True, "CONN_MAX_AGE": 600}
    return {**parsed, "ENGINE": "portal_backend.core.postgres", **persistent, "OPTIONS": options}


def apply_web_timeouts(database: dict[str, Any]) -> None:
    """Add the timeouts of a web server to a database's settings.

    Must run before the first connection is opened.
    """
    if database["ENGINE"] != "portal_backend.core.postgres":
        return
    options = database["OPTIONS"]
    options["options"] += f" {WEB_POSTGRES_OPTIONS}"
    options["connect_timeout"] = min(int(options["connect_timeout"]), WEB_CONNECT_TIMEOUT)
    options["response_timeout"] = WEB_RESPONSE_TIMEOUT


def cancel_statements_at_shutdown(connection: Any, **signal_arguments: Any) -> None:
    """Cancel statements once the process shuts down (signal `connection_created`).

    They raise Canceled. A transaction under way is rolled back, even if only its commit is left.
    """
    del signal_arguments
    # Django keeps the wrappers of a connection that reconnects, and removes the last one after execute_wrapper()
    if _execute_unless_canceled not in connection.execute_wrappers:
        connection.execute_wrappers.insert(0, _execute_unless_canceled)


def has_web_timeouts(database: Mapping[str, Any]) -> bool:
    """Return whether a database's settings have the timeouts of a web server."""
    return "response_timeout" in database["OPTIONS"]


def is_unavailable(error: BaseException) -> bool:
    """Return whether an error means that the database is unreachable or read-only.

    The request may then be retried.
    """
    if isinstance(error, OperationalError | InterfaceError):
        return True
    return isinstance(error, Error) and getattr(error.__cause__, "sqlstate", None) in UNAVAILABLE_STATES


def build_replica_settings(url: str) -> dict[str, Any]:
    """Build Django's settings for a streaming replica, with short timeouts."""
    database = build_postgres_settings(url, REPLICA_CONNECTION_TIMEOUTS, variable="DATABASE_REPLICA_URL")
    return {**database, "TEST": {"MIRROR": "default"}}


def _restrict_permissions(path: Path) -> None:
    """Create the file if missing, and make it readable by its owner only."""
    path.touch(mode=0o600)
    if path.stat().st_mode & 0o077:
        with suppress(PermissionError):  # owned by another user, for example in a mounted volume
            path.chmod(0o600)


def _execute_unless_canceled(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    if shutdown.is_canceled():
        raise Canceled
    result = execute(sql, params, many, context)
    if shutdown.is_canceled() and context["connection"].in_atomic_block:
        raise Canceled
    return result
