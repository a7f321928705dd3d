"""Guess the encoding of a text from its letters; the guess is shown with sample lines and can be corrected.

A few words are all that many spreadsheets have beyond ASCII, and statistics of bytes need more than that. So each
encoding is held against the letters of the languages that are written in it, and charset-normalizer is asked where
none of them fits.
"""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from charset_normalizer import from_bytes

from portal_backend.sandbox.child import Refused

PROBE = 262_144
CHUNK = 1_000_000
MAX_SAMPLE = 20_000
MAX_SAMPLE_LINES = 5
MAX_LINE = 200
MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
# what may be chosen, by the names that Python has for them; the portal's words name them for people
CHOICES = (
    *("utf-8", "utf-16", "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258"),
    *("cp874", "cp850", "cp852", "cp857", "cp866", "koi8_r", "mac_roman", "mac_latin2", "mac_cyrillic", "iso8859_2"),
    *("iso8859_5", "cp932", "gb18030", "big5", "cp949"),
)
WESTERN = ("áéíóúüñ¿¡", "äöüß", "éèêàâçîïôùûëœ", "áâãàçéêíóôõú", "àèéìòù", "åäöæøé")
CENTRAL = ("ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "čćđšž", "ăâîşţ")
TURKISH, VIETNAMESE = ("çğıöşüâi\u0307",), ("ăâđêôơưáàãèéìíòóõùúý\u0300\u0301\u0303\u0309\u0323",)
BALTIC = ("ąčęėįšųūž", "āčēģīķļņšūž", "äöõüšž")
# by how often each letter is used
CYRILLIC = ("оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё", "оаинвіетрслкдумпязьбгчйхцжшєїюфщґ", "аеиотнрсвдклпмузябгчйжхцшщюфъь")
GREEK = ("αοιετσνηυρπκμλςωδγχθφάίόέήβξύώζψϊϋΐΰ",)
HEBREW = ("יוהלארתבשמנעםכדחקפגטצןסזךףץ",)
ARABIC = ("اليمونرتبعدسفهكقحجةشصطأخضذزثءغظىئإؤآ", "اينردتمهوشبسکلزفگعخقپجحصآچطضغذثظژ")
THAI = ("านรอกเงมยลวดทตบสปคห่้ีัิะุ็ืไขพจชู์แผใโถศซณธญฟภฉษฒฎฐฏฬฆฌฑฮๆํ๊๋ฯฤ",)
# of two that fit alike the first is taken: DOS texts hardly ever read as old Macintosh ones, but the other way round
LANGUAGES = {
    **dict.fromkeys(("cp1252", "mac_roman", "cp850"), WESTERN),
    **dict.fromkeys(("cp1250", "mac_latin2", "iso8859_2", "cp852"), CENTRAL),
    **dict.fromkeys(("cp1254", "cp857"), TURKISH),
    **dict.fromkeys(("cp1251", "koi8_r", "cp866", "mac_cyrillic"), CYRILLIC),
    "iso8859_5": CYRILLIC,
    "cp1253": GREEK,
    "cp1255": HEBREW,
    "cp1256": ARABIC,
    "cp1257": BALTIC,
    "cp1258": VIETNAMESE,
    "cp874": THAI,
}
LATIN = (*WESTERN, *CENTRAL, *TURKISH, *BALTIC, *VIETNAMESE)
EAST_ASIAN = ["cp932", "gb18030", "big5", "cp949"]
SIGNS = frozenset("\u00a0°–—‘’“”„…€£§¶«»¹²³µ±×÷½¼¾·•®©™ºª№")
# signs stand alone or in pairs; longer runs are words in another alphabet
SIGN_RUN = re.compile(r"[^\x00-\x7f]{3}")
GOOD, SIGN, BAD, LEAST = 1.0, 0.6, -1.0, 0.55
FREQUENT, RARE = 1.0, 0.75
# letters that are used most in each script have the first places of its code
KANA = ("\u3041", "\u30ff")
FIRST_BYTES = {"gb18030": (0xB0, 0xD7), "big5": (0xA4, 0xC6), "cp932": (0x88, 0x97), "cp949": (0xB0, 0xC8)}
# the second byte of Hangul outside of the standard set, which is rare, is lower
FIRST_TRAIL = {"gb18030": 0xA1, "big5": 0x40, "cp932": 0x40, "cp949": 0xA1}
MIXED, COMMON = 0.2, 0.85
WORTH = {"gb18030": COMMON - 0.01, "big5": COMMON - 0.01, "cp932": COMMON - 0.02, "cp949": COMMON + 0.01}


def mark_of(head: bytes) -> str | None:
    """The encoding that a text's own mark names, or that its null bytes give away. Raises Refused for binary files."""
    for mark, name in MARKS:
        if head.startswith(mark):
            return name
    if b"\0" not in head:
        return None
    even, odd = head[::2].count(0), head[1::2].count(0)
    # UTF-16 without a mark: every other byte of plain letters is null
    if max(even, odd) > len(head) // 5 and min(even, odd) < max(even, odd) // 10 + 1:
        return "utf-16-le" if odd > even else "utf-16-be"
    raise Refused("no_spreadsheet")


def is_utf8(path: Path) -> bool:
    """Whether all of a file can be read as UTF-8, which no other text of some length can by chance."""
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            while stream.read(CHUNK):
                pass
    except UnicodeDecodeError:
        return False
    return True


def foreign_lines(path: Path) -> Iterator[bytes]:
    """The lines of a file that hold bytes beyond ASCII, cut to a length, until there are enough of them."""
    size = 0
    with path.open("rb") as stream:
        while (line := stream.readline(CHUNK)) and size < MAX_SAMPLE:
            if not line.isascii():
                place = next(place for place, byte in enumerate(line) if byte > 0x7F)
                start = max(0, place - MAX_LINE // 2)
                yield line[start : start + MAX_LINE].strip()
                size += MAX_LINE


def guessed(path: Path) -> str:
    """The encoding whose languages have the letters of a text; Windows' Western one where nothing tells."""
    sample = b"\n".join(foreign_lines(path))
    if _has_western_signs_alone(sample):
        return "cp1252"
    worth = {name: _worth(sample, name) for name in LANGUAGES}
    worth |= {name: _east_asian(sample, name) for name in EAST_ASIAN}
    best = max(worth, key=worth.__getitem__, default="cp1252")
    if worth[best] >= LEAST:
        return best
    found = from_bytes(sample).best()
    return found.encoding if found is not None and found.encoding in CHOICES else "cp1252"


def _has_western_signs_alone(sample: bytes) -> bool:
    """Whether all that is beyond ASCII reads as signs of Windows' Western encoding.

    Signs are no evidence of a language, and nearly every file that has them alone is of that encoding.
    """
    text = sample.decode("cp1252", "replace")
    is_sign = all(letter in SIGNS for letter in text if not letter.isascii())
    return is_sign and not SIGN_RUN.search(text) and _worth(sample, "cp1252") >= SIGN


def _worth(sample: bytes, name: str) -> float:
    """Score how well the letters beyond ASCII fit one language that is written in an encoding."""
    try:
        text = sample.decode(name)
    except UnicodeDecodeError:
        return BAD
    places = [place for place, letter in enumerate(text) if not letter.isascii()]
    if not places:
        return 0.0
    return max(_fit(text, places, letters) for letters in LANGUAGES[name])


def _east_asian(sample: bytes, name: str) -> float:
    """Count the letters of a text that are among the most frequent of an East Asian script."""
    try:
        letters = [letter for letter in sample.decode(name) if not letter.isascii()]
    except UnicodeDecodeError:
        return BAD
    if not letters:
        return 0.0
    if name == "cp932" and sum(KANA[0] <= each <= KANA[1] for each in letters) > MIXED * len(letters):
        return COMMON
    least, most = FIRST_BYTES[name]
    found = [each.encode(name) for each in letters]
    is_common = (len(each) == 2 and least <= each[0] <= most and each[1] >= FIRST_TRAIL[name] for each in found)
    return WORTH[name] * sum(is_common) / len(letters)


def _fit(text: str, places: list[int], letters: str) -> float:
    is_ranked = letters not in LATIN
    last = len(letters) - 1
    weights = {
        letter: FREQUENT - (FREQUENT - RARE) * place / last if is_ranked else GOOD
        for place, letter in enumerate(letters)
    }
    fits = [(text[place] in SIGNS, _letter_fit(text, place, weights, is_ranked)) for place in places]
    # letters tell the language; a sign counts where it breaks a word, or where there is nothing else
    telling = [fit for is_sign, fit in fits if not is_sign or fit == BAD] or [fit for _, fit in fits]
    return sum(telling) / len(telling)


def _letter_fit(text: str, place: int, weights: dict[str, float], is_alone: bool) -> float:
    letter = text[place]
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if letter in SIGNS:
        return SIGN if not (before.isalpha() and after.isalpha()) or letter in "’·" else BAD
    # no word goes on in capitals after a small letter, or in another alphabet
    is_mixed = is_alone and any(each.isascii() and each.isalpha() for each in (before, after))
    if is_mixed or (letter.isupper() and before.islower()):
        return BAD
    small = letter.lower()
    return max((weights.get(each, BAD) for each in (small, *small)), default=BAD)


def samples(lines: Iterator[bytes], name: str) -> list[str]:
    """A few lines as they read in an encoding: in them a wrong one is seen."""
    found: list[str] = []
    for line in lines:
        text = "".join(
            each for each in line.decode(name, "replace") if unicodedata.category(each) != "Cc" or each == "\t"
        )
        if text not in found:
            found.append(text)
        if len(found) == MAX_SAMPLE_LINES:
            break
    return found
