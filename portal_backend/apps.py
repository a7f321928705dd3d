"""App configuration of the portal as a whole."""

from django.apps import AppConfig


class PortalConfig(AppConfig):
    """App that connects the other apps once all models are loaded."""

    name = "portal_backend"

    def ready(self) -> None:
        """Fill the registries and set the hooks."""
        from portal_backend.wiring import wire

        wire()
