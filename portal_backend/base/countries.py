"""The countries of ISO 3166-1, named in the reader's language."""

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
        pairs = sorted((str(name), code) for code, name in Countries())
    return [{"key": code, "name": name} for name, code in pairs]


def countries() -> list[dict[str, str]]:
    """Choices of all countries, in the order of their names."""
    return _named(current_language())
