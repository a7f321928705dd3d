"""What logs in beside a password: one-time codes, passkeys, recovery codes."""

from django.apps import AppConfig


class FactorsConfig(AppConfig):
    """The app of second factors."""

    name = "portal_backend.factors"
