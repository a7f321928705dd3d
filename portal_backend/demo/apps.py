"""The demo world."""

from django.apps import AppConfig


class DemoConfig(AppConfig):
    """The app that loads the demo world into an empty database."""

    name = "portal_backend.demo"
