"""Users, organisations, sessions."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """The app of users, roles, tokens and organisations."""

    name = "portal_backend.accounts"

    def ready(self) -> None:
        """Before the first connection to a database is made."""
        from portal_backend.base import folding, normalization  # noqa: F401 - lookups register themselves
