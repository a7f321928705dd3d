"""The countries of ISO 3166-1, named in the reader's language."""

import unicodedata
from functools import cache

from django.utils import translation
from django_countries import Countries

from portal_backend.base.words import current_language


@cache
def codes() -> frozenset[str]:
    """Every alpha-2 code."""
    return frozenset(code for code, _ in Countries())


@cache
def _named(language: str) -> list[dict[str, str]]:
    with translation.override(language):
        pairs = sorted(((str(name), code) for code, name in Countries()), key=lambda pair: _unaccented(pair[0]))
    return [{"key": code, "name": name} for name, code in pairs]


def _unaccented(name: str) -> str:
    """A name as it is sorted: Åland under A, Éire under E."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


# as people write them, where neither a catalogue nor a code has it
COMMON_NAMES = {
    "America": "US", "United States": "US", "U.S.": "US", "U.S.A.": "US", "UK": "GB", "U.K.": "GB",
    "Great Britain": "GB",
    "England": "GB", "Scotland": "GB", "Wales": "GB", "Northern Ireland": "GB", "Holland": "NL", "Czech Republic": "CZ",
    "South Korea": "KR", "Korea": "KR", "Republic of Korea": "KR", "North Korea": "KP", "Russian Federation": "RU",
    "Russia": "RU", "PRC": "CN", "P.R.C.": "CN", "P.R. China": "CN", "PR China": "CN", "Mainland China": "CN",
    "Taiwan": "TW", "R.O.C.": "TW", "Vietnam": "VN", "Iran": "IR", "Syria": "SY", "Bolivia": "BO", "Venezuela": "VE",
    "Tanzania": "TZ", "Moldova": "MD", "Macedonia": "MK", "Turkey": "TR", "Türkiye": "TR", "Ivory Coast": "CI",
    "UAE": "AE", "Emirates": "AE", "EE.UU.": "US", "EEUU": "US", "Estados Unidos": "US", "Corea del Sur": "KR",
    "Byelorussia": "BY", "Belorussia": "BY", "Swaziland": "SZ", "Burma": "MM", "Cape Verde": "CV", "Laos": "LA",
}  # fmt: skip
SPOKEN = ("en", "es", "de", "fr", "it", "pt-pt", "pt-br", "nl", "pl", "cs", "ru", "uk", "tr", "ka-ge", "ja", "zh-hans")


@cache
def codes_by_name() -> dict[str, str]:
    """Alpha-2 codes by alpha-3 codes, common names, and the names of countries in languages that files come in."""
    found = dict(COMMON_NAMES)
    for code in sorted(codes()):
        found.setdefault(Countries().alpha3(code), code)
    for language in SPOKEN:
        with translation.override(language):
            for code, name in Countries():
                found.setdefault(str(name), code)
    return found


def country_name(code: str, language: str = "") -> str:
    """A country's name in a language, or the reader's; a code that is none stands for itself."""
    return next((each["name"] for each in _named(language or current_language()) if each["key"] == code), code)


def countries() -> list[dict[str, str]]:
    """Choices of all countries, in the order of their names."""
    return _named(current_language())
