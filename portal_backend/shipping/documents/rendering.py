"""Rendering of shipping documents in a bounded queue, and their PDF response.

A thousand units take a second of CPU time, which all users share.
"""

import io

from django.http import FileResponse

from portal_backend.core.actor import Actor
from portal_backend.core.responses import build_download
from portal_backend.files.decode_queue import DecodeQueue
from portal_backend.shipping.documents.content import ShippingDocuments

RENDER_QUEUE = DecodeQueue(concurrency=2)


def render_documents(documents: ShippingDocuments, *, actor: Actor) -> bytes:
    """Render the documents of a shipment as a PDF. Raises 503 if the queue is full."""
    # imported late: reportlab loads slowly, and most processes never render a PDF
    from portal_backend.shipping.documents.pages import build_pdf

    with RENDER_QUEUE.slot(actor.user_id):
        return build_pdf(documents)


PDF_RESPONSES = {
    200: {"description": "OK", "content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}
}


def respond_with_pdf(number: str, content: bytes) -> FileResponse:
    """Return a response that downloads the documents under the request number."""
    return build_download(io.BytesIO(content), f"{number}.pdf", "application/pdf")
