"""Periodic tasks of accounts; they are idempotent."""

from datetime import timedelta

from django.utils import timezone

from portal_backend.accounts.models import IdempotencyKey, LoginStep, Token
from portal_backend.celery import app

KEPT = timedelta(days=30)


def forget_what_is_over() -> int:
    """Delete old sessions, old idempotency keys and expired challenges.

    Returns the number of deleted rows.
    """
    before = timezone.now() - KEPT
    sessions, _ = Token.objects.filter(expires_at__lt=before).delete()
    keys, _ = IdempotencyKey.objects.filter(created_at__lt=before).delete()
    steps, _ = LoginStep.objects.filter(expires_at__lt=timezone.now()).delete()
    return sessions + keys + steps


forget_old_sessions = app.task(name="accounts.forget", ignore_result=True)(forget_what_is_over)
