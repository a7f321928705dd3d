"""Configuration of the catalogue app."""

from django.apps import AppConfig


class CatalogueConfig(AppConfig):
    """The app of categories, parts and predefined services."""

    name = "portal_backend.catalogue"
