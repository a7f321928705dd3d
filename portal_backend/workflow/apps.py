"""The process kernel."""

from django.apps import AppConfig


class WorkflowConfig(AppConfig):
    """The app of requests, their history and comments."""

    name = "portal_backend.workflow"
