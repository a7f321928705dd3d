"""What operators need."""

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    """The app that backs up and restores."""

    name = "portal_backend.operations"
