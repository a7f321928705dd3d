"""Pages of the shipping documents.

An overview, a packing list for each package, invoice, declaration and a label for each package.
"""

import io
from typing import Any

from django.http import FileResponse
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

from portal_backend.core.actor import Actor
from portal_backend.core.responses import build_download
from portal_backend.core.translations import get_current_language, translate
from portal_backend.files.bounded_queue import BoundedQueue
from portal_backend.shipping.documents.content import DocumentPackage, ShippingDocuments
from portal_backend.shipping.documents.customs import build_declaration, build_invoice
from portal_backend.shipping.documents.layout import (
    ALERT_COLOR,
    FRAME_PADDING,
    LABEL_MARGIN,
    LABEL_SIZE,
    LABEL_WIDTH,
    MARGIN,
    MUTED_COLOR,
    SECTION_GAP,
    NumberedCanvas,
    QrCode,
    build_columns,
    build_dimensions,
    build_item_table,
    build_paragraphs,
    build_parties,
    build_party_lines,
    build_user_text,
    format_package,
    get_bilingual,
    register_fonts,
)
from portal_backend.shipping.documents.text_shaping import REGULAR_FONT

LABEL_GAP = 2 * mm
# The page number is printed below the frame.
LABEL_BOTTOM = 13 * mm
LABEL_HEIGHT = LABEL_SIZE[1] - LABEL_MARGIN - LABEL_BOTTOM - 1
# x, y, width, height, and no padding
LABEL_FRAME = (LABEL_MARGIN, LABEL_BOTTOM, LABEL_WIDTH, LABEL_HEIGHT + 1, 0, 0, 0, 0)


def build_pdf(documents: ShippingDocuments) -> bytes:
    """Build the documents as a PDF."""
    register_fonts()
    pages = [
        _build_overview(documents),
        *(_build_packing_list(documents, package) for package in documents.packages),
        build_invoice(documents),
        *([build_declaration(documents)] if documents.goods == "units" else []),
    ]
    labels = [_build_label(documents, package) for package in documents.packages]
    title = translate("papers.title", number=documents.number)
    stream = io.BytesIO()
    template = BaseDocTemplate(
        stream,
        pagesize=A4,
        leftMargin=MARGIN - FRAME_PADDING,
        rightMargin=MARGIN - FRAME_PADDING,
        topMargin=MARGIN,
        bottomMargin=MARGIN,
        title=title,
        author=documents.sender.company or documents.sender.person,
        subject=documents.number,
        creator=translate("mail.portal"),
        lang=get_current_language(),
    )

    def name_page(canvas: Canvas, document: Any) -> None:
        canvas.setFont(REGULAR_FONT, 7.5)
        canvas.setFillColor(MUTED_COLOR)
        canvas.drawString(MARGIN, MARGIN / 2, title)

    frame = Frame(template.leftMargin, template.bottomMargin, template.width, template.height)
    template.addPageTemplates(
        [
            PageTemplate("page", [frame], onPage=name_page, pagesize=A4),
            PageTemplate("label", [Frame(*LABEL_FRAME)], pagesize=LABEL_SIZE),
        ]
    )
    story = [each for page in pages for each in (*page, PageBreak())][:-1]
    story += [NextPageTemplate("label"), *(each for label in labels for each in (PageBreak(), label))]
    template.build(story, canvasmaker=NumberedCanvas)
    return stream.getvalue()


def _build_overview(documents: ShippingDocuments) -> list[Flowable]:
    has_units = documents.goods == "units"
    story = [
        *build_paragraphs(get_bilingual("papers.title", number=documents.number), "title"),
        Spacer(0, SECTION_GAP),
        build_parties(documents),
    ]
    if documents.rejected_items:
        leave_out = build_paragraphs(get_bilingual("papers.leave_out" if has_units else "papers.leave_out_parts"))
        warning = [*build_paragraphs(get_bilingual("papers.refused"), "alert"), *leave_out]
        story += [
            Spacer(0, SECTION_GAP),
            build_columns(warning, color=ALERT_COLOR),
            build_item_table(documents, documents.rejected_items),
        ]
    story += [Spacer(0, SECTION_GAP), *build_paragraphs(get_bilingual("papers.steps.heading"), "heading")]
    sign = get_bilingual("papers.steps.sign" if has_units else "papers.steps.sign_parts")
    for step in (get_bilingual("papers.steps.pack"), sign, get_bilingual("papers.steps.label")):
        story += [*build_paragraphs(step), Spacer(0, 1 * mm)]
    if unpacked := documents.get_items_in(0):
        story += [
            Spacer(0, SECTION_GAP),
            *build_paragraphs(get_bilingual("papers.unpacked"), "heading"),
            build_item_table(documents, unpacked),
        ]
    return story


def _build_packing_list(documents: ShippingDocuments, package: DocumentPackage) -> list[Flowable]:
    items = documents.get_items_in(package.number)
    return [
        *build_paragraphs(get_bilingual("papers.packing_list"), "title"),
        *build_paragraphs(format_package(documents, package), "heading"),
        *build_dimensions(package),
        *build_paragraphs(get_bilingual("papers.pieces", count=sum(each.quantity for each in items))),
        Spacer(0, SECTION_GAP),
        build_parties(documents),
        Spacer(0, SECTION_GAP),
        build_item_table(documents, items),
    ]


def _build_label(documents: ShippingDocuments, package: DocumentPackage) -> Flowable:
    """Build the label of a package; a long address is scaled down to fit on one page."""
    content = [
        build_user_text(documents.number, "title"),
        *build_paragraphs(format_package(documents, package), "heading"),
        *build_dimensions(package),
        Spacer(0, LABEL_GAP),
        build_columns(
            [*build_paragraphs(get_bilingual("papers.to"), "head"), *build_party_lines(documents.receiver, "large")],
            width=LABEL_WIDTH,
        ),
        Spacer(0, LABEL_GAP),
        build_columns(
            [*build_paragraphs(get_bilingual("papers.from"), "head"), *build_party_lines(documents.sender)],
            width=LABEL_WIDTH,
        ),
        Spacer(0, LABEL_GAP),
        QrCode(package.label_url, 32 * mm),
        *build_paragraphs(get_bilingual("papers.scan")),
    ]
    return KeepInFrame(LABEL_WIDTH, LABEL_HEIGHT, content, mode="shrink")


RENDER_QUEUE = BoundedQueue(concurrency=2)


def render_documents(documents: ShippingDocuments, *, actor: Actor) -> bytes:
    """Render the documents of a shipment as a PDF. Raises 503 if the queue is full."""
    # imported late: reportlab loads slowly, and most processes never render a PDF

    with RENDER_QUEUE.slot(actor.user_id):
        return build_pdf(documents)


PDF_RESPONSES = {
    200: {"description": "OK", "content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}
}


def respond_with_pdf(number: str, content: bytes) -> FileResponse:
    """Return a response that downloads the documents under the request number."""
    return build_download(io.BytesIO(content), f"{number}.pdf", "application/pdf")
