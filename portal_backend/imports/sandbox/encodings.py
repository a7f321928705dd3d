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

from portal_backend.sandbox.child import FileRejectedError

PROBE_BYTES = 262_144
CHUNK_BYTES = 1_000_000
MAX_SAMPLE_BYTES = 20_000
MAX_SAMPLE_LINES = 5
MAX_LINE_BYTES = 200
BYTE_ORDER_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
# Python codec names; their display names are translations (imports.encodings)
SELECTABLE_ENCODINGS = (
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
LETTERS_BY_ENCODING = {
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
SYMBOLS = frozenset("\u00a0°–—‘’“”„…€£§¶«»¹²³µ±×÷½¼¾·•®©™ºª№")
# symbols occur alone or in pairs; longer runs are words in another alphabet
NON_ASCII_RUN = re.compile(r"[^\x00-\x7f]{3}")
LETTER_SCORE, SYMBOL_SCORE, MISMATCH_SCORE, MIN_SCORE = 1.0, 0.6, -1.0, 0.55
FREQUENT_LETTER_SCORE, RARE_LETTER_SCORE = 1.0, 0.75
# frequent letters of each script are encoded in the first rows of its code table
KANA_RANGE = ("\u3041", "\u30ff")
LEAD_BYTE_RANGES = {"gb18030": (0xB0, 0xD7), "big5": (0xA4, 0xC6), "cp932": (0x88, 0x97), "cp949": (0xB0, 0xC8)}
# rare Hangul outside of the standard set has a lower second byte
MIN_TRAIL_BYTES = {"gb18030": 0xA1, "big5": 0x40, "cp932": 0x40, "cp949": 0xA1}
MIN_KANA_SHARE, EAST_ASIAN_SCORE = 0.2, 0.85
EAST_ASIAN_SCORE_BY_ENCODING = {
    "gb18030": EAST_ASIAN_SCORE - 0.01,
    "big5": EAST_ASIAN_SCORE - 0.01,
    "cp932": EAST_ASIAN_SCORE - 0.02,
    "cp949": EAST_ASIAN_SCORE + 0.01,
}


def detect_byte_order_mark(head: bytes) -> str | None:
    """Detect an encoding by byte order mark, or UTF-16 by its null bytes.

    Raises FileRejectedError for binary files.
    """
    for mark, name in BYTE_ORDER_MARKS:
        if head.startswith(mark):
            return name
    if b"\0" not in head:
        return None
    even, odd = head[::2].count(0), head[1::2].count(0)
    # UTF-16 without a byte order mark: every other byte of ASCII letters is null
    if max(even, odd) > len(head) // 5 and min(even, odd) < max(even, odd) // 10 + 1:
        return "utf-16-le" if odd > even else "utf-16-be"
    raise FileRejectedError("no_spreadsheet")


def is_utf8(path: Path) -> bool:
    """Return whether a whole file is valid UTF-8, which is unlikely by chance."""
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            while stream.read(CHUNK_BYTES):
                pass
    except UnicodeDecodeError:
        return False
    return True


def _iter_non_ascii_lines(path: Path) -> Iterator[bytes]:
    """Yield truncated lines with non-ASCII bytes, up to a total size."""
    size = 0
    with path.open("rb") as stream:
        while (line := stream.readline(CHUNK_BYTES)) and size < MAX_SAMPLE_BYTES:
            if not line.isascii():
                position = next(position for position, byte in enumerate(line) if byte > 0x7F)
                start = max(0, position - MAX_LINE_BYTES // 2)
                yield line[start : start + MAX_LINE_BYTES].strip()
                size += MAX_LINE_BYTES


def guess_encoding(path: Path) -> str:
    """Guess the encoding by the letters of languages; cp1252 if there is no evidence."""
    sample = b"\n".join(_iter_non_ascii_lines(path))
    if _has_only_western_symbols(sample):
        return "cp1252"
    scores = {name: _score_encoding(sample, name) for name in LETTERS_BY_ENCODING}
    scores |= {name: _score_east_asian(sample, name) for name in EAST_ASIAN}
    best = max(scores, key=scores.__getitem__, default="cp1252")
    if scores[best] >= MIN_SCORE:
        return best
    found = from_bytes(sample).best()
    return found.encoding if found is not None and found.encoding in SELECTABLE_ENCODINGS else "cp1252"


def _has_only_western_symbols(sample: bytes) -> bool:
    """Return whether all that is not ASCII reads as symbols of cp1252.

    Symbols are no evidence of a language, and nearly all files with symbols only are in this encoding.
    """
    text = sample.decode("cp1252", "replace")
    is_sign = all(letter in SYMBOLS for letter in text if not letter.isascii())
    return is_sign and not NON_ASCII_RUN.search(text) and _score_encoding(sample, "cp1252") >= SYMBOL_SCORE


def _score_encoding(sample: bytes, name: str) -> float:
    """Score how well the non-ASCII letters fit one language written in an encoding."""
    try:
        text = sample.decode(name)
    except UnicodeDecodeError:
        return MISMATCH_SCORE
    positions = [position for position, letter in enumerate(text) if not letter.isascii()]
    if not positions:
        return 0.0
    return max(_score_letters(text, positions, letters) for letters in LETTERS_BY_ENCODING[name])


def _score_east_asian(sample: bytes, name: str) -> float:
    """Score the share of letters that are frequent in an East Asian script."""
    try:
        letters = [letter for letter in sample.decode(name) if not letter.isascii()]
    except UnicodeDecodeError:
        return MISMATCH_SCORE
    if not letters:
        return 0.0
    if name == "cp932" and sum(KANA_RANGE[0] <= each <= KANA_RANGE[1] for each in letters) > MIN_KANA_SHARE * len(
        letters
    ):
        return EAST_ASIAN_SCORE
    first, last = LEAD_BYTE_RANGES[name]
    found = [each.encode(name) for each in letters]
    is_common = (len(each) == 2 and first <= each[0] <= last and each[1] >= MIN_TRAIL_BYTES[name] for each in found)
    return EAST_ASIAN_SCORE_BY_ENCODING[name] * sum(is_common) / len(letters)


def _score_letters(text: str, positions: list[int], letters: str) -> float:
    is_ranked = letters not in LATIN
    last = len(letters) - 1
    weights = {
        letter: FREQUENT_LETTER_SCORE - (FREQUENT_LETTER_SCORE - RARE_LETTER_SCORE) * position / last
        if is_ranked
        else LETTER_SCORE
        for position, letter in enumerate(letters)
    }
    fits = [(text[position] in SYMBOLS, _score_letter(text, position, weights, is_ranked)) for position in positions]
    # letters indicate the language; a symbol counts if it is within a word, or if there are no letters
    relevant = [fit for is_sign, fit in fits if not is_sign or fit == MISMATCH_SCORE] or [fit for _, fit in fits]
    return sum(relevant) / len(relevant)


def _score_letter(text: str, position: int, weights: dict[str, float], is_alone: bool) -> float:
    letter = text[position]
    before, after = text[position - 1 : position], text[position + 1 : position + 2]
    if letter in SYMBOLS:
        return SYMBOL_SCORE if not (before.isalpha() and after.isalpha()) or letter in "’·" else MISMATCH_SCORE
    # a word has no capital after a lowercase letter, and no letters of another alphabet
    is_mixed = is_alone and any(each.isascii() and each.isalpha() for each in (before, after))
    if is_mixed or (letter.isupper() and before.islower()):
        return MISMATCH_SCORE
    small = letter.lower()
    return max((weights.get(each, MISMATCH_SCORE) for each in (small, *small)), default=MISMATCH_SCORE)


def get_codec(chosen: str, detected: str) -> str:
    """Return the codec of an encoding; Python's UTF-16 needs a byte order mark."""
    if chosen != "utf-16":
        return chosen
    return detected if detected.startswith("utf-16") else "utf-16-le"


def build_samples(path: Path, name: str) -> list[str]:
    """Return a few lines decoded in an encoding, in which errors are visible."""
    found: list[str] = []
    for line in _iter_decoded_lines(path, name):
        text = "".join(each for each in line if unicodedata.category(each) != "Cc" or each == "\t")
        if text not in found:
            found.append(text)
        if len(found) == MAX_SAMPLE_LINES:
            break
    return found


def _iter_decoded_lines(path: Path, name: str) -> Iterator[str]:
    if name.startswith("utf-16"):
        # a line feed is two bytes, so lines are separated after decoding
        with path.open(encoding=name, errors="replace") as stream:
            lines = stream.read(MAX_SAMPLE_BYTES).splitlines()
        return (line[:MAX_LINE_BYTES] for line in lines if not line.isascii())
    return (line.decode(name, "replace") for line in _iter_non_ascii_lines(path))
