"""The one way to Redis: a server that fell silent is skipped for a while by everything that asks it."""

from typing import Any

import redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from portal_backend.base.breaker import CircuitBreaker

REDIS = CircuitBreaker("Redis")
SILENT = (RedisTimeoutError,)


def has_valid_options(url: str) -> bool:
    """Whether the options in the query of a Redis URL can be read."""
    try:
        redis.connection.parse_url(url)  # type: ignore[no-untyped-call]
    except ValueError:
        return False
    return True


class BreakingRedis(redis.Redis):
    """A client that raises at once while Redis is skipped."""

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Run a command. Raises RedisError."""
        with REDIS.guard(SILENT, RedisConnectionError):
            return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]
