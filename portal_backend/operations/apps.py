"""App configuration of operations."""

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    """App of backups, metrics, the setup checklist and the activity log."""

    name = "portal_backend.operations"
