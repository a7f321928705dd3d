"""The kinds of mail that the portal writes, and how one looks: text and html in the reader's language.

The words of a kind are `mail.{key}.subject`, `.text` and `.reason`, with a link `.button` too, and `mail.facts.{fact}`
for each of its facts. One layout serves them all; without images and with styles of its own it looks right anywhere.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from portal_backend.base.newyork import day_text
from portal_backend.base.words import word

Values = Mapping[str, Any]


@dataclass(frozen=True)
class Letter:
    """A kind of mail. `facts` are the values that stand in its table, `linked` tells that it leads into the portal.

    A `secret` link opens an account: it is forgotten once the mail is sent, so that the outbox holds no keys.
    `untrusted` are values that a stranger typed: mail programs must not make links of them.
    """

    key: str
    facts: tuple[str, ...] = ()
    linked: bool = True
    secret: bool = False
    untrusted: tuple[str, ...] = ()

    def word(self, part: str, values: Values) -> str:
        """One of its words, filled in."""
        return word(f"mail.{self.key}.{part}", **values)

    def value(self, name: str, value: Any) -> Any:
        """One of its values in the language of the moment, without links where a stranger typed it."""
        said = _said(value)
        return without_links(said) if name in self.untrusted and isinstance(said, str) else said


@dataclass(frozen=True)
class Written:
    """A mail as it is read."""

    subject: str
    text: str
    html: str


LETTERS: dict[str, Letter] = {}


def register(letter: Letter) -> Letter:
    """Make a kind of mail known."""
    LETTERS[letter.key] = letter
    return letter


def address_of(path: str, language: str) -> str:
    """Where a button leads: always the configured address, so that no caller's Host header reaches a mail.

    `utm_source` has a login lead there (contract section 3).
    """
    path, _, query = path.partition("?")
    joined = "&".join(part for part in (query, urlencode({"utm_source": "mail"})) if part)
    return f"{settings.PUBLIC_URL}/#/{language}/{path.lstrip('/')}?{joined}"


def said(template: str, part: str, values: Values) -> str:
    """A part of a mail in the language of the moment."""
    letter = LETTERS[template]
    return letter.word(part, {name: letter.value(name, value) for name, value in values.items()})


def subject_of(template: str, values: Values) -> str:
    """The subject of a mail in the language of the moment, on one line."""
    return " ".join(said(template, "subject", values).split())


def write(template: str, values: Values, path: str, language: str) -> Written:
    """A mail in its reader's language; without a path it has no button."""
    letter = LETTERS[template]
    with translation.override(language):
        subject, text = subject_of(template, values), said(template, "text", values)
        facts = ((name, letter.value(name, values.get(name))) for name in letter.facts)
        shown = {
            "language": language,
            "portal": word("mail.portal"),
            "subject": subject,
            "paragraphs": [line for line in text.splitlines() if line.strip()],
            "facts": [(word(f"mail.facts.{name}"), value) for name, value in facts if value],
            "address": address_of(path, language) if path else "",
            "button": said(template, "button", values) if path else "",
            "reason": said(template, "reason", values),
        }
        html = render_to_string("mail/letter.html", shown)
        text = render_to_string("mail/letter.txt", shown)
    return Written(subject, text.strip() + "\n", html)


def without_links(text: str) -> str:
    """A text of which no mail program makes a link: a space follows each dot and colon that an address would need."""
    return re.sub(r"(?<=[^\W_])\.(?=[^\W\d_]{2})", ". ", re.sub(r":(?=//)", ": ", text))


def _said(value: Any) -> Any:
    """A value in the language of the moment: a word is kept as its key, see outbox."""
    if not isinstance(value, dict):
        return value
    if "day" in value:
        return day_text(date.fromisoformat(value["day"]))
    return word(value["word"], **{name: _said(each) for name, each in value["values"].items()})
