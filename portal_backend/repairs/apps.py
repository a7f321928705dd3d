"""Configuration of the repairs app."""

from django.apps import AppConfig


class RepairsConfig(AppConfig):
    """App of repairs, their units and their instruments."""

    name = "portal_backend.repairs"

    def ready(self) -> None:
        """Register the import of units and the hook that refreshes instruments."""
        from portal_backend.repairs.instrument_identity import refresh_instruments_of_request
        from portal_backend.repairs.unit_import import UNIT_FORM, UNIT_IMPORT, UNIT_IMPORT_NAME
        from portal_backend.resources.import_targets import register_form_import
        from portal_backend.workflow.hooks import register_visibility_hook

        register_form_import(UNIT_IMPORT_NAME, UNIT_FORM, UNIT_IMPORT)
        register_visibility_hook("REPAIR", refresh_instruments_of_request)
