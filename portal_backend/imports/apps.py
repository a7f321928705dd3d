"""Rows that come from spreadsheets."""

from django.apps import AppConfig


class ImportsConfig(AppConfig):
    """The app that reads spreadsheets, checks their rows, writes them and takes them back."""

    name = "portal_backend.imports"

    def ready(self) -> None:
        """Let users come from spreadsheets: the lists above say so themselves."""
        from portal_backend.imports.users import offer_users

        offer_users()
