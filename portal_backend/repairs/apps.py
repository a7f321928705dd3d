"""Configuration of the repairs app."""

from django.apps import AppConfig


class RepairsConfig(AppConfig):
    """App of repairs, their units and their instruments."""

    name = "portal_backend.repairs"
