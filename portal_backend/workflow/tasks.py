"""Celery tasks of the workflow; all are idempotent."""

from portal_backend.celery import app
from portal_backend.workflow.telling import remind_of_overdue_deliveries

remind_of_overdue = app.task(name="requests.remind", ignore_result=True)(remind_of_overdue_deliveries)
