"""App configuration of password recovery and account requests."""

from django.apps import AppConfig


class RegistrationConfig(AppConfig):
    """Configuration of the app of password reset tokens and account requests."""

    name = "portal_backend.registration"
