"""Translations of the server: complete in both languages, without unused keys.

Keys that appear literally are collected from the syntax tree, keys that are built from enumerations are built again.
`test_every_dynamic_key_pattern_is_known` fails for a new way of building keys until it is listed.
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


def test_used_and_defined_keys_are_equal() -> None:
    used = said_word_for_word() | built_from_validation() | built_from_enumerations()
    defined = set(catalogue("en"))
    assert sorted(used - defined) == []
    assert sorted(defined - used) == []


def test_every_dynamic_key_pattern_is_known() -> None:
    shapes = {KEYS[name][1] + text for name, node in calls() for text in texts(node)}
    assert {shape for shape in shapes if "{}" in shape} <= BUILT


def test_languages_have_equal_keys_and_placeholders() -> None:
    english, spanish = catalogue("en"), catalogue("es")
    assert english.keys() == spanish.keys()
    for key, text in english.items():
        other = spanish[key]
        assert text.strip()
        assert other.strip()
        assert (" || " in text) == (" || " in other), key
        assert sorted(set(re.findall(r"{\w*}", text))) == sorted(set(re.findall(r"{\w*}", other))), key


def test_english_spelling_is_american() -> None:
    paths = [each for each in (settings.BASE_DIR / "locale" / "en").rglob("*") if each.suffix in (".json", ".md")]
    # without keys and placeholders
    texts = {each.name: re.sub(r'"\w+":|{[\w.]+}', "", each.read_text(encoding="utf-8")) for each in paths}
    assert paths
    assert {name: found for name, text in texts.items() if (found := BRITISH.findall(text))} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_are_unique_in_each_file(language: str) -> None:
    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        assert len(pairs) == len(dict(pairs)), [key for key, _ in pairs]
        return dict(pairs)

    text = (settings.BASE_DIR / "locale" / language / "server.json").read_text(encoding="utf-8")
    json.loads(text, object_pairs_hook=once)


def test_translates_to_current_language() -> None:
    lazy_message = Word("guards.undecided", {"count": 1})
    assert str(lazy_message) == "1 unit is not decided yet"
    assert word("guards.undecided", count=0) == "0 units are not decided yet"
    with translation.override("es"):
        assert str(lazy_message) == "1 unidad aún no tiene decisión"
        assert word("guards.undecided", count=2) == "2 unidades aún no tienen decisión"
        assert choices("roles", ["CLIENT"]) == [{"key": "CLIENT", "name": "Cliente"}]
    with translation.override("fr"):
        assert current_language() == "en"
    with pytest.raises(KeyError):
        word("errors.no_such_word")


def test_values_are_inserted_unchanged() -> None:
    assert word("errors.field.max_length", value="{count} %s") == "At most {count} %s characters"
