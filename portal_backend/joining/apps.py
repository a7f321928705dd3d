"""How people get in: recovery and account requests."""

from django.apps import AppConfig


class JoiningConfig(AppConfig):
    """The app of recovery keys and account requests."""

    name = "portal_backend.joining"

    def ready(self) -> None:
        """Listen to what the accounts tell."""
        from portal_backend.joining import former_address  # noqa: F401
