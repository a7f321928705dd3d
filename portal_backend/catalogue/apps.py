"""The catalogue."""

from django.apps import AppConfig


class CatalogueConfig(AppConfig):
    """The app of categories, parts and predefined services."""

    name = "portal_backend.catalogue"

    def ready(self) -> None:
        """Let rows of the catalogue come from spreadsheets."""
        from portal_backend.catalogue.administering import ADMINISTERED
        from portal_backend.resources.targets import offer

        offer(*ADMINISTERED)
