"""App configuration of spreadsheet imports."""

from django.apps import AppConfig


class ImportsConfig(AppConfig):
    """App that reads spreadsheets and validates, writes and undoes their rows."""

    name = "portal_backend.imports"
