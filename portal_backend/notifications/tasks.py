"""Celery tasks of the notifications; all are idempotent."""

from threading import BoundedSemaphore

from portal_backend.config.celery import app
from portal_backend.notifications.mail_sender import purge_old_mails, send_due_mails
from portal_backend.notifications.outbox import SEND_MAILS_TASK

MAX_SENDERS = 2
_senders = BoundedSemaphore(MAX_SENDERS)


def send_mails_unless_busy() -> int:
    """Send due emails, and return how many were sent.

    Does nothing while MAX_SENDERS threads of the worker send some: they look for further ones before they end, and a
    slow mail server must leave threads to the other tasks.
    """
    if not _senders.acquire(blocking=False):
        return 0
    try:
        return send_due_mails()
    finally:
        _senders.release()


send_mails = app.task(name=SEND_MAILS_TASK, ignore_result=True)(send_mails_unless_busy)
purge_mails = app.task(name="mail.purge", ignore_result=True)(purge_old_mails)
