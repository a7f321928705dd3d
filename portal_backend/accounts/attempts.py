"""How often something may be tried (contract section 3), counted in the cache: no transaction takes a count back.

Without Redis the cache is this process's own, and has room (settings) for what many addresses can bring about in a
window, so that nobody pushes the count of another out. Where Redis is out of reach, full or read-only, the process
counts by itself as long as that lasts: nobody is kept from signing in, and nobody may guess for ever.
"""

import hashlib
import logging
from collections.abc import Callable
from contextlib import suppress
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import TypeVar

from django.conf import settings
from django.core.cache import cache, caches
from django.core.cache.backends.base import BaseCache
from django.utils import timezone
from redis.exceptions import RedisError

from portal_backend.base.actor import Actor
from portal_backend.base.errors import Refusal
from portal_backend.base.logs import RECURRING

log = logging.getLogger("portal.sessions")
SITE_BITS = 64
HOUR = 3_600
T = TypeVar("T")


def throttle(key: str, limit: int, seconds: int) -> None:
    """Count a call under `key`, which names its window of time. Raises 429 beyond `limit` in `seconds`."""
    if _count(key, seconds) > limit:
        raise Refusal(429, "TOO_MANY_REQUESTS", retry_after=seconds)


def count_guess(key: str, limit: int, seconds: int) -> None:
    """Count a guess at a secret before it is looked at, so that many at once are no more than `limit`. Raises 429.

    The last one closes the door for `seconds`; `forget` opens it after a right one.
    """
    guesses = _count(key, seconds)
    if guesses > limit:
        raise Refusal(429, "TOO_MANY_REQUESTS", retry_after=seconds)
    if guesses == limit:
        _reached(lambda counts: counts.touch(key, seconds))


def forget(key: str) -> None:
    """The guess was right: those before it count no longer."""
    _reached(lambda counts: counts.delete(key))


def throttle_account_mails(user_id: int) -> None:
    """Count a change that mails a security notice, per user and hour. Raises 429 beyond PORTAL_ACCOUNT_MAILS_PER_HOUR.

    The change is refused rather than its notice left out: the notice is what reveals a hijacked account.
    """
    throttle(this_hour("account-mails", str(user_id)), settings.ACCOUNT_MAILS_PER_HOUR, HOUR)


def throttle_creations(actor: Actor) -> None:
    """Count a new request of a user. Raises 429 beyond PORTAL_CREATIONS_PER_HOUR."""
    throttle(this_hour("creations", str(actor.user_id)), settings.CREATIONS_PER_HOUR, HOUR)


def this_hour(kind: str, *parts: str) -> str:
    """The key of a count that starts again each hour."""
    return named(kind, *parts, f"{timezone.now():%Y%m%d%H}")


def take_back(key: str) -> None:
    """What was counted beforehand turned out not to count."""

    def one_less(counts: BaseCache) -> None:
        with suppress(ValueError):  # its time ended between the two
            counts.decr(key)

    _reached(one_less)


def count_mails(user_id: int, number: int) -> int:
    """Count mails that a user causes; how many they are in this hour."""
    return _count(this_hour("mails", str(user_id)), HOUR, number)


def _count(key: str, seconds: int, number: int = 1) -> int:
    def count(counts: BaseCache) -> int:
        for _ in range(3):
            if counts.add(key, number, seconds):
                return number
            with suppress(ValueError):  # its time ended between the two
                return counts.incr(key, number)
        return number

    return _reached(count)


def _reached(work: Callable[[BaseCache], T]) -> T:
    try:
        return work(cache)
    except RedisError as error:
        log.error("counted in this process alone: %s", error, extra=RECURRING)  # noqa: TRY400 - the trace is Redis's
        return work(caches["process"])


def named(kind: str, *parts: str) -> str:
    """The key of a count; names of any length and alphabet are part of it."""
    return f"{kind}:{hashlib.sha256(chr(0).join(parts).encode('utf-8', 'replace')).hexdigest()}"


def site_of(address: str) -> str:
    """What counts as one caller: an IPv4 address, or the /64 that an IPv6 user is given and may number at will."""
    try:
        number = IPv6Address(address)
    except AddressValueError:
        return address
    mapped: IPv4Address | None = number.ipv4_mapped
    return str(mapped or IPv6Address(int(number) >> SITE_BITS << SITE_BITS))
