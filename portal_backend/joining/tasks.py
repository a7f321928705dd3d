"""Periodic task of password reset tokens; it is idempotent."""

from django.utils import timezone

from portal_backend.accounts.tasks import KEPT
from portal_backend.celery import app
from portal_backend.joining.models import RecoveryKey


def forget_old_keys() -> int:
    """Delete tokens that expired long ago, used or not, and return their number.

    Until then a token's page explains why it is no longer valid.
    """
    keys, _ = RecoveryKey.objects.filter(expires_at__lt=timezone.now() - KEPT).delete()
    return keys


forget_keys = app.task(name="keys.forget", ignore_result=True)(forget_old_keys)
