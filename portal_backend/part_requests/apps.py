"""Part requests."""

from django.apps import AppConfig


class PartRequestsConfig(AppConfig):
    """The app of part requests."""

    name = "portal_backend.part_requests"
