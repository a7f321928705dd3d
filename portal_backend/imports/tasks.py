"""Periodic tasks of imports; they are idempotent."""

from portal_backend.celery import app
from portal_backend.imports.actions import forget_old_rows

forget_rows = app.task(name="imports.forget", ignore_result=True)(forget_old_rows)
