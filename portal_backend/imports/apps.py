"""Rows that come from spreadsheets."""

from django.apps import AppConfig


class ImportsConfig(AppConfig):
    """The app that reads spreadsheets, checks their rows, writes them and takes them back."""

    name = "portal_backend.imports"
