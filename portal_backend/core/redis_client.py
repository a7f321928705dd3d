"""Redis client with a circuit breaker shared by all users of Redis."""

from typing import Any

import redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from portal_backend.core.circuit_breaker import CircuitBreaker

REDIS_BREAKER = CircuitBreaker("Redis")
REDIS_TIMEOUT_ERRORS = (RedisTimeoutError,)


def has_valid_redis_options(url: str) -> bool:
    """Return whether the query options of a Redis URL can be parsed."""
    try:
        redis.connection.parse_url(url)  # type: ignore[no-untyped-call]
    except ValueError:
        return False
    return True


class CircuitBreakerRedis(redis.Redis):
    """Redis client that raises immediately while the circuit breaker is open."""

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Run a command. Raises RedisError."""
        with REDIS_BREAKER.protect(REDIS_TIMEOUT_ERRORS, RedisConnectionError):
            return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]
