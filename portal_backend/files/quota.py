"""Upload quota per user, since the storage is shared."""

from datetime import timedelta

from django.conf import settings
from django.db.models import Count, Q, Sum
from django.utils import timezone

from portal_backend.base.errors import Refusal
from portal_backend.base.words import Word
from portal_backend.files.models import StoredFile

HOUR = timedelta(hours=1)


def check_quota(user_id: int) -> None:
    """Raise 429 if a user exceeds the upload quota.

    Limited are the number of files per hour and the total size of unused uploads.
    """
    now = timezone.now()
    is_recent, is_unused = Q(created_at__gt=now - HOUR), Q(claimed_at__isnull=True)
    days = settings.UNUSED_UPLOAD_DAYS  # older ones are purged
    rows = StoredFile.objects.filter(uploaded_by_id=user_id, created_at__gt=now - max(HOUR, timedelta(days=days)))
    sent = rows.aggregate(count=Count("pk", filter=is_recent), size=Sum("size", filter=is_unused, default=0))
    if sent["count"] >= settings.UPLOADS_PER_HOUR:
        raise _too_many()
    if sent["size"] >= settings.UNUSED_UPLOAD_BYTES:
        raise _too_many(Word("errors.UNUSED_UPLOADS", {"size": f"{sent['size'] / 1e9:.3g}", "days": days}))


def _too_many(message: Word | None = None) -> Refusal:
    return Refusal(429, "TOO_MANY_REQUESTS", message, retry_after=int(HOUR.total_seconds()))
