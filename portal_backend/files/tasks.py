"""What is done about files beside the calls; running one twice does no harm."""

from portal_backend.celery import app
from portal_backend.files.actions import purge_unused

purge_unused_uploads = app.task(name="files.purge", ignore_result=True)(purge_unused)
