"""Has a worker look into the outbox at once."""

import logging

from django.conf import settings
from kombu.exceptions import OperationalError

from portal_backend.celery import app

log = logging.getLogger("portal.mail")
SEND = "mail.send"


def wake_sender() -> None:
    """Have a worker send what is due now. The embedded worker looks by itself, and so does beat where Redis is away."""
    if not settings.REDIS_URL:
        return
    try:
        app.send_task(SEND, retry=False, ignore_result=True)
    except OperationalError as error:
        log.warning("the broker cannot be reached, mails wait for the next look: %s", error)
