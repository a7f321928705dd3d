"""Redis cache backend that creates its client once instead of per operation.

Creating a client costs as much time as the operation itself.
"""

from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient

from portal_backend.core.redis_client import CircuitBreakerRedis


class PersistentRedisClient(RedisCacheClient):
    """Client wrapper that reuses its redis-py clients; their pools are thread-safe."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._client = CircuitBreakerRedis
        self._clients: dict[bool, Any] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """Return the client for reading or writing."""
        if write not in self._clients:
            self._clients[write] = super().get_client(key, write=write)
        return self._clients[write]


class PersistentRedisCache(RedisCache):
    """Cache backend named in settings.CACHES."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = PersistentRedisClient
