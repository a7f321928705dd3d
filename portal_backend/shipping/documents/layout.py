"""Layout of the documents on reportlab: styles, tables, boxes, codes and blocks.

Texts of users are escaped and never parsed as markup.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, NamedTuple
from xml.sax.saxutils import escape

import segno
from django.utils import translation
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.enums import TA_LEFT, TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, KeepTogether, LongTable, Paragraph, Spacer, Table

from portal_backend.core.cancellation import raise_if_canceled
from portal_backend.core.translations import get_current_language, translate
from portal_backend.shipping.documents.content import DocumentItem, DocumentPackage, Party, ShippingDocuments
from portal_backend.shipping.documents.text_shaping import (
    BOLD_FONT,
    REGULAR_FONT,
    break_right_to_left_lines,
    build_markup,
    is_right_to_left,
    register_font,
)

TEXT_COLOR, MUTED_COLOR, LINE_COLOR, ALERT_COLOR = (
    HexColor(each) for each in ("#171A21", "#4B5463", "#CBD1DA", "#AD2222")
)
MARGIN = 18 * mm
FRAME_PADDING = 6  # default padding of reportlab's frames
CONTENT_WIDTH = A4[0] - 2 * MARGIN
# Size of common label printers; it also fits 4 × 6 inches.
LABEL_SIZE = (100 * mm, 150 * mm)
LABEL_MARGIN = 6 * mm
LABEL_WIDTH = LABEL_SIZE[0] - 2 * LABEL_MARGIN
MUTED_SCALE = 0.82
STYLES = {
    "title": (18, BOLD_FONT, TEXT_COLOR),
    "heading": (12, BOLD_FONT, TEXT_COLOR),
    "text": (9.5, REGULAR_FONT, TEXT_COLOR),
    "strong": (9.5, BOLD_FONT, TEXT_COLOR),
    "cell": (8.5, REGULAR_FONT, TEXT_COLOR),
    "head": (7.5, BOLD_FONT, MUTED_COLOR),
    "large": (16, REGULAR_FONT, TEXT_COLOR),
    "alert": (12, BOLD_FONT, ALERT_COLOR),
}


class Bilingual(NamedTuple):
    """A text in the current language, and in English if that is another language."""

    localized: str
    english: str = ""


def get_bilingual(key: str, /, **values: object) -> Bilingual:
    """Return a message in the current language and in English."""
    localized = translate(key, **values)
    if get_current_language() == "en":
        return Bilingual(localized)
    with translation.override("en"):
        return Bilingual(localized, translate(key, **values))


def register_fonts() -> None:
    """Register the fonts that every page uses."""
    for name in (REGULAR_FONT, BOLD_FONT):
        register_font(name)


@cache
def _get_style(name: str, muted: bool = False, align: Literal[0, 2] = TA_LEFT) -> ParagraphStyle:
    register_fonts()
    size, font, color = STYLES[name]
    size, color = (size * MUTED_SCALE, MUTED_COLOR) if muted else (size, color)
    return ParagraphStyle(
        f"{name}{muted}{align}",
        fontName=REGULAR_FONT if muted else font,
        fontSize=size,
        leading=size * 1.35,
        textColor=color,
        alignment=align,
        spaceAfter=size * 0.2,
        splitLongWords=True,
    )


def build_user_text(content: str, style: str = "text", *, align_right: bool = False) -> Flowable:
    """Build a user's text as a flowable, in any script."""
    raise_if_canceled()  # a thousand texts take a second
    paragraph_style = _get_style(style, align=TA_RIGHT if align_right else TA_LEFT)
    if is_right_to_left(content):
        return RightToLeftText(content, paragraph_style)
    return Paragraph(build_markup(content, paragraph_style.fontName).replace("\n", "<br/>"), paragraph_style)


class RightToLeftText(Flowable):
    """A right-to-left text; its lines are broken once the available width is known."""

    def __init__(self, content: str, look: ParagraphStyle) -> None:
        super().__init__()
        self.content, self.paragraph_style = content, look

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Break the text into lines and measure them."""
        size = self.paragraph_style.fontSize
        lines = break_right_to_left_lines(
            self.content, self.paragraph_style.fontName, size, available_width - size / 10
        )
        markup = "<br/>".join(build_markup(line, self.paragraph_style.fontName) for line in lines)
        self.paragraph = Paragraph(markup, self.paragraph_style)
        return self.paragraph.wrap(available_width, available_height)

    def getSpaceAfter(self) -> float:  # noqa: N802 - reportlab's name
        """Return the space after the text, as other paragraphs have it."""
        return float(self.paragraph_style.spaceAfter)

    def draw(self) -> None:
        """Draw the lines."""
        self.paragraph.drawOn(self.canv, 0, 0)


def build_paragraphs(content: Bilingual, style: str = "text", *, align_right: bool = False) -> list[Flowable]:
    """Build the paragraphs of a bilingual text: current language first, then English."""
    align: Literal[0, 2] = TA_RIGHT if align_right else TA_LEFT
    paragraphs: list[Flowable] = [Paragraph(escape(content.localized), _get_style(style, align=align))]
    if content.english and content.english != content.localized:
        paragraphs.append(Paragraph(escape(content.english), _get_style(style, muted=True, align=align)))
    return paragraphs


def build_table(
    heads: Sequence[Bilingual], rows: Sequence[Sequence[Any]], widths: Sequence[float], amount_column: int | None = None
) -> Table:
    """Build a table that repeats its header on each page.

    `widths` are proportions of the page width; `amount_column` is the index of the right-aligned column.
    """
    return LongTable(
        [
            [build_paragraphs(head, "head", align_right=place == amount_column) for place, head in enumerate(heads)],
            *map(list, rows),
        ],
        colWidths=[CONTENT_WIDTH * share / sum(widths) for share in widths],
        repeatRows=1,
        style=[
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LINEBELOW", (0, 0), (-1, 0), 0.9, TEXT_COLOR),
            ("LINEBELOW", (0, 1), (-1, -1), 0.4, LINE_COLOR),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 5),
            ("TOPPADDING", (0, 0), (-1, -1), 2.5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
        ],
    )


def build_columns(*columns: Sequence[Flowable], color: Color = LINE_COLOR, width: float = CONTENT_WIDTH) -> Table:
    """Build columns, each below a line."""
    return Table(
        [[list(column) for column in columns]],
        colWidths=[width / len(columns)] * len(columns),
        hAlign="LEFT",
        style=[
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LINEABOVE", (0, 0), (-1, -1), 0.9, color),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 10),
        ],
    )


class CheckBoxes(Flowable):
    """Empty check boxes with labels, to be filled in by hand."""

    def __init__(self, choices: Sequence[str]) -> None:
        super().__init__()
        self.choices = choices

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size: one line per box."""
        return available_width, 11 * len(self.choices)

    def draw(self) -> None:
        """Draw the boxes, the first one on top."""
        self.canv.setFont(REGULAR_FONT, 7)
        self.canv.setStrokeColor(MUTED_COLOR)
        self.canv.setFillColor(TEXT_COLOR)
        for position, choice in enumerate(reversed(self.choices)):
            self.canv.rect(0.5, 11 * position + 2, 6, 6)
            self.canv.drawString(10, 11 * position + 2.5, choice)


class QrCode(Flowable):
    """A QR code of a URL, drawn as vectors."""

    def __init__(self, address: str, size: float) -> None:
        super().__init__()
        self.modules, self.size = segno.make(address, error="m", micro=False).matrix, size

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size."""
        return self.size, self.size

    def draw(self) -> None:
        """Draw a square for each dark module."""
        side = self.size / len(self.modules)
        self.canv.setFillColor(TEXT_COLOR)
        for row, modules in enumerate(self.modules):
            for column, dark in enumerate(modules):
                if dark:  # slightly wider, so that viewers show no gaps between modules
                    self.canv.rect(column * side, self.size - (row + 1) * side, side * 1.03, side * 1.03, 0, 1)


class NumberedCanvas(Canvas):
    """A canvas that prints "page x of y" once the number of pages is known."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._page_states: list[dict[str, Any]] = []

    def showPage(self) -> None:  # noqa: N802 - reportlab's name
        """Store the page until the number of pages is known."""
        self._page_states.append(dict(self.__dict__))
        self._startPage()  # type: ignore[attr-defined]  # the stubs lack it

    def save(self) -> None:
        """Write all pages with their numbers."""
        for number, state in enumerate(self._page_states, 1):
            self.__dict__.update(state)
            label = translate("papers.page", number=number, total=len(self._page_states))
            self.setFont(REGULAR_FONT, 7.5)
            self.setFillColor(MUTED_COLOR)
            right = self._pagesize[0] - MARGIN  # type: ignore[attr-defined]  # the stubs lack it
            self.drawString(right - stringWidth(label, REGULAR_FONT, 7.5), MARGIN / 2, label)
            super().showPage()
        super().save()


SECTION_GAP = 5 * mm


def build_parties(documents: ShippingDocuments) -> Flowable:
    """Build the blocks of sender and receiver in two columns."""
    return build_columns(
        [*build_paragraphs(get_bilingual("papers.sender"), "head"), *build_party_lines(documents.sender)],
        [*build_paragraphs(get_bilingual("papers.receiver"), "head"), *build_party_lines(documents.receiver)],
    )


def build_party_lines(one: Party, style: str = "text") -> list[Flowable]:
    """Build the lines with name, address and contact data of a party."""
    lines = (one.person, *one.lines, one.phone, one.email)
    name = [build_user_text(one.company, "strong" if style == "text" else style)] if one.company else []
    return [*name, *(build_user_text(line, style) for line in lines if line)]


def get_item_headers(documents: ShippingDocuments) -> tuple[Bilingual, Bilingual, Bilingual]:
    """Return the headers of the columns that identify an item."""
    has_units = documents.goods == "units"
    return (
        get_bilingual("papers.column.number"),
        get_bilingual("papers.column.unit" if has_units else "papers.column.part"),
        get_bilingual("papers.column.serial" if has_units else "papers.column.part_number"),
    )


def build_item_table(documents: ShippingDocuments, items: Sequence[DocumentItem]) -> Flowable:
    """Build the table of items by number, name and serial or part number.

    Parts have a column with their quantity.
    """
    if documents.goods == "units":
        return build_table(
            get_item_headers(documents),
            [[*build_cells(str(item.number), item.name, item.identifier)] for item in items],
            (1, 8, 6),
        )
    rows = [[*build_cells(str(item.number), item.name, item.identifier, str(item.quantity))] for item in items]
    return build_table((*get_item_headers(documents), get_bilingual("papers.column.quantity")), rows, (1, 7, 5, 2))


def build_cells(*contents: str) -> list[Flowable]:
    """Build the cells of one row."""
    return [build_user_text(content, "cell") for content in contents]


def format_package(documents: ShippingDocuments, package: DocumentPackage) -> Bilingual:
    """Format the package number, the number of packages and the request number."""
    return get_bilingual(
        "papers.package", number=package.number, total=len(documents.packages), request=documents.number
    )


def build_dimensions(package: DocumentPackage) -> list[Flowable]:
    """Build the line with dimensions and weight; empty if they are unknown."""
    if package.weight is None:
        return []
    return build_paragraphs(
        get_bilingual("papers.measures", dimensions=package.dimensions.replace("/", " × "), weight=package.weight)
    )


def build_signature(documents: ShippingDocuments, *above: Flowable) -> Flowable:
    """Build the block for place, date, name and signature.

    It stays on one page with the blocks `above` it and the request number.
    """
    columns = [
        build_paragraphs(label, "head")
        for label in (get_bilingual("papers.place"), get_bilingual("papers.name"), get_bilingual("papers.signature"))
    ]
    return KeepTogether(
        [*above, build_user_text(documents.number, "strong"), Spacer(0, 16 * mm), build_columns(*columns)]
    )
