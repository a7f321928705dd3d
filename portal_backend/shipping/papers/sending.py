"""PDF response of the shipping documents."""

import io

from django.http import FileResponse

from portal_backend.base.answers import attachment

PDF = {200: {"description": "OK", "content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}}


def saved_as(number: str, content: bytes) -> FileResponse:
    """Return a response that downloads the documents under the request number."""
    return attachment(io.BytesIO(content), f"{number}.pdf", "application/pdf")
