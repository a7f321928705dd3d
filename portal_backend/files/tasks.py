"""Scheduled tasks of files.

They are idempotent.
"""

from portal_backend.config.celery import app
from portal_backend.files.actions import purge_unused

purge_unused_uploads = app.task(name="files.purge", ignore_result=True)(purge_unused)
