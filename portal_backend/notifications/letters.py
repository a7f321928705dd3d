"""Email templates, rendered as text and HTML in the recipient's language.

The messages of a template are `mail.{key}.subject`, `.text` and `.reason`, with a button also `.button`, and
`mail.fields.{field}` for each of its fields. All templates share one layout without images and with inline styles.
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
    """Email template."""

    key: str
    #: values shown as a table
    facts: tuple[str, ...] = ()
    #: whether the email has a button that leads to the portal
    linked: bool = True
    #: whether the link grants access to an account; it is deleted once the email is sent
    secret: bool = False
    #: values typed by anonymous users, whose links are neutralized
    untrusted: tuple[str, ...] = ()

    def word(self, part: str, values: Values) -> str:
        """Translate one part of the template with its values."""
        return word(f"mail.{self.key}.{part}", **values)

    def value(self, name: str, value: Any) -> Any:
        """Return a value in the current language, with links neutralized if untrusted."""
        rendered = _said(value)
        return without_links(rendered) if name in self.untrusted and isinstance(rendered, str) else rendered


@dataclass(frozen=True)
class Written:
    """Rendered email."""

    subject: str
    text: str
    html: str


LETTERS: dict[str, Letter] = {}


def register(letter: Letter) -> Letter:
    """Register an email template."""
    LETTERS[letter.key] = letter
    return letter


def address_of(path: str, language: str) -> str:
    """Build the absolute URL of a button from a path of the interface.

    The host is always the configured one, so that no Host header of a request ends up in an email. `utm_source` makes
    the login redirect to the page (contract section 3).
    """
    path, _, query = path.partition("?")
    joined = "&".join(part for part in (query, urlencode({"utm_source": "mail"})) if part)
    return f"{settings.PUBLIC_URL}/#/{language}/{path.lstrip('/')}?{joined}"


def said(template: str, part: str, values: Values) -> str:
    """Render one part of an email in the current language."""
    mail_template = LETTERS[template]
    return mail_template.word(part, {name: mail_template.value(name, value) for name, value in values.items()})


def subject_of(template: str, values: Values) -> str:
    """Render the subject of an email in the current language, on one line."""
    return " ".join(said(template, "subject", values).split())


def write(template: str, values: Values, path: str, language: str) -> Written:
    """Render an email in the given language; without a path it has no button."""
    mail_template = LETTERS[template]
    with translation.override(language):
        subject, text = subject_of(template, values), said(template, "text", values)
        fields = ((name, mail_template.value(name, values.get(name))) for name in mail_template.facts)
        context = {
            "language": language,
            "portal": word("mail.portal"),
            "subject": subject,
            "paragraphs": [line for line in text.splitlines() if line.strip()],
            "facts": [(word(f"mail.facts.{name}"), value) for name, value in fields if value],
            "address": address_of(path, language) if path else "",
            "button": said(template, "button", values) if path else "",
            "reason": said(template, "reason", values),
        }
        html = render_to_string("mail/letter.html", context)
        text = render_to_string("mail/letter.txt", context)
    return Written(subject, text.strip() + "\n", html)


def without_links(text: str) -> str:
    """Neutralize links in a text by a space after dots and colons within addresses.

    Mail clients would otherwise turn addresses that an anonymous user typed into links.
    """
    return re.sub(r"(?<=[^\W_])\.(?=[^\W\d_]{2})", ". ", re.sub(r":(?=//)", ": ", text))


def _said(value: Any) -> Any:
    """Render a stored value in the current language (see `outbox.serialize_values`)."""
    if not isinstance(value, dict):
        return value
    if "day" in value:
        return day_text(date.fromisoformat(value["day"]))
    return word(value["word"], **{name: _said(each) for name, each in value["values"].items()})
