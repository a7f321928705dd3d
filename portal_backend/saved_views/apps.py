"""Configuration of the saved views app."""

from django.apps import AppConfig


class SavedViewsConfig(AppConfig):
    """The app of views that users save of lists."""

    name = "portal_backend.saved_views"
