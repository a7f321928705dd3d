"""Runs of glyphs on a page of a PDF, in the order in which they are drawn.

Text is what a reader copies: marked spans (ActualText) count, which pypdf's own text extraction ignores.
"""

import re
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pypdf import PageObject
from pypdf.generic import ContentStream

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass
class Run:
    x: float
    y: float
    font: str
    text: str = ""
    width: float = 0
    glyphs: list[int] = field(default_factory=list)


class _Font:
    def __init__(self, font: Any) -> None:
        [descendant] = font["/DescendantFonts"]
        self.name = str(font["/BaseFont"]).partition("+")[2]
        self.default_width = float(descendant.get_object().get("/DW", 1000))
        self.widths: dict[int, float] = {}
        entries = list(descendant.get_object()["/W"])
        while entries:
            first, second, *entries = entries
            if isinstance(second, list):
                self.widths.update(enumerate(map(float, second), int(first)))
            else:
                width, *entries = entries
                self.widths.update(dict.fromkeys(range(int(first), int(second) + 1), float(width)))
        self.texts = _read_texts(font["/ToUnicode"].get_object().get_data().decode())


def _read_texts(cmap: str) -> dict[int, str]:
    pairs = re.findall(r"^<([0-9A-F]{4})> <([0-9A-F]+)>$", cmap, re.MULTILINE)
    return {int(glyph, 16): bytes.fromhex(text).decode("utf-16-be") for glyph, text in pairs}


def _multiply(inner: Matrix, outer: Matrix) -> Matrix:
    (a, b, c, d, e, f), (g, h, i, j, k, m) = inner, outer
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def read_runs(page: PageObject) -> list[Run]:
    """Return the runs of a page whose text is written from left to right."""
    fonts = page["/Resources"]["/Font"]
    load_font = cache(lambda name: _Font(fonts[name].get_object()))
    runs: list[Run] = []
    current: Matrix = IDENTITY
    stack: list[Matrix] = []
    spans: list[str | None] = []
    font, size = None, 0.0
    for operands, operator in ContentStream(page.get_contents(), page.pdf).operations:
        match operator:
            case b"q":
                stack.append(current)
            case b"Q":
                current = stack.pop()
            case b"cm":
                current = _multiply(tuple(map(float, operands)), current)
            case b"Tf":
                font, size = load_font(operands[0]), float(operands[1])
            case b"Tm":
                x, y = _multiply(tuple(map(float, operands)), current)[4:]
                runs.append(Run(x, y, font.name))
            case b"BDC":
                spans.append(operands[1].get("/ActualText") if isinstance(operands[1], dict) else None)
            case b"BMC":
                spans.append(None)
            case b"EMC":
                spans.pop()
            case b"TJ" | b"Tj":
                spanned = next((text for text in reversed(spans) if text is not None), None)
                _draw(runs[-1], operands[0] if operator == b"TJ" else operands, font, size, spanned)
    return [run for run in runs if run.glyphs]


def _draw(run: Run, pieces: Any, font: _Font, size: float, spanned: str | None) -> None:
    for piece in pieces:
        if isinstance(piece, (int, float)):
            run.width -= float(piece) / 1000 * size
            continue
        data = piece if isinstance(piece, bytes) else piece.original_bytes
        for glyph in (int.from_bytes(data[place : place + 2]) for place in range(0, len(data), 2)):
            run.glyphs.append(glyph)
            run.width += font.widths.get(glyph, font.default_width) / 1000 * size
            run.text += "" if spanned is not None else font.texts.get(glyph, "")
    run.text += spanned or ""


def read_text(page: PageObject) -> str:
    """Return the text of all runs without spaces."""
    return "".join("".join(run.text for run in read_runs(page)).split())
