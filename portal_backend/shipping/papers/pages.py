"""Pages of the shipping documents.

An overview, a packing list for each package, invoice, declaration and a label for each package.
"""

import io
from typing import Any

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    KeepInFrame,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Spacer,
)

from portal_backend.base.words import current_language, word
from portal_backend.shipping.papers.blocks import GAP, measures, named, parties, party, which
from portal_backend.shipping.papers.content import Papers, Parcel
from portal_backend.shipping.papers.customs import declaration, invoice
from portal_backend.shipping.papers.layout import (
    ALERT,
    LABEL,
    LABEL_MARGIN,
    LABEL_WIDTH,
    MARGIN,
    PADDING,
    QUIET,
    Code,
    NumberedCanvas,
    both,
    fonts,
    said,
    side_by_side,
    text,
)
from portal_backend.shipping.papers.scripts import PLAIN

LABEL_GAP = 2 * mm
# The page number is printed below the frame.
LABEL_BOTTOM = 13 * mm
LABEL_HEIGHT = LABEL[1] - LABEL_MARGIN - LABEL_BOTTOM - 1
# x, y, width, height, and no padding
LABEL_FRAME = (LABEL_MARGIN, LABEL_BOTTOM, LABEL_WIDTH, LABEL_HEIGHT + 1, 0, 0, 0, 0)


def pdf_of(documents: Papers) -> bytes:
    """Build the documents as a PDF."""
    fonts()
    pages = [
        _overview(documents),
        *(_packing_list(documents, package) for package in documents.parcels),
        invoice(documents),
        *([declaration(documents)] if documents.goods == "units" else []),
    ]
    labels = [_label(documents, package) for package in documents.parcels]
    title = word("papers.title", number=documents.number)
    stream = io.BytesIO()
    template = BaseDocTemplate(
        stream,
        pagesize=A4,
        leftMargin=MARGIN - PADDING,
        rightMargin=MARGIN - PADDING,
        topMargin=MARGIN,
        bottomMargin=MARGIN,
        title=title,
        author=documents.sender.company or documents.sender.person,
        subject=documents.number,
        creator=word("mail.portal"),
        lang=current_language(),
    )

    def name_page(canvas: Canvas, document: Any) -> None:
        canvas.setFont(PLAIN, 7.5)
        canvas.setFillColor(QUIET)
        canvas.drawString(MARGIN, MARGIN / 2, title)

    frame = Frame(template.leftMargin, template.bottomMargin, template.width, template.height)
    template.addPageTemplates(
        [
            PageTemplate("page", [frame], onPage=name_page, pagesize=A4),
            PageTemplate("label", [Frame(*LABEL_FRAME)], pagesize=LABEL),
        ]
    )
    story = [each for page in pages for each in (*page, PageBreak())][:-1]
    story += [NextPageTemplate("label"), *(each for label in labels for each in (PageBreak(), label))]
    template.build(story, canvasmaker=NumberedCanvas)
    return stream.getvalue()


def _overview(documents: Papers) -> list[Flowable]:
    has_units = documents.goods == "units"
    story = [*said(both("papers.title", number=documents.number), "title"), Spacer(0, GAP), parties(documents)]
    if documents.refused:
        leave_out = said(both("papers.leave_out" if has_units else "papers.leave_out_parts"))
        warning = [*said(both("papers.refused"), "alert"), *leave_out]
        story += [Spacer(0, GAP), side_by_side(warning, color=ALERT), named(documents, documents.refused)]
    story += [Spacer(0, GAP), *said(both("papers.steps.heading"), "heading")]
    sign = both("papers.steps.sign" if has_units else "papers.steps.sign_parts")
    for step in (both("papers.steps.pack"), sign, both("papers.steps.label")):
        story += [*said(step), Spacer(0, 1 * mm)]
    if unpacked := documents.items_in(0):
        story += [Spacer(0, GAP), *said(both("papers.unpacked"), "heading"), named(documents, unpacked)]
    return story


def _packing_list(documents: Papers, package: Parcel) -> list[Flowable]:
    items = documents.items_in(package.number)
    return [
        *said(both("papers.packing_list"), "title"),
        *said(which(documents, package), "heading"),
        *measures(package),
        *said(both("papers.pieces", count=sum(each.quantity for each in items))),
        Spacer(0, GAP),
        parties(documents),
        Spacer(0, GAP),
        named(documents, items),
    ]


def _label(documents: Papers, package: Parcel) -> Flowable:
    """Build the label of a package; a long address is scaled down to fit on one page."""
    content = [
        text(documents.number, "title"),
        *said(which(documents, package), "heading"),
        *measures(package),
        Spacer(0, LABEL_GAP),
        side_by_side([*said(both("papers.to"), "head"), *party(documents.receiver, "large")], width=LABEL_WIDTH),
        Spacer(0, LABEL_GAP),
        side_by_side([*said(both("papers.from"), "head"), *party(documents.sender)], width=LABEL_WIDTH),
        Spacer(0, LABEL_GAP),
        Code(package.address, 32 * mm),
        *said(both("papers.scan")),
    ]
    return KeepInFrame(LABEL_WIDTH, LABEL_HEIGHT, content, mode="shrink")
