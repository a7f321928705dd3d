"""App configuration of the workflow."""

from django.apps import AppConfig


class WorkflowConfig(AppConfig):
    """App for service requests, their processes, history and comments."""

    name = "portal_backend.workflow"
