"""The catalogue."""

from django.apps import AppConfig


class CatalogueConfig(AppConfig):
    """The app of categories, parts and predefined services."""

    name = "portal_backend.catalogue"
