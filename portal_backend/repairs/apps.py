"""Repairs."""

from django.apps import AppConfig


class RepairsConfig(AppConfig):
    """The app of repairs."""

    name = "portal_backend.repairs"
