"""App configuration of users, organizations and sessions."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Configuration of the app of users, roles, tokens and organizations."""

    name = "portal_backend.accounts"
