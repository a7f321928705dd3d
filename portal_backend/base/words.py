"""The server's words in the reader's language, from locale/{en,es}/server.json (docs/decisions/0003)."""

import json
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.translation import get_language

LANGUAGES = ("en", "es")


@cache
def catalogue(language: str) -> dict[str, str]:
    """All words of one language, keys joined by dots."""
    path = settings.BASE_DIR / "locale" / language / "server.json"
    return dict(_flat(json.loads(path.read_text(encoding="utf-8")), ""))


def _flat(tree: dict[str, Any], prefix: str) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for key, value in tree.items():
        pairs += _flat(value, f"{prefix}{key}.") if isinstance(value, dict) else [(prefix + key, value)]
    return pairs


def current_language() -> str:
    """The language of this call: en unless the reader asked for es."""
    language = get_language() or "en"
    return language if language in LANGUAGES else "en"


def word(key: str, /, **values: object) -> str:
    """The text of `key` with `values` filled in; "singular || plural" is chosen by `count`. Raises KeyError."""
    text = catalogue(current_language())[key]
    if " || " in text:
        singular, plural = text.split(" || ")
        text = singular if values.get("count") == 1 else plural
    return text.format(**values) if values else text


def words_of(prefix: str) -> dict[str, str]:
    """The words of the keys right below a prefix, in the reader's language."""
    start = f"{prefix}."
    known = catalogue(current_language())
    below = {key.removeprefix(start): text for key, text in known.items() if key.startswith(start)}
    return {key: text for key, text in below.items() if "." not in key}


@dataclass(frozen=True)
class Word:
    """A word that is looked up when it is shown, so that rules need not know the reader's language."""

    key: str
    values: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return word(self.key, **self.values)


def choices(prefix: str, keys: list[str]) -> list[dict[str, str]]:
    """`{"key", "name"}` of each key, as the contract wants choices."""
    return [{"key": key, "name": word(f"{prefix}.{key}")} for key in keys]
