"""Detection of the encoding of a text file.

Many spreadsheets have only a few words beyond ASCII, too few for statistics of bytes. Each encoding is therefore scored
by the letters of the languages written in it; charset-normalizer is used if none of them fits. The result is shown with
sample lines and can be corrected.
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
# Python codec names; their display names are translations (imports.encodings)
CHOICES = (
    *("utf-8", "utf-16", "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258"),
    *("cp874", "cp850", "cp852", "cp857", "cp866", "koi8_r", "mac_roman", "mac_latin2", "mac_cyrillic", "iso8859_2"),
    *("iso8859_5", "cp932", "gb18030", "big5", "cp949"),
)
WESTERN = ("áéíóúüñ¿¡", "äöüß", "éèêàâçîïôùûëœ", "áâãàçéêíóôõú", "àèéìòù", "åäöæøé")
CENTRAL = ("ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "čćđšž", "ăâîşţ")
TURKISH, VIETNAMESE = ("çğıöşüâi\u0307",), ("ăâđêôơưáàãèéìíòóõùúý\u0300\u0301\u0303\u0309\u0323",)
BALTIC = ("ąčęėįšųūž", "āčēģīķļņšūž", "äöõüšž")
# letters by descending frequency
CYRILLIC = ("оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё", "оаинвіетрслкдумпязьбгчйхцжшєїюфщґ", "аеиотнрсвдклпмузябгчйжхцшщюфъь")
GREEK = ("αοιετσνηυρπκμλςωδγχθφάίόέήβξύώζψϊϋΐΰ",)
HEBREW = ("יוהלארתבשמנעםכדחקפגטצןסזךףץ",)
ARABIC = ("اليمونرتبعدسفهكقحجةشصطأخضذزثءغظىئإؤآ", "اينردتمهوشبسکلزفگعخقپجحصآچطضغذثظژ")
THAI = ("านรอกเงมยลวดทตบสปคห่้ีัิะุ็ืไขพจชู์แผใโถศซณธญฟภฉษฒฎฐฏฬฆฌฑฮๆํ๊๋ฯฤ",)
# the first of equal scores wins, so Macintosh precedes DOS: DOS texts rarely pass as Macintosh, the reverse is common
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
# symbols occur alone or in pairs; longer runs are words in another alphabet
SIGN_RUN = re.compile(r"[^\x00-\x7f]{3}")
GOOD, SIGN, BAD, LEAST = 1.0, 0.6, -1.0, 0.55
FREQUENT, RARE = 1.0, 0.75
# frequent letters of each script are encoded in the first rows of its code table
KANA = ("\u3041", "\u30ff")
FIRST_BYTES = {"gb18030": (0xB0, 0xD7), "big5": (0xA4, 0xC6), "cp932": (0x88, 0x97), "cp949": (0xB0, 0xC8)}
# rare Hangul outside of the standard set has a lower second byte
FIRST_TRAIL = {"gb18030": 0xA1, "big5": 0x40, "cp932": 0x40, "cp949": 0xA1}
MIXED, COMMON = 0.2, 0.85
WORTH = {"gb18030": COMMON - 0.01, "big5": COMMON - 0.01, "cp932": COMMON - 0.02, "cp949": COMMON + 0.01}


def mark_of(head: bytes) -> str | None:
    """Detect an encoding by byte order mark, or UTF-16 by its null bytes.

    Raises FileRejectedError for binary files.
    """
    for mark, name in MARKS:
        if head.startswith(mark):
            return name
    if b"\0" not in head:
        return None
    even, odd = head[::2].count(0), head[1::2].count(0)
    # UTF-16 without a byte order mark: every other byte of ASCII letters is null
    if max(even, odd) > len(head) // 5 and min(even, odd) < max(even, odd) // 10 + 1:
        return "utf-16-le" if odd > even else "utf-16-be"
    raise Refused("no_spreadsheet")


def is_utf8(path: Path) -> bool:
    """Return whether a whole file is valid UTF-8, which is unlikely by chance."""
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            while stream.read(CHUNK):
                pass
    except UnicodeDecodeError:
        return False
    return True


def foreign_lines(path: Path) -> Iterator[bytes]:
    """Yield truncated lines with non-ASCII bytes, up to a total size."""
    size = 0
    with path.open("rb") as stream:
        while (line := stream.readline(CHUNK)) and size < MAX_SAMPLE:
            if not line.isascii():
                position = next(position for position, byte in enumerate(line) if byte > 0x7F)
                start = max(0, position - MAX_LINE // 2)
                yield line[start : start + MAX_LINE].strip()
                size += MAX_LINE


def guessed(path: Path) -> str:
    """Guess the encoding by the letters of languages; cp1252 if there is no evidence."""
    sample = b"\n".join(foreign_lines(path))
    if _has_western_signs_alone(sample):
        return "cp1252"
    scores = {name: _worth(sample, name) for name in LANGUAGES}
    scores |= {name: _east_asian(sample, name) for name in EAST_ASIAN}
    best = max(scores, key=scores.__getitem__, default="cp1252")
    if scores[best] >= LEAST:
        return best
    found = from_bytes(sample).best()
    return found.encoding if found is not None and found.encoding in CHOICES else "cp1252"


def _has_western_signs_alone(sample: bytes) -> bool:
    """Return whether all that is not ASCII reads as symbols of cp1252.

    Symbols are no evidence of a language, and nearly all files with symbols only are in this encoding.
    """
    text = sample.decode("cp1252", "replace")
    is_sign = all(letter in SIGNS for letter in text if not letter.isascii())
    return is_sign and not SIGN_RUN.search(text) and _worth(sample, "cp1252") >= SIGN


def _worth(sample: bytes, name: str) -> float:
    """Score how well the non-ASCII letters fit one language written in an encoding."""
    try:
        text = sample.decode(name)
    except UnicodeDecodeError:
        return BAD
    positions = [position for position, letter in enumerate(text) if not letter.isascii()]
    if not positions:
        return 0.0
    return max(_fit(text, positions, letters) for letters in LANGUAGES[name])


def _east_asian(sample: bytes, name: str) -> float:
    """Score the share of letters that are frequent in an East Asian script."""
    try:
        letters = [letter for letter in sample.decode(name) if not letter.isascii()]
    except UnicodeDecodeError:
        return BAD
    if not letters:
        return 0.0
    if name == "cp932" and sum(KANA[0] <= each <= KANA[1] for each in letters) > MIXED * len(letters):
        return COMMON
    first, last = FIRST_BYTES[name]
    found = [each.encode(name) for each in letters]
    is_common = (len(each) == 2 and first <= each[0] <= last and each[1] >= FIRST_TRAIL[name] for each in found)
    return WORTH[name] * sum(is_common) / len(letters)


def _fit(text: str, positions: list[int], letters: str) -> float:
    is_ranked = letters not in LATIN
    last = len(letters) - 1
    weights = {
        letter: FREQUENT - (FREQUENT - RARE) * position / last if is_ranked else GOOD
        for position, letter in enumerate(letters)
    }
    fits = [(text[position] in SIGNS, _letter_fit(text, position, weights, is_ranked)) for position in positions]
    # letters indicate the language; a symbol counts if it is within a word, or if there are no letters
    relevant = [fit for is_sign, fit in fits if not is_sign or fit == BAD] or [fit for _, fit in fits]
    return sum(relevant) / len(relevant)


def _letter_fit(text: str, position: int, weights: dict[str, float], is_alone: bool) -> float:
    letter = text[position]
    before, after = text[position - 1 : position], text[position + 1 : position + 2]
    if letter in SIGNS:
        return SIGN if not (before.isalpha() and after.isalpha()) or letter in "’·" else BAD
    # a word has no capital after a lowercase letter, and no letters of another alphabet
    is_mixed = is_alone and any(each.isascii() and each.isalpha() for each in (before, after))
    if is_mixed or (letter.isupper() and before.islower()):
        return BAD
    small = letter.lower()
    return max((weights.get(each, BAD) for each in (small, *small)), default=BAD)


def samples(lines: Iterator[bytes], name: str) -> list[str]:
    """Return a few lines decoded in an encoding, in which errors are visible."""
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
