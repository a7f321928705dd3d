"""Who did what."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    """The app that keeps what administrators want to look up later."""

    name = "portal_backend.audit"
