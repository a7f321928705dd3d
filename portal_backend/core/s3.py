"""S3 storage backend with a circuit breaker."""

from typing import Any

from botocore.exceptions import BotoCoreError, ConnectTimeoutError, ReadTimeoutError
from storages.backends.s3 import S3Storage

from portal_backend.core.circuit_breaker import CircuitBreaker

S3_TIMEOUT_ERRORS = (ConnectTimeoutError, ReadTimeoutError)
STORAGE_BREAKER = CircuitBreaker("The object storage")


class StorageSkippedError(BotoCoreError):  # type: ignore[misc]
    """Raised instead of a request while the object storage is skipped."""

    fmt = "the object storage is skipped, it did not answer in time"


class CircuitBreakerS3Storage(S3Storage):  # type: ignore[misc]
    """Backend of settings.STORAGES if STORAGE_URL names a bucket."""

    def _create_session(self) -> Any:
        session = super()._create_session()
        session.events.register("before-send.s3", _reject_while_open)
        session.events.register("needs-retry.s3", _record_outcome)
        return session


def _reject_while_open(**kwargs: Any) -> None:
    """Reject a request or a retry while the circuit breaker is open."""
    if not STORAGE_BREAKER.allow_request():
        raise StorageSkippedError


def _record_outcome(caught_exception: Exception | None = None, **kwargs: Any) -> None:
    """Record the outcome of an attempt."""
    if isinstance(caught_exception, S3_TIMEOUT_ERRORS):
        STORAGE_BREAKER.record_timeout(caught_exception)
    elif not isinstance(caught_exception, StorageSkippedError):
        STORAGE_BREAKER.record_success()
