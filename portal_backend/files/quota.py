"""Upload quota per user, since the storage is shared."""

from datetime import timedelta

from django.conf import settings
from django.db.models import Count, Q, Sum
from django.utils import timezone

from portal_backend.core.errors import ApiError
from portal_backend.core.translations import LazyMessage
from portal_backend.files.models import StoredFile

QUOTA_PERIOD = timedelta(hours=1)


def check_quota(user_id: int) -> None:
    """Raise 429 if a user exceeds the upload quota.

    Limited are the number of files per hour and the total size of unused uploads.
    """
    now = timezone.now()
    is_recent, is_unused = Q(created_at__gt=now - QUOTA_PERIOD), Q(claimed_at__isnull=True)
    days = settings.UNUSED_UPLOAD_RETENTION_DAYS  # older ones are purged
    rows = StoredFile.objects.filter(
        uploaded_by_id=user_id, created_at__gt=now - max(QUOTA_PERIOD, timedelta(days=days))
    )
    sent = rows.aggregate(count=Count("pk", filter=is_recent), size=Sum("size", filter=is_unused, default=0))
    if sent["count"] >= settings.UPLOADS_PER_HOUR:
        raise _build_quota_error()
    if sent["size"] >= settings.MAX_UNUSED_UPLOAD_BYTES:
        raise _build_quota_error(
            LazyMessage("errors.UNUSED_UPLOADS", {"size": f"{sent['size'] / 1e9:.3g}", "days": days})
        )


def _build_quota_error(message: LazyMessage | None = None) -> ApiError:
    return ApiError(429, "TOO_MANY_REQUESTS", message, retry_after=int(QUOTA_PERIOD.total_seconds()))
