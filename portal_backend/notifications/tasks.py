"""Celery tasks of the notifications; all are idempotent."""

from portal_backend.config.celery import app
from portal_backend.notifications.mail_sender import purge_old_mails, send_due_mails
from portal_backend.notifications.outbox import SEND_MAILS_TASK

send_mails = app.task(name=SEND_MAILS_TASK, ignore_result=True)(send_due_mails)
purge_mails = app.task(name="mail.purge", ignore_result=True)(purge_old_mails)
