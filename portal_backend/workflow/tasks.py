"""Celery tasks of the workflow; all are idempotent."""

from portal_backend.config.celery import app
from portal_backend.workflow.notifications import send_overdue_reminders

remind_of_overdue = app.task(name="requests.remind", ignore_result=True)(send_overdue_reminders)
