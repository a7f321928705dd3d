"""Configuration of the part requests app."""

from django.apps import AppConfig


class PartRequestsConfig(AppConfig):
    """App of part requests and their items."""

    name = "portal_backend.part_requests"
