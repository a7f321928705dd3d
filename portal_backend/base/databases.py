"""Where the rows are: what DATABASE_URL means, and the file that they are in where it is not set."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import environ
from django.db.utils import Error, InterfaceError, OperationalError

from portal_backend.base.environment import refuse

# schemes of DATABASE_URL, and an example
POSTGRES_URL = (("postgres", "postgresql", "psql", "pgsql"), "postgres://user:password@host:5432/name")
SQLITE = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=20000;",
}
# One that is gone without a word, as when its machine lost power, is told as out of reach; left to itself a process
# would wait for minutes, and where it has asked something for hours. In seconds, but for tcp_user_timeout.
PATIENCE = {"connect_timeout": 5, "tcp_user_timeout": 20_000, "keepalives_idle": 30, "keepalives_interval": 10}
IMPATIENCE = {**PATIENCE, "connect_timeout": 2, "tcp_user_timeout": 5_000}
# Pages come from memory or from a disk without heads: reading one here and one there costs no more. A client whose
# machine is gone without a word keeps its locks no longer than a minute.
POSTGRES = (
    "-c jit=off -c work_mem=16MB -c random_page_cost=1.1 -c lock_timeout=20000 "
    "-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3"
)
# For web servers: migrations, backups and jobs may take their time. One that freezes inside a transaction lets go of
# its locks.
WEB = "-c statement_timeout=60000 -c idle_in_transaction_session_timeout=10000"
WEB_CONNECT_TIMEOUT = 2
# more than statement_timeout, which a server that is alive keeps by itself
WEB_RESPONSE_TIMEOUT = 65.0
# read-only (a standby, or a full disk), a transaction that the server ended, a server that is starting or stopping
UNAVAILABLE_STATES = frozenset(("25006", "25P02", "25P03", "57P01", "57P02", "57P03", "57P04", "57P05"))


def embedded_database(path: Path, *, test_name: str) -> dict[str, Any]:
    """Django's settings for the embedded default, whose file its owner alone reads."""
    _keep_private(path)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": SQLITE,
        "TEST": {"NAME": test_name or None},
    }


def postgres_database(
    url: str, patience: dict[str, int] = PATIENCE, *, variable: str = "DATABASE_URL"
) -> dict[str, Any]:
    """Django's settings for `postgres://user:password@host:5432/name`; its own options come before `patience`.

    Refuses to start where an option of `patience` is not a whole number in the URL of `variable`.
    """
    named = environ.Env.db_url_config(url)
    for option in patience.keys() & named.get("OPTIONS", {}).keys():
        if not str(named["OPTIONS"][option]).isdecimal():
            refuse(variable, f"an address whose {option} is a whole number")
    options = {**patience, **named.get("OPTIONS", {}), "options": POSTGRES}
    kept = {"CONN_HEALTH_CHECKS": True, "CONN_MAX_AGE": 600}
    return {**named, "ENGINE": "portal_backend.base.postgres", **kept, "OPTIONS": options}


def bound_web_calls(database: dict[str, Any]) -> None:
    """Add to a database's settings what bounds the calls of a web server, before its first connection."""
    if database["ENGINE"] != "portal_backend.base.postgres":
        return
    options = database["OPTIONS"]
    options["options"] += f" {WEB}"
    options["connect_timeout"] = min(int(options["connect_timeout"]), WEB_CONNECT_TIMEOUT)
    options["response_timeout"] = WEB_RESPONSE_TIMEOUT


def is_web_call(database: Mapping[str, Any]) -> bool:
    """Whether a database's settings are those of a web server."""
    return "response_timeout" in database["OPTIONS"]


def is_unavailable(error: BaseException) -> bool:
    """Whether an error means that the database is out of reach or takes no writes, and the call may be tried again."""
    if isinstance(error, OperationalError | InterfaceError):
        return True
    return isinstance(error, Error) and getattr(error.__cause__, "sqlstate", None) in UNAVAILABLE_STATES


def replica_database(url: str) -> dict[str, Any]:
    """Django's settings for a streaming replica, which is not waited for where it is out of reach."""
    database = postgres_database(url, IMPATIENCE, variable="DATABASE_REPLICA_URL")
    return {**database, "TEST": {"MIRROR": "default"}}


def _keep_private(path: Path) -> None:
    """Make a file that its owner alone reads; one that others could read so far is mended."""
    path.touch(mode=0o600)
    if path.stat().st_mode & 0o077:
        with suppress(PermissionError):  # another's file, as in a volume that was brought along
            path.chmod(0o600)
