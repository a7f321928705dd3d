"""App configuration of the demo data."""

from django.apps import AppConfig


class DemoConfig(AppConfig):
    """App that loads the demo data into an empty database."""

    name = "portal_backend.demo"
