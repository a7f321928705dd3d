"""Notifications."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """The app of the mail matrix."""

    name = "portal_backend.notifications"
