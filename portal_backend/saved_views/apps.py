"""Saved views."""

from django.apps import AppConfig


class SavedViewsConfig(AppConfig):
    """The app of the views that users keep of lists."""

    name = "portal_backend.saved_views"
