"""App configuration of the jobs."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """App for long-running jobs outside of HTTP requests."""

    name = "portal_backend.jobs"
