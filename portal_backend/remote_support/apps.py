"""Remote support."""

from django.apps import AppConfig


class RemoteSupportConfig(AppConfig):
    """The app of remote support."""

    name = "portal_backend.remote_support"

    def ready(self) -> None:
        """Send the agreed time along with the mail that tells that the service takes over."""
        from portal_backend.notifications.enclosing import enclose
        from portal_backend.remote_support.calendar import agreed_time
        from portal_backend.remote_support.process import SUPPORT

        enclose(SUPPORT.kind, agreed_time)
