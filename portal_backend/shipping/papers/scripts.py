"""Texts in any script on paper: for each run of letters a font that has them, and Arabic and Hebrew from the right."""

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
# a Han letter looks as its readers write it: Japanese next to kana, Korean next to Hangul, else Chinese
KANA, HANGUL = re.compile("[\u3041-\u30ff]"), re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]")
FROM_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
# they have done their work once the letters are joined
JOINERS = re.compile("[\u200c\u200d]")


@cache
def known_font(name: str) -> str:
    """Make a font known where it is first used; only the letters that a document has come into it."""
    registerFont(TTFont(name, str(FILES[name])))
    return name


def font_for(letter: str, own: str, others: tuple[str, ...]) -> str:
    """Choose the first font that has a letter; without one, the text's own shows that something is there."""
    for name in (own, *others):
        font: Any = getFont(known_font(name))  # the stubs know no font of a file
        if ord(letter) in font.face.charToGlyph:
            return name
    return own


def runs(text: str, own: str) -> Iterator[tuple[str, str]]:
    """Cut a text into pieces with the font of each."""
    han = ("KurintoJP",) if KANA.search(text) else ("KurintoKR",) if HANGUL.search(text) else ()
    others = ("Kurinto", *han, "KurintoSC", "KurintoJP", "KurintoKR")
    chosen: dict[str, str] = {}
    for letter in set(text):
        chosen[letter] = own if letter.isspace() else font_for(letter, own, others)
    for font, letters in groupby(text, key=chosen.__getitem__):
        yield font, "".join(letters)


def marked_up(text: str, own: str) -> str:
    """Write a text as reportlab's markup; nothing of the text itself is taken for markup."""
    pieces = [
        escape(letters) if font == own else f'<font name="{font}">{escape(letters)}</font>'
        for font, letters in runs(JOINERS.sub("", text), own)
    ]
    return "".join(pieces)


def is_from_right(text: str) -> bool:
    """Whether a text has letters that are read from the right."""
    return FROM_RIGHT.search(text) is not None


@cache
def _reshaper() -> ArabicReshaper:
    return ArabicReshaper()


def width_of(text: str, own: str, size: float) -> float:
    """Measure a text as it is drawn."""
    return sum(stringWidth(letters, font, size) for font, letters in runs(JOINERS.sub("", text), own))


def lines_from_right(text: str, own: str, size: float, width: float) -> list[str]:
    """Break a text into lines, then put the letters of each into the order in which they are drawn.

    The order is a line's own, so that it can only be made once it is known where lines end.
    """
    lines: list[str] = []
    for paragraph in _reshaper().reshape(text).split("\n"):
        line = ""
        for word in _fitting(paragraph.split(), own, size, width):
            longer = f"{line} {word}".strip()
            if line and width_of(longer, own, size) > width:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return [JOINERS.sub("", str(get_display(line))) for line in lines]


def _fitting(words: list[str], own: str, size: float, width: float) -> Iterator[str]:
    """Cut words that are wider than a line."""
    for word in words:
        rest = word
        while len(rest) > 1 and width_of(rest, own, size) > width:
            end = len(rest) - 1
            while end > 1 and width_of(rest[:end], own, size) > width:
                end -= 1
            yield rest[:end]
            rest = rest[end:]
        yield rest
