"""Django's cache in Redis with a client that is made once: making one costs as much as what it is made for."""

from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient

from portal_backend.base.redis_client import BreakingRedis


class KeptClient(RedisCacheClient):
    """Its connections come from a pool, so threads may share it."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._client = BreakingRedis
        self._kept: dict[bool, Any] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """The client for reading or for writing."""
        if write not in self._kept:
            self._kept[write] = super().get_client(key, write=write)
        return self._kept[write]


class KeptClientCache(RedisCache):
    """The backend of settings.CACHES."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = KeptClient
