"""App configuration of spreadsheet imports."""

from django.apps import AppConfig


class ImportsConfig(AppConfig):
    """App that reads spreadsheets and validates, writes and undoes their rows."""

    name = "portal_backend.imports"

    def ready(self) -> None:
        """Register the import of users."""
        from portal_backend.imports.user_import import register_user_import

        register_user_import()
