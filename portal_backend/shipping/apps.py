"""Configuration of the shipping app."""

from django.apps import AppConfig


class ShippingConfig(AppConfig):
    """The app of contacts, addresses, packages and courier legs."""

    name = "portal_backend.shipping"
