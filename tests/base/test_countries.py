"""Countries are named, and sorted, in the reader's language."""

from django.utils import translation

from portal_backend.base.countries import codes, countries


def names(language: str) -> dict[str, str]:
    with translation.override(language):
        return {row["key"]: row["name"] for row in countries()}


def test_each_language_has_its_own_names() -> None:
    assert (names("en")["DE"], names("es")["DE"]) == ("Germany", "Alemania")
    assert (names("en")["US"], names("es")["US"]) == ("United States of America", "Estados Unidos")
    assert set(names("en")) == set(names("es")) == codes()


def test_accents_do_not_matter_for_the_order() -> None:
    english = list(names("en").values())
    assert english.index("\u00c5land Islands") < english.index("Angola")
