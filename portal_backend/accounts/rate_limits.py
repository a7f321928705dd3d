"""Rate limits (contract section 3), counted in the cache.

The login rate limit and the lockout after wrong passwords (`accounts/login.py`) use these functions, and so do the
limits of emails, new requests and account requests.

The counters are in the cache, not in the database, so that a rolled back transaction does not undo them.

Without Redis the cache is local to the process; its size (settings) is sufficient for the counters that many addresses
can create in one window, so that no caller evicts another's counter. While Redis is unreachable, full or read-only,
each process counts on its own: users can still log in, and the number of attempts stays limited.
"""

import hashlib
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from django.conf import settings
from django.core.cache import cache, caches
from django.core.cache.backends.base import BaseCache
from django.utils import timezone
from redis.exceptions import RedisError

from portal_backend.core.actor import Actor
from portal_backend.core.errors import ApiError
from portal_backend.core.logs import RECURRING

log = logging.getLogger("portal.sessions")
HOUR = 3_600
T = TypeVar("T")


def throttle(key: str, limit: int, seconds: int) -> None:
    """Count a call under `key`, which names its window of time.

    Raises 429 beyond `limit` calls in `seconds`.
    """
    if _increment(key, seconds) > limit:
        raise ApiError(429, "TOO_MANY_REQUESTS", retry_after=seconds)


def count_attempt(key: str, limit: int, seconds: int) -> None:
    """Count an attempt to guess a secret. Raises 429 beyond `limit` attempts.

    Call it before the secret is checked, so that concurrent attempts are limited too. The last allowed attempt restarts
    the lockout of `seconds`; `reset_attempts` ends it after a successful attempt.
    """
    attempts = _increment(key, seconds)
    if attempts > limit:
        raise ApiError(429, "TOO_MANY_REQUESTS", retry_after=seconds)
    if attempts == limit:
        _run_with_fallback(lambda counts: counts.touch(key, seconds))


def reset_attempts(key: str) -> None:
    """Reset the counter of attempts after a successful one."""
    _run_with_fallback(lambda counts: counts.delete(key))


def throttle_account_mails(user_id: int) -> None:
    """Count a change that emails a security notice, per user and hour.

    Raises 429 beyond PORTAL_ACCOUNT_MAILS_PER_HOUR. The change is rejected rather than made without the notice, because
    the notice is what reveals a hijacked account.
    """
    throttle(build_hourly_key("account-mails", str(user_id)), settings.ACCOUNT_MAILS_PER_HOUR, HOUR)


def throttle_creations(actor: Actor) -> None:
    """Count a new service request of a user.

    Raises 429 beyond PORTAL_CREATIONS_PER_HOUR.
    """
    throttle(build_hourly_key("creations", str(actor.user_id)), settings.CREATIONS_PER_HOUR, HOUR)


def build_hourly_key(kind: str, *parts: str) -> str:
    """Build the key of a counter that restarts each hour."""
    return build_counter_key(kind, *parts, f"{timezone.now():%Y%m%d%H}")


def refund_attempt(key: str) -> None:
    """Undo one count that turned out not to apply."""

    def decrement(backend: BaseCache) -> None:
        with suppress(ValueError):  # the counter expired
            backend.decr(key)

    _run_with_fallback(decrement)


def count_mails(user_id: int, number: int) -> int:
    """Count emails that a user causes and return their number in this hour."""
    return _increment(build_hourly_key("mails", str(user_id)), HOUR, number)


def _increment(key: str, seconds: int, number: int = 1) -> int:
    def count(backend: BaseCache) -> int:
        for _ in range(3):
            if backend.add(key, number, seconds):
                return number
            with suppress(ValueError):  # the counter expired between add and incr
                return backend.incr(key, number)
        return number

    return _run_with_fallback(count)


def _run_with_fallback(work: Callable[[BaseCache], T]) -> T:
    """Run `work` on the cache, or on the process's own cache if Redis fails."""
    try:
        return work(cache)
    except RedisError as error:
        log.error("counted in this process only: %s", error, extra=RECURRING)  # noqa: TRY400 - the trace is Redis's
        return work(caches["process"])


def build_counter_key(kind: str, *parts: str) -> str:
    """Build the key of a counter from names of any length and alphabet."""
    return f"{kind}:{hashlib.sha256(chr(0).join(parts).encode('utf-8', 'replace')).hexdigest()}"
