"""What is done about the record beside the calls; running one twice does no harm."""

from portal_backend.audit.record import forget_old_entries
from portal_backend.celery import app

forget_entries = app.task(name="audit.forget", ignore_result=True)(forget_old_entries)
