"""Endpoint for spectrum files."""

from django.http import HttpRequest
from ninja import Router

from portal_backend.accounts.sessions import Gate, actor_of
from portal_backend.base.answers import Answer
from portal_backend.base.fields import Keyword
from portal_backend.files.lists import FILE_USERS
from portal_backend.spectra.lists import read_spectra
from portal_backend.spectra.schemas import SpectraAnswer
from portal_backend.workflow.models import Kind

router = Router(tags=["files"])


@router.get("/files/spectra/{id}", response=SpectraAnswer, auth=Gate(FILE_USERS))
def fetch_spectra(request: HttpRequest, id: Keyword, kind: Kind = "REPAIR") -> Answer:
    """Return the instrument, parts and spectra of a spectrum file (ANSI N42.42)."""
    return Answer(read_spectra(id, kind, actor=actor_of(request)))
