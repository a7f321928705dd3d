"""Translations of the server: complete in both languages, without unused keys.

Keys that appear literally are collected from the syntax tree, keys that are built from enumerations are built again.
`test_every_dynamic_key_pattern_is_known` fails for a new way of building keys until it is listed.
"""

import json
import re

import pytest
from django.conf import settings
from django.utils import translation

from portal_backend.core.translations import (
    LANGUAGES,
    LazyMessage,
    build_choices,
    get_current_language,
    load_messages,
    translate,
)
from tests.message_keys import (
    DYNAMIC_KEY_SHAPES,
    KEY_ARGUMENTS,
    collect_enumerated_keys,
    collect_literal_keys,
    collect_validation_keys,
    iterate_key_arguments,
    iterate_texts,
)

BRITISH = re.compile(r"\b(?:organis|recognis|programme)\w*", re.IGNORECASE)


def test_used_and_defined_keys_are_equal() -> None:
    used = collect_literal_keys() | collect_validation_keys() | collect_enumerated_keys()
    defined = set(load_messages("en"))
    assert sorted(used - defined) == []
    assert sorted(defined - used) == []


def test_every_dynamic_key_pattern_is_known() -> None:
    shapes = {KEY_ARGUMENTS[name][1] + text for name, node in iterate_key_arguments() for text in iterate_texts(node)}
    assert {shape for shape in shapes if "{}" in shape} <= DYNAMIC_KEY_SHAPES


def test_languages_have_equal_keys_and_placeholders() -> None:
    english, spanish = load_messages("en"), load_messages("es")
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
    lazy_message = LazyMessage("guards.undecided", {"count": 1})
    assert str(lazy_message) == "1 unit still needs a decision"
    assert translate("guards.undecided", count=0) == "0 units still need a decision"
    with translation.override("es"):
        assert str(lazy_message) == "Falta decidir sobre 1 unidad"
        assert translate("guards.undecided", count=2) == "Falta decidir sobre 2 unidades"
        assert build_choices("roles", ["CLIENT"]) == [{"key": "CLIENT", "name": "Cliente"}]
    with translation.override("fr"):
        assert get_current_language() == "en"
    with pytest.raises(KeyError):
        translate("errors.no_such_word")


def test_values_are_inserted_unchanged() -> None:
    assert translate("errors.field.max_length", value="{count} %s") == "At most {count} %s characters"
