"""Configuration of the catalogue app."""

from django.apps import AppConfig


class CatalogueConfig(AppConfig):
    """The app of categories, parts and predefined services."""

    name = "portal_backend.catalogue"

    def ready(self) -> None:
        """Register the imports of the catalogue."""
        from portal_backend.catalogue.administering import ADMINISTERED
        from portal_backend.resources.targets import offer

        offer(*ADMINISTERED)
