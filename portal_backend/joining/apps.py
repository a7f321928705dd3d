"""How people get in: recovery and account requests."""

from django.apps import AppConfig


class JoiningConfig(AppConfig):
    """The app of recovery keys and account requests."""

    name = "portal_backend.joining"
