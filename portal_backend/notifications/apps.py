"""App configuration of the notifications."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """App for mail rules, the outbox and notifications in the portal."""

    name = "portal_backend.notifications"
