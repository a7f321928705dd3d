"""Periodic task of the audit log; it is idempotent."""

from portal_backend.audit.record import forget_old_entries
from portal_backend.celery import app

forget_entries = app.task(name="audit.forget", ignore_result=True)(forget_old_entries)
