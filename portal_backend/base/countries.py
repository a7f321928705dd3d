"""Countries of ISO 3166-1, named in the current language."""

import unicodedata
from functools import cache

from django.utils import translation
from django_countries import Countries

from portal_backend.base.words import current_language


@cache
def codes() -> frozenset[str]:
    """Return all alpha-2 codes."""
    return frozenset(code for code, _ in Countries())


@cache
def _named(language: str) -> list[dict[str, str]]:
    with translation.override(language):
        pairs = sorted(((str(name), code) for code, name in Countries()), key=lambda pair: _unaccented(pair[0]))
    return [{"key": code, "name": name} for name, code in pairs]


def _unaccented(name: str) -> str:
    """Return the name as a sort key, without accents: Åland under A, Éire under E."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


# common spellings that are neither in a translation catalog nor a code
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
    """Map alpha-3 codes, common names and names in import languages to alpha-2 codes."""
    result = dict(COMMON_NAMES)
    for code in sorted(codes()):
        result.setdefault(Countries().alpha3(code), code)
    for language in SPOKEN:
        with translation.override(language):
            for code, name in Countries():
                result.setdefault(str(name), code)
    return result


def country_name(code: str, language: str = "") -> str:
    """Return the name of a country, by default in the current language.

    An unknown code is returned unchanged.
    """
    return next((each["name"] for each in _named(language or current_language()) if each["key"] == code), code)


def countries() -> list[dict[str, str]]:
    """Return the choices of all countries, sorted by name."""
    return _named(current_language())
