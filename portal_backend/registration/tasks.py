"""Periodic task of password reset tokens; it is idempotent."""

from django.utils import timezone

from portal_backend.accounts.tasks import EXPIRED_RETENTION
from portal_backend.config.celery import app
from portal_backend.registration.models import PasswordResetToken


def purge_expired_tokens() -> int:
    """Delete tokens that expired long ago, used or not, and return their number.

    Until then a token's page explains why it is no longer valid.
    """
    keys, _ = PasswordResetToken.objects.filter(expires_at__lt=timezone.now() - EXPIRED_RETENTION).delete()
    return keys


purge_reset_tokens = app.task(name="reset_tokens.purge", ignore_result=True)(purge_expired_tokens)
