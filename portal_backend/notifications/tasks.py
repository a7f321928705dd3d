"""Celery tasks of the notifications; all are idempotent."""

from portal_backend.celery import app
from portal_backend.notifications.sending import forget_old_mails, send_due_mails
from portal_backend.notifications.waking import SEND

send_mails = app.task(name=SEND, ignore_result=True)(send_due_mails)
forget_mails = app.task(name="mail.forget", ignore_result=True)(forget_old_mails)
