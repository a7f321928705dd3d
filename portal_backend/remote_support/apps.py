"""Configuration of the remote support app."""

from django.apps import AppConfig


class RemoteSupportConfig(AppConfig):
    """App of remote support requests, their sessions and checklists."""

    name = "portal_backend.remote_support"

    def ready(self) -> None:
        """Attach the calendar file to the email that announces the approval."""
        from portal_backend.notifications.mail_attachments import register_attachment_provider
        from portal_backend.remote_support.calendar import build_calendar_attachment
        from portal_backend.remote_support.process import SUPPORT

        register_attachment_provider(SUPPORT.kind, build_calendar_attachment)
