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

REGULAR_FONT, BOLD_FONT = "OpenSans", "OpenSans-SemiBold"
KURINTO_DIRECTORY = Path(weblate_fonts.__file__).parent / "static/weblate_fonts/kurinto/ttf"
FONT_FILES = {
    REGULAR_FONT: Path(ttf_opensans.OPENSANS_REGULAR.path),
    BOLD_FONT: Path(ttf_opensans.OPENSANS_SEMIBOLD.path),
    "Kurinto": KURINTO_DIRECTORY / "KurintoSans-Rg.ttf",
    "KurintoSC": KURINTO_DIRECTORY / "KurintoSansSC-Rg.ttf",
    "KurintoJP": KURINTO_DIRECTORY / "KurintoSansJP-Rg.ttf",
    "KurintoKR": KURINTO_DIRECTORY / "KurintoSansKR-Rg.ttf",
}
# Glyphs of Han letters depend on the language: Japanese near kana, Korean near Hangul, else Chinese.
KANA, HANGUL = re.compile("[\u3041-\u30ff]"), re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]")
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
# Joiners have no glyphs and are removed after shaping.
JOINERS = re.compile("[\u200c\u200d]")


@cache
def register_font(name: str) -> str:
    """Register a font on first use; only the glyphs used are embedded."""
    registerFont(TTFont(name, str(FONT_FILES[name])))
    return name


def choose_font(letter: str, own_font: str, others: tuple[str, ...]) -> str:
    """Choose the first font that contains a letter, else the text's own font.

    That font shows a box, so that the missing letter is visible.
    """
    for name in (own_font, *others):
        font: Any = getFont(register_font(name))  # the stubs lack TTFont
        if ord(letter) in font.face.charToGlyph:
            return name
    return own_font


def split_font_runs(text: str, own_font: str) -> Iterator[tuple[str, str]]:
    """Split a text into runs with the font of each."""
    han_fonts = ("KurintoJP",) if KANA.search(text) else ("KurintoKR",) if HANGUL.search(text) else ()
    others = ("Kurinto", *han_fonts, "KurintoSC", "KurintoJP", "KurintoKR")
    font_by_letter: dict[str, str] = {}
    for letter in set(text):
        font_by_letter[letter] = own_font if letter.isspace() else choose_font(letter, own_font, others)
    for font, letters in groupby(text, key=font_by_letter.__getitem__):
        yield font, "".join(letters)


def build_markup(text: str, own_font: str) -> str:
    """Build reportlab markup from a plain text, which is escaped."""
    pieces = [
        escape(letters) if font == own_font else f'<font name="{font}">{escape(letters)}</font>'
        for font, letters in split_font_runs(JOINERS.sub("", text), own_font)
    ]
    return "".join(pieces)


def is_right_to_left(text: str) -> bool:
    """Return whether a text contains right-to-left letters."""
    return RIGHT_TO_LEFT.search(text) is not None


@cache
def _get_reshaper() -> ArabicReshaper:
    return ArabicReshaper()


def measure_width(text: str, own_font: str, size: float) -> float:
    """Measure the width of a text as it is drawn."""
    return sum(stringWidth(letters, font, size) for font, letters in split_font_runs(JOINERS.sub("", text), own_font))


def break_right_to_left_lines(text: str, own_font: str, size: float, width: float) -> list[str]:
    """Break a text into lines in the visual order of their letters.

    The visual order applies to a line, so that line breaks come first.
    """
    lines: list[str] = []
    for paragraph in _get_reshaper().reshape(text).split("\n"):
        line = ""
        for word in _split_long_words(paragraph.split(), own_font, size, width):
            longer = f"{line} {word}".strip()
            if line and measure_width(longer, own_font, size) > width:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return [JOINERS.sub("", str(get_display(line))) for line in lines]


def _split_long_words(words: list[str], own_font: str, size: float, width: float) -> Iterator[str]:
    """Split words that are wider than a line."""
    for word in words:
        rest = word
        while len(rest) > 1 and measure_width(rest, own_font, size) > width:
            end = len(rest) - 1
            while end > 1 and measure_width(rest[:end], own_font, size) > width:
                end -= 1
            yield rest[:end]
            rest = rest[end:]
        yield rest
