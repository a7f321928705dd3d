"""Shaping of texts in any script for the PDF.

Each run of letters gets a font that contains them; Arabic and Hebrew run from right to left.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import ttf_opensans
import weblate_fonts
from arabic_reshaper import ArabicReshaper
from bidi.algorithm import get_display
from reportlab.pdfbase.pdfmetrics import getFont, registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont

PLAIN, BOLD = "OpenSans", "OpenSans-SemiBold"
KURINTO = Path(weblate_fonts.__file__).parent / "static/weblate_fonts/kurinto/ttf"
FILES = {
    PLAIN: Path(ttf_opensans.OPENSANS_REGULAR.path),
    BOLD: Path(ttf_opensans.OPENSANS_SEMIBOLD.path),
    "Kurinto": KURINTO / "KurintoSans-Rg.ttf",
    "KurintoSC": KURINTO / "KurintoSansSC-Rg.ttf",
    "KurintoJP": KURINTO / "KurintoSansJP-Rg.ttf",
    "KurintoKR": KURINTO / "KurintoSansKR-Rg.ttf",
}
# Glyphs of Han letters depend on the language: Japanese near kana, Korean near Hangul, else Chinese.
KANA, HANGUL = re.compile("[\u3041-\u30ff]"), re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]")
FROM_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
# Joiners have no glyphs and are removed after shaping.
JOINERS = re.compile("[\u200c\u200d]")


@cache
def known_font(name: str) -> str:
    """Register a font on first use; only the glyphs used are embedded."""
    registerFont(TTFont(name, str(FILES[name])))
    return name


def font_for(letter: str, own_font: str, others: tuple[str, ...]) -> str:
    """Choose the first font that contains a letter, else the text's own font.

    That font shows a box, so that the missing letter is visible.
    """
    for name in (own_font, *others):
        font: Any = getFont(known_font(name))  # the stubs lack TTFont
        if ord(letter) in font.face.charToGlyph:
            return name
    return own_font


def runs(text: str, own_font: str) -> Iterator[tuple[str, str]]:
    """Split a text into runs with the font of each."""
    han_fonts = ("KurintoJP",) if KANA.search(text) else ("KurintoKR",) if HANGUL.search(text) else ()
    others = ("Kurinto", *han_fonts, "KurintoSC", "KurintoJP", "KurintoKR")
    font_by_letter: dict[str, str] = {}
    for letter in set(text):
        font_by_letter[letter] = own_font if letter.isspace() else font_for(letter, own_font, others)
    for font, letters in groupby(text, key=font_by_letter.__getitem__):
        yield font, "".join(letters)


def marked_up(text: str, own_font: str) -> str:
    """Build reportlab markup from a plain text, which is escaped."""
    pieces = [
        escape(letters) if font == own_font else f'<font name="{font}">{escape(letters)}</font>'
        for font, letters in runs(JOINERS.sub("", text), own_font)
    ]
    return "".join(pieces)


def is_from_right(text: str) -> bool:
    """Return whether a text contains right-to-left letters."""
    return FROM_RIGHT.search(text) is not None


@cache
def _reshaper() -> ArabicReshaper:
    return ArabicReshaper()


def width_of(text: str, own_font: str, size: float) -> float:
    """Measure the width of a text as it is drawn."""
    return sum(stringWidth(letters, font, size) for font, letters in runs(JOINERS.sub("", text), own_font))


def lines_from_right(text: str, own_font: str, size: float, width: float) -> list[str]:
    """Break a text into lines in the visual order of their letters.

    The visual order applies to a line, so that line breaks come first.
    """
    lines: list[str] = []
    for paragraph in _reshaper().reshape(text).split("\n"):
        line = ""
        for word in _fitting(paragraph.split(), own_font, size, width):
            longer = f"{line} {word}".strip()
            if line and width_of(longer, own_font, size) > width:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return [JOINERS.sub("", str(get_display(line))) for line in lines]


def _fitting(words: list[str], own_font: str, size: float, width: float) -> Iterator[str]:
    """Split words that are wider than a line."""
    for word in words:
        rest = word
        while len(rest) > 1 and width_of(rest, own_font, size) > width:
            end = len(rest) - 1
            while end > 1 and width_of(rest[:end], own_font, size) > width:
                end -= 1
            yield rest[:end]
            rest = rest[end:]
        yield rest
