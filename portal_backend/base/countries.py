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


def country_name(code: str, language: str = "") -> str:
    """A country's name in a language, or the reader's; a code that is none stands for itself."""
    return next((each["name"] for each in _named(language or current_language()) if each["key"] == code), code)


def countries() -> list[dict[str, str]]:
    """Choices of all countries, in the order of their names."""
    return _named(current_language())
