"""Celery: what is done beside the calls. With Redis its workers do it, else the embedded worker (scripts/commands)."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal_backend.settings")
app = Celery("portal")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# the process tables and the kinds of mail register themselves when they are imported, as the table of contents does
app.autodiscover_tasks(["portal_backend"], related_name="api")
