"""What is done with an import: begun, matched, corrected, written, cancelled, undone."""

from typing import Any

from django.http import HttpRequest
from ninja.files import UploadedFile

from portal_backend.base.actor import Actor
from portal_backend.base.errors import unavailable
from portal_backend.imports.lists import run_of, target_for
from portal_backend.imports.models import ImportRun
from portal_backend.imports.schemas import ColumnsIn


def begin_with_file(
    target: str, request: HttpRequest, file: UploadedFile | None, images: UploadedFile | None, *, actor: Actor
) -> ImportRun:
    target_for(target, actor)
    raise unavailable()


def begin_with_text(target: str, text: str, *, actor: Actor) -> ImportRun:
    target_for(target, actor)
    raise unavailable()


def set_columns(pk: int, data: ColumnsIn, version: int | None, *, actor: Actor) -> ImportRun:
    run_of(pk, actor)
    raise unavailable()


def correct_row(pk: int, number: int, cells: dict[str, str], *, actor: Actor) -> dict[str, Any]:
    run_of(pk, actor)
    raise unavailable()


def write(pk: int, version: int | None, skip_wrong: bool, *, actor: Actor) -> ImportRun:
    run_of(pk, actor)
    raise unavailable()


def cancel(pk: int, *, actor: Actor) -> ImportRun:
    run_of(pk, actor)
    raise unavailable()


def undo(pk: int, *, actor: Actor) -> ImportRun:
    run_of(pk, actor)
    raise unavailable()
