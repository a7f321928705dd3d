"""The papers page by page: what to do, a packing list for each package, invoice, declaration, a label for each."""

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
# the number of the page stands below
LABEL_BOTTOM = 13 * mm
LABEL_HEIGHT = LABEL[1] - LABEL_MARGIN - LABEL_BOTTOM - 1
# x, y, width, height and no padding
LABEL_FRAME = (LABEL_MARGIN, LABEL_BOTTOM, LABEL_WIDTH, LABEL_HEIGHT + 1, 0, 0, 0, 0)


def pdf_of(papers: Papers) -> bytes:
    """The papers as a PDF."""
    fonts()
    pages = [
        _overview(papers),
        *(_packing_list(papers, parcel) for parcel in papers.parcels),
        invoice(papers),
        *([declaration(papers)] if papers.goods == "units" else []),
    ]
    labels = [_label(papers, parcel) for parcel in papers.parcels]
    title = word("papers.title", number=papers.number)
    written = io.BytesIO()
    template = BaseDocTemplate(
        written,
        pagesize=A4,
        leftMargin=MARGIN - PADDING,
        rightMargin=MARGIN - PADDING,
        topMargin=MARGIN,
        bottomMargin=MARGIN,
        title=title,
        author=papers.sender.company or papers.sender.person,
        subject=papers.number,
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
    return written.getvalue()


def _overview(papers: Papers) -> list[Flowable]:
    units = papers.goods == "units"
    told = [*said(both("papers.title", number=papers.number), "title"), Spacer(0, GAP), parties(papers)]
    if papers.refused:
        leave_out = said(both("papers.leave_out" if units else "papers.leave_out_parts"))
        warning = [*said(both("papers.refused"), "alert"), *leave_out]
        told += [Spacer(0, GAP), side_by_side(warning, color=ALERT), named(papers, papers.refused)]
    told += [Spacer(0, GAP), *said(both("papers.steps.heading"), "heading")]
    sign = both("papers.steps.sign" if units else "papers.steps.sign_parts")
    for step in (both("papers.steps.pack"), sign, both("papers.steps.label")):
        told += [*said(step), Spacer(0, 1 * mm)]
    if unpacked := papers.items_in(0):
        told += [Spacer(0, GAP), *said(both("papers.unpacked"), "heading"), named(papers, unpacked)]
    return told


def _packing_list(papers: Papers, parcel: Parcel) -> list[Flowable]:
    items = papers.items_in(parcel.number)
    return [
        *said(both("papers.packing_list"), "title"),
        *said(which(papers, parcel), "heading"),
        *measures(parcel),
        *said(both("papers.pieces", count=sum(each.quantity for each in items))),
        Spacer(0, GAP),
        parties(papers),
        Spacer(0, GAP),
        named(papers, items),
    ]


def _label(papers: Papers, parcel: Parcel) -> Flowable:
    """Label of a package; a long address is set smaller to fit on one page."""
    content = [
        text(papers.number, "title"),
        *said(which(papers, parcel), "heading"),
        *measures(parcel),
        Spacer(0, LABEL_GAP),
        side_by_side([*said(both("papers.to"), "head"), *party(papers.receiver, "large")], width=LABEL_WIDTH),
        Spacer(0, LABEL_GAP),
        side_by_side([*said(both("papers.from"), "head"), *party(papers.sender)], width=LABEL_WIDTH),
        Spacer(0, LABEL_GAP),
        Code(parcel.address, 32 * mm),
        *said(both("papers.scan")),
    ]
    return KeepInFrame(LABEL_WIDTH, LABEL_HEIGHT, content, mode="shrink")
