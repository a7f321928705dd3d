"""Periodic tasks of imports; they are idempotent."""

from portal_backend.config.celery import app
from portal_backend.imports.actions import purge_old_imports

purge_imports = app.task(name="imports.purge", ignore_result=True)(purge_old_imports)
