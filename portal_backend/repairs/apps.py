"""Repairs."""

from django.apps import AppConfig


class RepairsConfig(AppConfig):
    """The app of repairs."""

    name = "portal_backend.repairs"

    def ready(self) -> None:
        """Let units come from spreadsheets, and instruments follow what becomes of their repairs."""
        from portal_backend.repairs.instruments import follow
        from portal_backend.repairs.unit_rows import UNIT_FORM, UNIT_IMPORT, UNITS
        from portal_backend.resources.targets import offer_form
        from portal_backend.workflow.tracking import register_follower

        offer_form(UNITS, UNIT_FORM, UNIT_IMPORT)
        register_follower("REPAIR", follow)
