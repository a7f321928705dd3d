"""Configuration of the remote support app."""

from django.apps import AppConfig


class RemoteSupportConfig(AppConfig):
    """App of remote support requests, their sessions and checklists."""

    name = "portal_backend.remote_support"
