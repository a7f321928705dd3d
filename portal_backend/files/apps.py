"""Configuration of the files app."""

from django.apps import AppConfig


class FilesConfig(AppConfig):
    """The app of uploads, attachments and previews."""

    name = "portal_backend.files"
