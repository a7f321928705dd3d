"""Endpoint for spectrum files."""

from django.http import HttpRequest
from ninja import Router

from portal_backend.accounts.sessions import TokenAuth, get_actor
from portal_backend.core.responses import ApiResponse
from portal_backend.core.types import ShortText
from portal_backend.files.lists import FILE_ROLES
from portal_backend.spectra.reader import read_spectra
from portal_backend.spectra.schemas import SpectraAnswer
from portal_backend.workflow.models import RequestKind

router = Router(tags=["files"])


@router.get("/files/spectra/{id}", response=SpectraAnswer, auth=TokenAuth(FILE_ROLES))
def fetch_spectra(request: HttpRequest, id: ShortText, kind: RequestKind = "REPAIR") -> ApiResponse:
    """Return the instrument, parts and spectra of a spectrum file (ANSI N42.42)."""
    return ApiResponse(read_spectra(id, kind, actor=get_actor(request)))
