"""App configuration of users, organizations and sessions."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Configuration of the app of users, roles, tokens and organizations."""

    name = "portal_backend.accounts"

    def ready(self) -> None:
        """Register the database lookups before the first connection is made."""
        from portal_backend.core import case_folding, normalization  # noqa: F401 - lookups register themselves
