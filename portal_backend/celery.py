"""Celery: what is done beside the calls. With Redis its workers do it, else the embedded worker (scripts/commands)."""

import os
from pathlib import Path
from typing import Any

from celery import Celery
from celery.signals import after_task_publish, beat_init, heartbeat_sent
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal_backend.settings")
app = Celery("portal")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# the process tables and the kinds of mail register themselves when they are imported, as the table of contents does
app.autodiscover_tasks(["portal_backend"], related_name="api")


def show_life(**signal: Any) -> None:
    """Touch a file, where one is named: who looks after this process sees by its age that it still works."""
    if settings.SIGN_OF_LIFE:
        Path(settings.SIGN_OF_LIFE).touch()


def show_life_of_the_clock(**signal: Any) -> None:
    """The clock has no heartbeat: it lives as long as it sends what is due."""
    after_task_publish.connect(show_life, weak=False)


beat_init.connect(show_life_of_the_clock, weak=False)
# a worker's, every two seconds while it has its broker
heartbeat_sent.connect(show_life, weak=False)
