"""What is done about mails beside the calls; running one twice does no harm."""

import logging

from django.conf import settings
from kombu.exceptions import OperationalError

from portal_backend.celery import app
from portal_backend.notifications.sending import forget_old_mails, send_due_mails

log = logging.getLogger("portal.mail")

send_mails = app.task(name="mail.send", ignore_result=True)(send_due_mails)
forget_mails = app.task(name="mail.forget", ignore_result=True)(forget_old_mails)


def wake_sender() -> None:
    """Have a worker send what is due now. The embedded worker looks by itself, and so does beat where Redis is away."""
    if not settings.REDIS_URL:
        return
    try:
        send_mails.apply_async(retry=False)
    except OperationalError as error:
        log.warning("the broker cannot be reached, mails wait for the next look: %s", error)
