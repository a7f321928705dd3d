"""Spreadsheets that an import gives out: a template to start from, and the wrong rows alone."""

from django.http import FileResponse

from portal_backend.base.actor import Actor
from portal_backend.base.errors import unavailable
from portal_backend.imports.models import ImportRun
from portal_backend.resources.targets import Target


def template(target: Target, actor: Actor) -> FileResponse:
    raise unavailable()


def wrong_rows(run: ImportRun, actor: Actor) -> FileResponse:
    raise unavailable()
