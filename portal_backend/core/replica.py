"""List reads from a streaming replica with read-your-writes consistency.

See docs/decisions/0022. After a request that may have written, the position of the primary's write-ahead log is stored
for the user. The user's lists are read from the replica only once it has replayed up to that position.
"""

import logging
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, TypeVar

from django.conf import settings
from django.core.cache import cache
from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connection, connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from redis.exceptions import RedisError

from portal_backend.core.actor import Actor, Role
from portal_backend.core.logs import RECURRING

log = logging.getLogger("portal.replica")
T = TypeVar("T")
REPLICA_ALIAS = "replica"
ALL_USERS_KEY = "replica:all-users"
# a working replica is never behind by more than this
WRITE_POSITION_TTL = 86_400
# seconds before a failed replica is used again, so that not every list waits for it
REPLICA_RETRY_AFTER = 10.0
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

# whether the current request reads a list: it does not write then, even a report whose filter is sent by POST
_is_list_request: ContextVar[bool] = ContextVar("is_list_request", default=False)
_read_alias: ContextVar[str] = ContextVar("read_alias", default=DEFAULT_DB_ALIAS)
_unavailable_until = 0.0


class ReplicaRouter:
    """Database router: the primary, except inside `read_from_replica`."""

    def db_for_read(self, model: Any, **hints: Any) -> str:
        """Return the database for reads in the current context."""
        return _read_alias.get()

    def db_for_write(self, model: Any, **hints: Any) -> str:
        """Return the primary, also for rows that were read from the replica."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, *args: Any, **hints: Any) -> bool:
        """Allow all relations, as both aliases are one database."""
        return True

    def allow_migrate(self, db: str, *args: Any, **hints: Any) -> bool:
        """Allow migrations on the primary only; replication copies the schema."""
        return db == DEFAULT_DB_ALIAS


def read_from_replica(read: Callable[[], T], *, actor: Actor) -> T:
    """Return the result of `read`, from the replica if it is current for the actor.

    Otherwise, or if the replica fails while reading, `read` runs on the primary; it may thus run twice.
    """
    _is_list_request.set(True)
    if not _can_serve(actor):
        return read()
    token = _read_alias.set(REPLICA_ALIAS)
    try:
        return read()
    except (OperationalError, InterfaceError) as error:
        _mark_unavailable(error)
    finally:
        _read_alias.reset(token)
    return read()


def record_write_position(user_id: int, *, for_all_users: bool = False) -> None:
    """Store the log position after a commit that a user may have made.

    With `for_all_users` no user reads data older than this position.
    """
    if REPLICA_ALIAS not in settings.DATABASES:
        return
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_current_wal_insert_lsn()::text")
            cache.set(
                ALL_USERS_KEY if for_all_users else _write_position_key(user_id),
                cursor.fetchone()[0],
                WRITE_POSITION_TTL,
            )
    except (OperationalError, InterfaceError, RedisError) as error:
        log.warning("write position not stored: %s", error, extra=RECURRING)


def track_writes_middleware(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Store the log position after requests that write.

    Changes by administrators may affect permissions, so their position counts for all users.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        _is_list_request.set(False)
        response = get_response(request)
        actor = getattr(request, "auth", None)
        if request.method not in SAFE_METHODS and isinstance(actor, Actor) and not _is_list_request.get():
            record_write_position(actor.user_id, for_all_users=actor.role == Role.ADMIN)
        return response

    return middleware


def is_replica_reachable() -> bool:
    """Return whether the replica responds. Raises OperationalError."""
    with connections[REPLICA_ALIAS].cursor() as cursor:
        cursor.execute("SELECT pg_is_in_recovery()")
        return bool(cursor.fetchone()[0])


def _can_serve(actor: Actor) -> bool:
    """Return whether the replica is reachable and has replayed the actor's writes."""
    if REPLICA_ALIAS not in settings.DATABASES or connection.in_atomic_block or time.monotonic() < _unavailable_until:
        return False
    try:
        positions = list(cache.get_many([ALL_USERS_KEY, _write_position_key(actor.user_id)]).values())
        with connections[REPLICA_ALIAS].cursor() as cursor:
            cursor.execute("SELECT pg_last_wal_replay_lsn() >= ALL (%s::text[]::pg_lsn[])", [positions])
            return bool(cursor.fetchone()[0])
    except RedisError as error:
        log.warning("replica skipped: write positions unknown: %s", error, extra=RECURRING)
    except (OperationalError, InterfaceError) as error:
        _mark_unavailable(error)
    return False


def _mark_unavailable(error: Exception) -> None:
    global _unavailable_until  # noqa: PLW0603 - one replica, one process
    _unavailable_until = time.monotonic() + REPLICA_RETRY_AFTER
    connections[REPLICA_ALIAS].close()
    log.warning(
        "replica unavailable, reading from the primary for %d s: %s", REPLICA_RETRY_AFTER, str(error).splitlines()[0]
    )


def _write_position_key(user_id: int) -> str:
    return f"replica:{user_id}"
