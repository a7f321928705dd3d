"""Configuration of the repairs app."""

from django.apps import AppConfig


class RepairsConfig(AppConfig):
    """App of repairs, their units and their instruments."""

    name = "portal_backend.repairs"

    def ready(self) -> None:
        """Register the import of units and the hook that refreshes instruments."""
        from portal_backend.repairs.instruments import follow
        from portal_backend.repairs.unit_rows import UNIT_FORM, UNIT_IMPORT, UNITS
        from portal_backend.resources.targets import offer_form
        from portal_backend.workflow.tracking import register_follower

        offer_form(UNITS, UNIT_FORM, UNIT_IMPORT)
        register_follower("REPAIR", follow)
