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

from portal_backend.base.actor import Actor, Role
from portal_backend.base.logs import RECURRING

log = logging.getLogger("portal.replica")
T = TypeVar("T")
REPLICA = "replica"
EVERYBODY = "replica:everybody"
# a working replica is never behind by more than this
KEPT_SECONDS = 86_400
# seconds before a failed replica is used again, so that not every list waits for it
AWAY_SECONDS = 10.0
READING = frozenset({"GET", "HEAD", "OPTIONS"})

# whether the current request reads a list: it does not write then, even a report whose filter is sent by POST
_listed: ContextVar[bool] = ContextVar("listed", default=False)
_reads_from: ContextVar[str] = ContextVar("reads_from", default=DEFAULT_DB_ALIAS)
_away_until = 0.0


class Router:
    """Database router: the primary, except inside `read_from_replica`."""

    def db_for_read(self, model: Any, **hints: Any) -> str:
        """Return the database for reads in the current context."""
        return _reads_from.get()

    def db_for_write(self, model: Any, **hints: Any) -> str:
        """Return the primary, also for rows that were read from the replica."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, *args: Any, **hints: Any) -> bool:
        """Allow all relations, as both aliases are one database."""
        return True

    def allow_migrate(self, db: str, *args: Any, **hints: Any) -> bool:
        """Allow migrations on the primary only; replication copies the schema."""
        return db == DEFAULT_DB_ALIAS


def from_replica(read: Callable[[], T], *, actor: Actor) -> T:
    """Return the result of `read`, from the replica if it is current for the actor.

    Otherwise, or if the replica fails while reading, `read` runs on the primary; it may thus run twice.
    """
    _listed.set(True)
    if not _serves(actor):
        return read()
    token = _reads_from.set(REPLICA)
    try:
        return read()
    except (OperationalError, InterfaceError) as error:
        _leave(error)
    finally:
        _reads_from.reset(token)
    return read()


def wrote(user_id: int, *, everybody: bool = False) -> None:
    """Store the log position after a commit that a user may have made.

    With `for_all_users` no user reads data older than this position.
    """
    if REPLICA not in settings.DATABASES:
        return
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_current_wal_insert_lsn()::text")
            cache.set(EVERYBODY if everybody else _key(user_id), cursor.fetchone()[0], KEPT_SECONDS)
    except (OperationalError, InterfaceError, RedisError) as error:
        log.warning("a place in the log was not kept: %s", error, extra=RECURRING)


def note_writes(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Store the log position after requests that write.

    Changes by administrators may affect permissions, so their position counts for all users.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        _listed.set(False)
        response = get_response(request)
        actor = getattr(request, "auth", None)
        if request.method not in READING and isinstance(actor, Actor) and not _listed.get():
            wrote(actor.user_id, everybody=actor.role == Role.ADMIN)
        return response

    return middleware


def is_reached() -> bool:
    """Return whether the replica responds. Raises OperationalError."""
    with connections[REPLICA].cursor() as cursor:
        cursor.execute("SELECT pg_is_in_recovery()")
        return bool(cursor.fetchone()[0])


def _serves(actor: Actor) -> bool:
    """Return whether the replica is reachable and has replayed the actor's writes."""
    if REPLICA not in settings.DATABASES or connection.in_atomic_block or time.monotonic() < _away_until:
        return False
    try:
        positions = list(cache.get_many([EVERYBODY, _key(actor.user_id)]).values())
        with connections[REPLICA].cursor() as cursor:
            cursor.execute("SELECT pg_last_wal_replay_lsn() >= ALL (%s::text[]::pg_lsn[])", [positions])
            return bool(cursor.fetchone()[0])
    except RedisError as error:
        log.warning("not asked: what users wrote is not known: %s", error, extra=RECURRING)
    except (OperationalError, InterfaceError) as error:
        _leave(error)
    return False


def _leave(error: Exception) -> None:
    global _away_until  # noqa: PLW0603 - one replica, one process
    _away_until = time.monotonic() + AWAY_SECONDS
    connections[REPLICA].close()
    log.warning("away, the primary is read for %d s: %s", AWAY_SECONDS, str(error).splitlines()[0])


def _key(user_id: int) -> str:
    return f"replica:{user_id}"
