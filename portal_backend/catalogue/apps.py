"""Configuration of the catalogue app."""

from django.apps import AppConfig


class CatalogueConfig(AppConfig):
    """The app of categories, parts and predefined services."""

    name = "portal_backend.catalogue"

    def ready(self) -> None:
        """Register the imports of the catalogue."""
        from portal_backend.catalogue.admin_lists import ADMIN_RESOURCES
        from portal_backend.resources.import_targets import register_imports

        register_imports(*ADMIN_RESOURCES)
