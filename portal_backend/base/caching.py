"""Redis cache backend that creates its client once instead of per operation.

Creating a client costs as much time as the operation itself.
"""

from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient

from portal_backend.base.redis_client import BreakingRedis


class KeptClient(RedisCacheClient):
    """Client wrapper that reuses its redis-py clients; their pools are thread-safe."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._client = BreakingRedis
        self._kept: dict[bool, Any] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """Return the client for reading or writing."""
        if write not in self._kept:
            self._kept[write] = super().get_client(key, write=write)
        return self._kept[write]


class KeptClientCache(RedisCache):
    """Cache backend named in settings.CACHES."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = KeptClient
