"""The server's words: the same in both languages, none missing, none left over.

What the code says word for word is collected from its syntax tree, what it builds from enumerations is built again
here. A new way of building a key fails `test_every_way_of_building_a_key_is_known` until it is written down.
"""

import json
import re

import pytest
from django.conf import settings
from django.utils import translation

from portal_backend.base.words import LANGUAGES, Word, catalogue, choices, current_language, word
from tests.server_words import (
    BUILT,
    KEYS,
    built_from_enumerations,
    built_from_validation,
    calls,
    said_word_for_word,
    texts,
)

pytestmark = pytest.mark.dealt
BRITISH = re.compile(r"\b(?:organis|recognis|programme)\w*", re.IGNORECASE)


def test_every_key_that_the_server_uses_exists_and_none_is_left_over() -> None:
    used = said_word_for_word() | built_from_validation() | built_from_enumerations()
    known = set(catalogue("en"))
    assert sorted(used - known) == []
    assert sorted(known - used) == []


def test_every_way_of_building_a_key_is_known() -> None:
    shapes = {KEYS[name][1] + text for name, node in calls() for text in texts(node)}
    assert {shape for shape in shapes if "{}" in shape} <= BUILT


def test_both_languages_have_the_same_keys_and_placeholders() -> None:
    english, spanish = catalogue("en"), catalogue("es")
    assert english.keys() == spanish.keys()
    for key, text in english.items():
        other = spanish[key]
        assert text.strip()
        assert other.strip()
        assert (" || " in text) == (" || " in other), key
        assert sorted(set(re.findall(r"{\w*}", text))) == sorted(set(re.findall(r"{\w*}", other))), key


def test_english_texts_are_american() -> None:
    files = [each for each in (settings.BASE_DIR / "locale" / "en").rglob("*") if each.suffix in (".json", ".md")]
    # keys and placeholders are no text
    texts = {each.name: re.sub(r'"\w+":|{[\w.]+}', "", each.read_text(encoding="utf-8")) for each in files}
    assert files
    assert {name: found for name, text in texts.items() if (found := BRITISH.findall(text))} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_twice_in_a_file(language: str) -> None:
    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        assert len(pairs) == len(dict(pairs)), [key for key, _ in pairs]
        return dict(pairs)

    text = (settings.BASE_DIR / "locale" / language / "server.json").read_text(encoding="utf-8")
    json.loads(text, object_pairs_hook=once)


def test_words_are_said_in_the_language_of_the_moment() -> None:
    later = Word("guards.undecided", {"count": 1})
    assert str(later) == "1 unit is not decided yet"
    assert word("guards.undecided", count=0) == "0 units are not decided yet"
    with translation.override("es"):
        assert str(later) == "1 unidad aún no tiene decisión"
        assert word("guards.undecided", count=2) == "2 unidades aún no tienen decisión"
        assert choices("roles", ["CLIENT"]) == [{"key": "CLIENT", "name": "Cliente"}]
    with translation.override("fr"):
        assert current_language() == "en"
    with pytest.raises(KeyError):
        word("errors.no_such_word")


def test_a_text_of_a_user_in_a_word_is_left_alone() -> None:
    assert word("errors.field.max_length", value="{count} %s") == "At most {count} %s characters"
