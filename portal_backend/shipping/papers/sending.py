"""A PDF as a call answers it."""

import io

from django.http import FileResponse

from portal_backend.base.answers import attachment

PDF = {200: {"description": "OK", "content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}}


def saved_as(number: str, content: bytes) -> FileResponse:
    """The papers of a request, to be saved under its number."""
    return attachment(io.BytesIO(content), f"{number}.pdf", "application/pdf")
