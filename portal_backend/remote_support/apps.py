"""Configuration of the remote support app."""

from django.apps import AppConfig


class RemoteSupportConfig(AppConfig):
    """App of remote support requests, their sessions and checklists."""

    name = "portal_backend.remote_support"

    def ready(self) -> None:
        """Attach the calendar file to the email that announces the approval."""
        from portal_backend.notifications.enclosing import enclose
        from portal_backend.remote_support.calendar import agreed_time
        from portal_backend.remote_support.process import SUPPORT

        enclose(SUPPORT.kind, agreed_time)
