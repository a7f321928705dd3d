"""Periodic task of the audit log; it is idempotent."""

from portal_backend.audit.log import purge_old_entries
from portal_backend.config.celery import app

purge_audit_log = app.task(name="audit.purge", ignore_result=True)(purge_old_entries)
