"""App configuration of two-factor authentication."""

from django.apps import AppConfig


class MfaConfig(AppConfig):
    """Configuration of the app of one-time codes, passkeys and recovery codes."""

    name = "portal_backend.mfa"
