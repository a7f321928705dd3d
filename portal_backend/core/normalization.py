"""Normalized form in which numbers, tags and texts are searched and compared.

Does not import Django, as the processes that parse files use it too. `normalized_lookup` is the equivalent for queries.
"""

import json
import re
import unicodedata
from pathlib import Path

# Spaces, control characters, hyphens and minus signs, accents, vowel points and invisible characters, as a character
# class with the same meaning in the regular expressions of Python and PostgreSQL.
IGNORED_CHARACTERS = (
    r"[\u0001-\u0020\u002d\u007f-\u00a0\u00ad\u02d7\u0300-\u036f\u0483-\u0489\u058a\u0591-\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7"
    r"\u0600-\u0605\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dd\u06df-\u06e4\u070f\u0890\u0891\u08e2\u115f\u1160"
    r"\u1400\u1680\u17b4\u17b5\u1806\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u2000-\u2015\u2028-\u202f\u2043\u205f-\u206f"
    r"\u20d0-\u20ff\u2212\u2796\u2800\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u3000\u301c\u3030\u3099\u309a\u30a0\u3164\ufe00-\ufe0f"
    r"\ufe20-\ufe2f\ufe31\ufe32\ufe58\ufe63\ufeff\uff0d\uffa0\ufff0-\ufffb\U00010d6e\U00010ead\U000110bd\U000110cd"
    r"\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+"
)
# Cyrillic and Greek letters whose capitals look like Latin ones, and Latin letters that NFKD does not decompose
LOOK_ALIKES = dict(
    zip(
        "авекмнорстухѕіјӏһԛԝαβεζηικμνορςτυχıłøđħŧ",
        "abekmhopctyxsijihqwabezhikmnopσtyxilodht",
        strict=True,
    )
)
LETTER_EXPANSIONS = {"ß": "ss", "æ": "ae", "œ": "oe"}
# entries that mean "no serial number"; the interface uses the same list
PLACEHOLDER_SERIALS = frozenset(json.loads((Path(__file__).parents[2] / "locale/placeholder_serials.json").read_text()))
ZERO_SERIAL = re.compile(r"0+|x+")
_ignored_pattern = re.compile(IGNORED_CHARACTERS)
_letter_translation = str.maketrans(LOOK_ALIKES | LETTER_EXPANSIONS)


def normalize(text: str) -> str:
    """Normalize a text but keep punctuation around it."""
    return _ignored_pattern.sub("", unicodedata.normalize("NFKD", text).lower()).translate(_letter_translation)


def normalize_key(text: str) -> str:
    """Normalize a number, tag or search term for comparison.

    Folds compatibility forms, case and accents; removes spaces, all kinds of hyphens, invisible characters and
    surrounding symbols; replaces Cyrillic and Greek letters by the Latin letters they look like.
    """
    key = normalize(text)
    start, end = 0, len(key)
    while start < end and _is_symbol(key[start]):
        start += 1
    while start < end and _is_symbol(key[end - 1]):
        end -= 1
    return key[start:end]


def _is_symbol(char: str) -> bool:
    return unicodedata.category(char)[0] == "P" or unicodedata.category(char) in ("Sc", "Sk", "Sm")


def is_placeholder_serial(text: str) -> bool:
    """Return whether a serial number is only a placeholder.

    Placeholders are empty texts, symbols only, zeros, and words for "none".
    """
    bare = "".join(char for char in normalize_key(text) if not _is_symbol(char))
    return not bare or bare in PLACEHOLDER_SERIALS or ZERO_SERIAL.fullmatch(bare) is not None


def build_postgresql_function() -> str:
    """Build the statement that creates the PostgreSQL function behind `Normalized`."""
    expression = f"""regexp_replace(lower(normalize($1, NFKD) COLLATE "und-x-icu"), '{IGNORED_CHARACTERS}', '', 'g')"""
    expression = f"translate({expression}, '{''.join(LOOK_ALIKES)}', '{''.join(LOOK_ALIKES.values())}')"
    for letter, expansion in LETTER_EXPANSIONS.items():
        expression = f"replace({expression}, '{letter}', '{expansion}')"
    return (
        "CREATE OR REPLACE FUNCTION portal_normalized(text) RETURNS text"
        f" LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $body$ SELECT {expression} $body$"
    )
