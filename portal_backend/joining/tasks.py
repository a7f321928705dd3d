"""What is done about mailed keys beside the calls; running one twice does no harm."""

from django.utils import timezone

from portal_backend.accounts.tasks import KEPT
from portal_backend.celery import app
from portal_backend.joining.models import RecoveryKey


def forget_old_keys() -> int:
    """Remove keys that ended long ago, used or not; how many they were. Until then a key says why it is dead."""
    keys, _ = RecoveryKey.objects.filter(expires_at__lt=timezone.now() - KEPT).delete()
    return keys


forget_keys = app.task(name="keys.forget", ignore_result=True)(forget_old_keys)
