"""Translated messages of the server from locale/{en,es}/server.json.

See docs/decisions/0003.
"""

import json
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.translation import get_language

LANGUAGES = ("en", "es")


@cache
def load_messages(language: str) -> dict[str, str]:
    """Return all messages of a language by dotted key."""
    path = settings.BASE_DIR / "locale" / language / "server.json"
    return dict(_flatten(json.loads(path.read_text(encoding="utf-8")), ""))


def _flatten(tree: dict[str, Any], prefix: str) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for key, value in tree.items():
        pairs += _flatten(value, f"{prefix}{key}.") if isinstance(value, dict) else [(prefix + key, value)]
    return pairs


def get_current_language() -> str:
    """Return the language of the current request, "en" or "es"."""
    language = get_language() or "en"
    return language if language in LANGUAGES else "en"


def translate(key: str, /, **values: object) -> str:
    """Return the message `key` with `values` filled in. Raises KeyError.

    `count` chooses the form of a message "singular || plural".
    """
    text = load_messages(get_current_language())[key]
    if " || " in text:
        singular, plural = text.split(" || ")
        text = singular if values.get("count") == 1 else plural
    return text.format(**values) if values else text


def get_messages(prefix: str) -> dict[str, str]:
    """Return the messages one level below a key prefix, in the current language."""
    start = f"{prefix}."
    messages = load_messages(get_current_language())
    below = {key.removeprefix(start): text for key, text in messages.items() if key.startswith(start)}
    return {key: text for key, text in below.items() if "." not in key}


@dataclass(frozen=True)
class LazyMessage:
    """Message that is translated when it is displayed, in the language of that time."""

    key: str
    values: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return translate(self.key, **self.values)


def build_choices(prefix: str, keys: list[str]) -> list[dict[str, str]]:
    """Return `{"key", "name"}` for each key, the contract's format of choices."""
    return [{"key": key, "name": translate(f"{prefix}.{key}")} for key in keys]
