"""Jobs."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """The app of long work beside the calls."""

    name = "portal_backend.jobs"
