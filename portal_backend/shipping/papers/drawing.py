"""Documents are drawn few at a time: a thousand units take a second of a processor that all users share."""

from portal_backend.base.actor import Actor
from portal_backend.files.turns import Line
from portal_backend.shipping.papers.content import Papers

LINE = Line(at_once=2)


def draw_documents(papers: Papers, *, actor: Actor) -> bytes:
    """The documents of a shipment as a PDF, in the actor's turn. Raises 503 where too many wait."""
    # what draws PDFs takes its time to load, which a server that never draws one need not spend
    from portal_backend.shipping.papers.pages import pdf_of

    with LINE.turn(actor.user_id):
        return pdf_of(papers)
