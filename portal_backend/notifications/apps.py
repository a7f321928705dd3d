"""Notifications."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """The app of the mail matrix and the outbox."""

    name = "portal_backend.notifications"
