"""Remote support."""

from django.apps import AppConfig


class RemoteSupportConfig(AppConfig):
    """The app of remote support."""

    name = "portal_backend.remote_support"
