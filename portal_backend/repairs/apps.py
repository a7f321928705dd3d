"""Repairs."""

from django.apps import AppConfig


class RepairsConfig(AppConfig):
    """The app of repairs."""

    name = "portal_backend.repairs"

    def ready(self) -> None:
        """Let the units of a new repair come from spreadsheets."""
        from portal_backend.repairs.unit_rows import UNIT_FORM, UNIT_IMPORT, UNITS
        from portal_backend.resources.targets import offer_form

        offer_form(UNITS, UNIT_FORM, UNIT_IMPORT)
