"""Names and sort order of countries in the current language."""

from django.utils import translation

from portal_backend.core.countries import get_country_codes, list_country_choices


def names(language: str) -> dict[str, str]:
    with translation.override(language):
        return {row["key"]: row["name"] for row in list_country_choices()}


def test_country_names_are_translated() -> None:
    assert (names("en")["DE"], names("es")["DE"]) == ("Germany", "Alemania")
    assert (names("en")["US"], names("es")["US"]) == ("United States of America", "Estados Unidos")
    assert set(names("en")) == set(names("es")) == get_country_codes()


def test_sort_order_ignores_accents() -> None:
    english = list(names("en").values())
    assert english.index("\u00c5land Islands") < english.index("Angola")
