"""Users, organisations, sessions."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """The app of users, roles, tokens and organisations."""

    name = "portal_backend.accounts"
