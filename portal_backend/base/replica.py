"""Reading lists from a streaming replica, without anybody missing what they wrote themselves (docs/decisions/0022).

After a call that may have written, its user's place in the primary's log is kept. Whoever has such a place reads from
the replica only once it has come as far.
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
# a replica that is further behind than this has not been one for long
KEPT_SECONDS = 86_400
# so long a replica that failed is not asked again, lest each list waits for it
AWAY_SECONDS = 10.0
READING = frozenset({"GET", "HEAD", "OPTIONS"})

# whether the call under way asked for a list: it writes nothing then, although a report's filter comes by POST
_listed: ContextVar[bool] = ContextVar("listed", default=False)
_reads_from: ContextVar[str] = ContextVar("reads_from", default=DEFAULT_DB_ALIAS)
_away_until = 0.0


class Router:
    """Everything from the primary, but what from_replica is given to read."""

    def db_for_read(self, model: Any, **hints: Any) -> str:
        """Where this is read now."""
        return _reads_from.get()

    def db_for_write(self, model: Any, **hints: Any) -> str:
        """The primary, also for what was read elsewhere."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, *objects: Any, **hints: Any) -> bool:
        """It is one database."""
        return True

    def allow_migrate(self, db: str, *names: Any, **hints: Any) -> bool:
        """A replica gets its tables from its primary."""
        return db == DEFAULT_DB_ALIAS


def from_replica(read: Callable[[], T], *, actor: Actor) -> T:
    """What `read` answers, of the replica where it can serve the actor, else of the primary.

    It may be done twice: a replica that fails half way is not waited for.
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
    """Note that a user may have written, after the commit; what `everybody` is to see is read by none older."""
    if REPLICA not in settings.DATABASES:
        return
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_current_wal_insert_lsn()::text")
            cache.set(EVERYBODY if everybody else _key(user_id), cursor.fetchone()[0], KEPT_SECONDS)
    except (OperationalError, InterfaceError, RedisError) as error:
        log.warning("a place in the log was not kept: %s", error, extra=RECURRING)


def note_writes(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: whoever makes a call that writes reads nothing older afterwards.

    What an administrator changes may be somebody's rights, so nobody does.
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
    """Whether the replica answers. Raises OperationalError."""
    with connections[REPLICA].cursor() as cursor:
        cursor.execute("SELECT pg_is_in_recovery()")
        return bool(cursor.fetchone()[0])


def _serves(actor: Actor) -> bool:
    """Whether the replica is there and has all that the actor is to see."""
    if REPLICA not in settings.DATABASES or connection.in_atomic_block or time.monotonic() < _away_until:
        return False
    try:
        places = list(cache.get_many([EVERYBODY, _key(actor.user_id)]).values())
        with connections[REPLICA].cursor() as cursor:
            cursor.execute("SELECT pg_last_wal_replay_lsn() >= ALL (%s::text[]::pg_lsn[])", [places])
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
