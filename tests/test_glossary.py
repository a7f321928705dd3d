"""Texts of the interface, help and emails avoid the words of docs/glossary.md."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
GLOSSARY = ROOT / "docs" / "glossary.md"
MAIL_TEMPLATES = ROOT / "portal_backend" / "notifications" / "templates"
LANGUAGES = ("en", "es")
TERM_COLUMNS = 6
EXCEPTION_COLUMNS = 4
MARKUP = re.compile(r"%?\{[^}]*\}|\]\([^)]*\)|<[^>]*>|\{%.*?%\}")
CODE = re.compile(r"`([^`]+)`")
PHRASE = re.compile(r"“([^”]+)”")


@dataclass(frozen=True)
class WordException:
    """Places in which one excluded word is right."""

    language: str
    word: str
    places: tuple[str, ...]
    phrases: tuple[str, ...]


def read_rows(columns: int) -> Iterator[list[str]]:
    """Yield the cells of each row of the glossary's tables with that many columns."""
    for line in GLOSSARY.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and len(cells) == columns and not line.startswith("|---"):
            yield cells


def read_excluded_words() -> dict[str, list[str]]:
    words: dict[str, set[str]] = {language: set() for language in LANGUAGES}
    for *_, english, spanish in read_rows(TERM_COLUMNS):
        words["en"].update(CODE.findall(english))
        words["es"].update(CODE.findall(spanish))
    return {language: sorted(found) for language, found in words.items()}


def read_exceptions() -> list[WordException]:
    return [
        WordException(language, CODE.findall(word)[0], tuple(CODE.findall(places)), tuple(PHRASE.findall(places)))
        for language, word, places, _reason in read_rows(EXCEPTION_COLUMNS)
        if language in LANGUAGES
    ]


def flatten_messages(messages: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in messages.items():
        if isinstance(value, dict):
            yield from flatten_messages(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


@cache
def read_texts(language: str) -> list[tuple[str, str]]:
    """Return all texts of a language with their message key, help page or template."""
    folder = ROOT / "locale" / language
    messages = (json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json")))
    pages = sorted((folder / "help").glob("*.md"))
    return [
        *(text for each in messages for text in flatten_messages(each)),
        *((f"help/{path.stem}", path.read_text(encoding="utf-8")) for path in pages),
        *((path.name, path.read_text(encoding="utf-8")) for path in sorted(MAIL_TEMPLATES.rglob("mail.*"))),
    ]


def compile_word(word: str) -> re.Pattern[str]:
    """Compile a pattern of the whole word, in the singular or plural."""
    return re.compile(rf"(?<!\w){re.escape(word)}(?:e?s)?(?!\w)", re.IGNORECASE)


PATTERNS = {language: {word: compile_word(word) for word in words} for language, words in read_excluded_words().items()}
EXCEPTIONS = read_exceptions()


def remove_phrases(text: str, phrases: tuple[str, ...]) -> str:
    for phrase in phrases:
        text = re.sub(re.escape(phrase), "_", text, flags=re.IGNORECASE)
    return text


def find_excluded_words(
    language: str, place: str, text: str, exceptions: Sequence[WordException] = EXCEPTIONS
) -> Iterator[str]:
    """Yield each excluded word of a text that no exception allows."""
    shown = MARKUP.sub("_", text).casefold()
    for word, pattern in PATTERNS[language].items():
        if word.casefold() not in shown or not pattern.search(shown):
            continue
        granted = [each for each in exceptions if (each.language, each.word) == (language, word)]
        if any(fnmatchcase(place, allowed) for each in granted for allowed in each.places):
            continue
        phrases = tuple(phrase for each in granted for phrase in each.phrases)
        if pattern.search(remove_phrases(shown, phrases)):
            yield word


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_contain_no_excluded_word(language: str) -> None:
    faults = [
        f"{place}: {word}"
        for place, text in read_texts(language)
        for word in find_excluded_words(language, place, text)
    ]
    assert faults == []


@pytest.mark.parametrize("exception", EXCEPTIONS, ids=lambda each: f"{each.language} {each.word}")
def test_every_exception_is_needed(exception: WordException) -> None:
    others = [each for each in EXCEPTIONS if each is not exception]
    found = [
        place
        for place, text in read_texts(exception.language)
        if exception.word.casefold() in text.casefold()
        and exception.word in find_excluded_words(exception.language, place, text, others)
    ]
    assert found != []
    unused = [pattern for pattern in exception.places if not any(fnmatchcase(place, pattern) for place in found)]
    assert unused == []


def test_every_exception_names_an_excluded_word() -> None:
    assert [each for each in EXCEPTIONS if each.word not in PATTERNS[each.language]] == []


def test_reads_the_words_of_every_table() -> None:
    assert {"ticket", "e-mail", "second factor", "click", "organisation"} <= PATTERNS["en"].keys()
    assert {"caso", "segundo factor", "pulse", "gestor", "«"} <= PATTERNS["es"].keys()


@pytest.mark.parametrize(
    ("language", "place", "text", "expected"),
    [
        ("en", "lists.title", "All open tickets", ["ticket"]),
        ("en", "lists.title", "Papers of %{papers}", ["papers"]),
        ("en", "help/start", "See [the list](papers) and {papers.title}.", []),
        ("en", "lists.title", "Suitcase and emails", []),
        ("en", "setup.mail", "The mail server is busy", []),
        ("en", "setup.mail", "The mail server sent a mail", ["mail"]),
        ("en", "tabs.REPAIR.TRANSIT_BACK", "Transit back", []),
        ("en", "status.REPAIR.IN_TRANSIT_BACK", "Transit back", ["transit back"]),
        ("es", "lists.title", "Pulse el botón", ["pulse"]),
        ("es", "lists.title", "Dos artículos", ["artículo"]),
        ("es", "lists.title", "El impulso", []),
    ],
)
def test_detects_excluded_word(language: str, place: str, text: str, expected: list[str]) -> None:
    assert list(find_excluded_words(language, place, text)) == expected
