"""Countries of ISO 3166-1, named in the current language."""

from functools import cache

from django.utils import translation
from django_countries import Countries

from portal_backend.core.text_search import build_sort_key
from portal_backend.core.translations import get_current_language


@cache
def get_country_codes() -> frozenset[str]:
    """Return all alpha-2 codes."""
    return frozenset(code for code, _ in Countries())


@cache
def _list_country_choices(language: str) -> list[dict[str, str]]:
    with translation.override(language):
        pairs = [(str(name), code) for code, name in Countries()]
    pairs.sort(key=lambda pair: build_sort_key(pair[0], language))
    return [{"key": code, "name": name} for name, code in pairs]


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
NAME_LANGUAGES = (
    "en",
    "es",
    "de",
    "fr",
    "it",
    "pt-pt",
    "pt-br",
    "nl",
    "pl",
    "cs",
    "ru",
    "uk",
    "tr",
    "ka-ge",
    "ja",
    "zh-hans",
)


@cache
def get_country_codes_by_name() -> dict[str, str]:
    """Map alpha-3 codes, common names and names in import languages to alpha-2 codes."""
    result = dict(COMMON_NAMES)
    for code in sorted(get_country_codes()):
        result.setdefault(Countries().alpha3(code), code)
    for language in NAME_LANGUAGES:
        with translation.override(language):
            for code, name in Countries():
                result.setdefault(str(name), code)
    return result


def get_country_name(code: str, language: str = "") -> str:
    """Return the name of a country, by default in the current language.

    An unknown code is returned unchanged.
    """
    return next(
        (each["name"] for each in _list_country_choices(language or get_current_language()) if each["key"] == code),
        code,
    )


def list_country_choices() -> list[dict[str, str]]:
    """Return the choices of all countries, sorted by name."""
    return _list_country_choices(get_current_language())
