"""Periodic tasks of accounts; they are idempotent."""

from datetime import timedelta

from django.utils import timezone

from portal_backend.accounts.models import IdempotencyKey, LoginChallenge, Token
from portal_backend.config.celery import app

EXPIRED_RETENTION = timedelta(days=30)


def purge_expired() -> int:
    """Delete old sessions, old idempotency keys and expired challenges.

    Returns the number of deleted rows.
    """
    before = timezone.now() - EXPIRED_RETENTION
    sessions, _ = Token.objects.filter(expires_at__lt=before).delete()
    keys, _ = IdempotencyKey.objects.filter(created_at__lt=before).delete()
    steps, _ = LoginChallenge.objects.filter(expires_at__lt=timezone.now()).delete()
    return sessions + keys + steps


purge_expired_sessions = app.task(name="accounts.purge", ignore_result=True)(purge_expired)
