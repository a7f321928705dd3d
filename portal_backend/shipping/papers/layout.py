"""Layout of the shipping documents on reportlab: styles, tables, boxes and codes.

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
from reportlab.platypus import Flowable, LongTable, Paragraph, Table

from portal_backend.base.cancellation import raise_if_canceled
from portal_backend.base.words import current_language, word
from portal_backend.shipping.papers.scripts import (
    BOLD,
    PLAIN,
    is_from_right,
    known_font,
    lines_from_right,
    marked_up,
)

INK, QUIET, LINE, ALERT = (HexColor(each) for each in ("#171A21", "#4B5463", "#CBD1DA", "#AD2222"))
MARGIN = 18 * mm
PADDING = 6  # default padding of reportlab's frames
WIDTH = A4[0] - 2 * MARGIN
# Size of common label printers; it also fits 4 × 6 inches.
LABEL = (100 * mm, 150 * mm)
LABEL_MARGIN = 6 * mm
LABEL_WIDTH = LABEL[0] - 2 * LABEL_MARGIN
QUIETER = 0.82
STYLES = {
    "title": (18, BOLD, INK),
    "heading": (12, BOLD, INK),
    "text": (9.5, PLAIN, INK),
    "strong": (9.5, BOLD, INK),
    "cell": (8.5, PLAIN, INK),
    "head": (7.5, BOLD, QUIET),
    "large": (16, PLAIN, INK),
    "alert": (12, BOLD, ALERT),
}


class Both(NamedTuple):
    """A text in the current language, and in English if that is another language."""

    own: str
    english: str = ""


def both(key: str, /, **values: object) -> Both:
    """Return a message in the current language and in English."""
    localized = word(key, **values)
    if current_language() == "en":
        return Both(localized)
    with translation.override("en"):
        return Both(localized, word(key, **values))


def fonts() -> None:
    """Register the fonts that every page uses."""
    for name in (PLAIN, BOLD):
        known_font(name)


@cache
def _style(name: str, quiet: bool = False, align: Literal[0, 2] = TA_LEFT) -> ParagraphStyle:
    fonts()
    size, font, color = STYLES[name]
    size, color = (size * QUIETER, QUIET) if quiet else (size, color)
    return ParagraphStyle(
        f"{name}{quiet}{align}",
        fontName=PLAIN if quiet else font,
        fontSize=size,
        leading=size * 1.35,
        textColor=color,
        alignment=align,
        spaceAfter=size * 0.2,
        splitLongWords=True,
    )


def text(content: str, style: str = "text", *, right: bool = False) -> Flowable:
    """Build a user's text as a flowable, in any script."""
    raise_if_canceled()  # a thousand texts take a second
    paragraph_style = _style(style, align=TA_RIGHT if right else TA_LEFT)
    if is_from_right(content):
        return FromRight(content, paragraph_style)
    return Paragraph(marked_up(content, paragraph_style.fontName).replace("\n", "<br/>"), paragraph_style)


class FromRight(Flowable):
    """A right-to-left text; its lines are broken once the available width is known."""

    def __init__(self, content: str, look: ParagraphStyle) -> None:
        super().__init__()
        self.content, self.look = content, look

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Break the text into lines and measure them."""
        size = self.look.fontSize
        lines = lines_from_right(self.content, self.look.fontName, size, available_width - size / 10)
        markup = "<br/>".join(marked_up(line, self.look.fontName) for line in lines)
        self.paragraph = Paragraph(markup, self.look)
        return self.paragraph.wrap(available_width, available_height)

    def getSpaceAfter(self) -> float:  # noqa: N802 - reportlab's name
        """Return the space after the text, as other paragraphs have it."""
        return float(self.look.spaceAfter)

    def draw(self) -> None:
        """Draw the lines."""
        self.paragraph.drawOn(self.canv, 0, 0)


def said(content: Both, style: str = "text", *, right: bool = False) -> list[Flowable]:
    """Build the paragraphs of a bilingual text: current language first, then English."""
    align: Literal[0, 2] = TA_RIGHT if right else TA_LEFT
    paragraphs: list[Flowable] = [Paragraph(escape(content.own), _style(style, align=align))]
    if content.english and content.english != content.own:
        paragraphs.append(Paragraph(escape(content.english), _style(style, quiet=True, align=align)))
    return paragraphs


def table(
    heads: Sequence[Both], rows: Sequence[Sequence[Any]], widths: Sequence[float], amounts: int | None = None
) -> Table:
    """Build a table that repeats its header on each page.

    `widths` are proportions of the page width; `amount_column` is the index of the right-aligned column.
    """
    return LongTable(
        [[said(head, "head", right=place == amounts) for place, head in enumerate(heads)], *map(list, rows)],
        colWidths=[WIDTH * share / sum(widths) for share in widths],
        repeatRows=1,
        style=[
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LINEBELOW", (0, 0), (-1, 0), 0.9, INK),
            ("LINEBELOW", (0, 1), (-1, -1), 0.4, LINE),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 5),
            ("TOPPADDING", (0, 0), (-1, -1), 2.5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
        ],
    )


def side_by_side(*columns: Sequence[Flowable], color: Color = LINE, width: float = WIDTH) -> Table:
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


class Ticks(Flowable):
    """Empty check boxes with labels, to be filled in by hand."""

    def __init__(self, choices: Sequence[str]) -> None:
        super().__init__()
        self.choices = choices

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size: one line per box."""
        return available_width, 11 * len(self.choices)

    def draw(self) -> None:
        """Draw the boxes, the first one on top."""
        self.canv.setFont(PLAIN, 7)
        self.canv.setStrokeColor(QUIET)
        self.canv.setFillColor(INK)
        for position, choice in enumerate(reversed(self.choices)):
            self.canv.rect(0.5, 11 * position + 2, 6, 6)
            self.canv.drawString(10, 11 * position + 2.5, choice)


class Code(Flowable):
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
        self.canv.setFillColor(INK)
        for row, modules in enumerate(self.modules):
            for column, dark in enumerate(modules):
                if dark:  # slightly wider, so that viewers show no gaps between modules
                    self.canv.rect(column * side, self.size - (row + 1) * side, side * 1.03, side * 1.03, 0, 1)


class NumberedCanvas(Canvas):
    """A canvas that prints "page x of y" once the number of pages is known."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._drawn: list[dict[str, Any]] = []

    def showPage(self) -> None:  # noqa: N802 - reportlab's name
        """Store the page until the number of pages is known."""
        self._drawn.append(dict(self.__dict__))
        self._startPage()  # type: ignore[attr-defined]  # the stubs lack it

    def save(self) -> None:
        """Write all pages with their numbers."""
        for number, state in enumerate(self._drawn, 1):
            self.__dict__.update(state)
            label = word("papers.page", number=number, total=len(self._drawn))
            self.setFont(PLAIN, 7.5)
            self.setFillColor(QUIET)
            right = self._pagesize[0] - MARGIN  # type: ignore[attr-defined]  # the stubs lack it
            self.drawString(right - stringWidth(label, PLAIN, 7.5), MARGIN / 2, label)
            super().showPage()
        super().save()
