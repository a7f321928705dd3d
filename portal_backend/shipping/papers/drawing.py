"""Rendering of shipping documents in a bounded queue.

A thousand units take a second of CPU time, which all users share.
"""

from portal_backend.base.actor import Actor
from portal_backend.files.turns import Line
from portal_backend.shipping.papers.content import Papers

LINE = Line(at_once=2)


def draw_documents(documents: Papers, *, actor: Actor) -> bytes:
    """Render the documents of a shipment as a PDF. Raises 503 if the queue is full."""
    # imported late: reportlab loads slowly, and most processes never render a PDF
    from portal_backend.shipping.papers.pages import pdf_of

    with LINE.turn(actor.user_id):
        return pdf_of(documents)
