"""App configuration of the audit log."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    """Configuration of the app of the audit log."""

    name = "portal_backend.audit"
