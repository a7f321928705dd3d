"""Django's storage in a bucket, which is skipped for a while after it fell silent."""

from typing import Any

from botocore.exceptions import BotoCoreError, ConnectTimeoutError, ReadTimeoutError
from storages.backends.s3 import S3Storage

from portal_backend.base.breaker import CircuitBreaker

SILENT = (ConnectTimeoutError, ReadTimeoutError)
STORAGE = CircuitBreaker("The object storage")


class StorageSkippedError(BotoCoreError):  # type: ignore[misc]
    """A call of the storage that was not made."""

    fmt = "the object storage is skipped, it did not answer in time"


class BreakingS3Storage(S3Storage):  # type: ignore[misc]
    """The backend of settings.STORAGES where STORAGE_URL names a bucket."""

    def _create_session(self) -> Any:
        session = super()._create_session()
        session.events.register("before-send.s3", _check)
        session.events.register("needs-retry.s3", _note)
        return session


def _check(**sent: Any) -> None:
    """Refuse a request, also a second attempt at one, while the storage is skipped."""
    if not STORAGE.allows():
        raise StorageSkippedError


def _note(caught_exception: Exception | None = None, **answered: Any) -> None:
    """Note how an attempt ended."""
    if isinstance(caught_exception, SILENT):
        STORAGE.record_timeout(caught_exception)
    elif not isinstance(caught_exception, StorageSkippedError):
        STORAGE.record_success()
