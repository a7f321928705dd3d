"""Rendering of shipping labels and documents in a sandbox process, as PDF."""

import base64
import io
import logging
import tempfile
from pathlib import Path

import orjson
from django.http import FileResponse

from portal_backend.core.actor import Actor
from portal_backend.core.cancellation import raise_if_canceled
from portal_backend.core.errors import unavailable
from portal_backend.core.responses import build_download
from portal_backend.files.bounded_queue import BoundedQueue
from portal_backend.sandbox.runner import ParserFailedError, ParserLimits, ParserRejectedError, run_parser
from portal_backend.shipping.documents.content import ShippingDocuments
from portal_backend.shipping.documents.template_data import LabelLayout, build_template_data

COMPILER_MODULE = "portal_backend.shipping.documents.compiler"
RENDER_QUEUE = BoundedQueue(concurrency=2)
logger = logging.getLogger("portal.documents")


def render_documents(documents: ShippingDocuments, label_layout: LabelLayout, *, actor: Actor) -> bytes:
    """Render the documents of a shipment as a PDF.

    Raises 503 if the queue is full or the documents take too much time or memory.
    """
    with RENDER_QUEUE.slot(actor.user_id):
        try:
            return build_pdf(documents, label_layout)
        except (ParserFailedError, ParserRejectedError) as failure:
            logger.exception("documents of %s not rendered: %s", documents.number, failure.reason)
            raise unavailable() from None


def build_pdf(documents: ShippingDocuments, label_layout: LabelLayout = "SHEET") -> bytes:
    """Build the documents as a tagged PDF, in the current language.

    Raises ParserFailedError, ParserRejectedError or Canceled.
    """
    raise_if_canceled()  # the caller may have left while it waited in the queue
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "data.json"
        path.write_bytes(orjson.dumps(build_template_data(documents, label_layout)))
        request = {"path": str(path), "created_on": documents.issued_on.isoformat()}
        [(_, encoded)] = run_parser(COMPILER_MODULE, request, _compute_limits(documents))
    return base64.b64decode(encoded)


def _compute_limits(documents: ShippingDocuments) -> ParserLimits:
    """Compute limits from the number of items.

    An item takes 3 ms and 0.3 MB, and 12 ms and 0.6 MB with the longest texts.
    """
    count = len(documents.items) + len(documents.rejected_items)
    return ParserLimits(
        memory=600_000_000 + 1_000_000 * count,
        seconds=10 + count // 50,
        output=20_000_000 + 20_000 * count,
        timeout=60 + count // 5,
    )


PDF_RESPONSES = {
    200: {"description": "OK", "content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}
}


def respond_with_pdf(number: str, content: bytes) -> FileResponse:
    """Return a response that downloads the documents under the request number."""
    return build_download(io.BytesIO(content), f"{number}.pdf", "application/pdf")
