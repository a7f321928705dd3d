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

from portal_backend.core.clock import format_day
from portal_backend.core.translations import translate

TemplateValues = Mapping[str, Any]


@dataclass(frozen=True)
class MailTemplate:
    """Email template."""

    key: str
    #: values shown as a table
    fields: tuple[str, ...] = ()
    #: whether the email has a button that leads to the portal
    has_button: bool = True
    #: whether the link grants access to an account; it is deleted once the email is sent
    has_secret_link: bool = False
    #: values typed by anonymous users, whose links are neutralized
    untrusted_values: tuple[str, ...] = ()

    def render_message(self, part: str, values: TemplateValues) -> str:
        """Translate one part of the template with its values."""
        return translate(f"mail.{self.key}.{part}", **values)

    def render_value(self, name: str, value: Any) -> Any:
        """Return a value in the current language, with links neutralized if untrusted."""
        rendered = _render_stored_value(value)
        return neutralize_links(rendered) if name in self.untrusted_values and isinstance(rendered, str) else rendered


@dataclass(frozen=True)
class RenderedMail:
    """Rendered email."""

    subject: str
    text: str
    html: str


MAIL_TEMPLATES: dict[str, MailTemplate] = {}


def register_templates(*templates: MailTemplate) -> None:
    """Register email templates."""
    MAIL_TEMPLATES.update((each.key, each) for each in templates)


def build_absolute_url(path: str, language: str) -> str:
    """Build the absolute URL of a button from a path of the interface.

    The host is always the configured one, so that no Host header of a request ends up in an email. `utm_source` makes
    the login redirect to the page (contract section 3).
    """
    path, _, query = path.partition("?")
    joined = "&".join(part for part in (query, urlencode({"utm_source": "mail"})) if part)
    return f"{settings.PUBLIC_URL}/#/{language}/{path.lstrip('/')}?{joined}"


def render_part(template: str, part: str, values: TemplateValues) -> str:
    """Render one part of an email in the current language."""
    mail_template = MAIL_TEMPLATES[template]
    return mail_template.render_message(
        part, {name: mail_template.render_value(name, value) for name, value in values.items()}
    )


def render_subject(template: str, values: TemplateValues) -> str:
    """Render the subject of an email in the current language, on one line."""
    return " ".join(render_part(template, "subject", values).split())


def render_mail(template: str, values: TemplateValues, path: str, language: str) -> RenderedMail:
    """Render an email in the given language; without a path it has no button."""
    mail_template = MAIL_TEMPLATES[template]
    with translation.override(language):
        subject, text = render_subject(template, values), render_part(template, "text", values)
        fields = ((name, mail_template.render_value(name, values.get(name))) for name in mail_template.fields)
        context = {
            "language": language,
            "portal": translate("mail.portal"),
            "subject": subject,
            "paragraphs": [line for line in text.splitlines() if line.strip()],
            "fields": [(translate(f"mail.fields.{name}"), value) for name, value in fields if value],
            "address": build_absolute_url(path, language) if path else "",
            "button": render_part(template, "button", values) if path else "",
            "reason": render_part(template, "reason", values),
        }
        html = render_to_string("mail/mail.html", context)
        text = render_to_string("mail/mail.txt", context)
    return RenderedMail(subject, text.strip() + "\n", html)


def neutralize_links(text: str) -> str:
    """Neutralize links in a text by a space after dots and colons within addresses.

    Mail clients would otherwise turn addresses that an anonymous user typed into links.
    """
    return re.sub(r"(?<=[^\W_])\.(?=[^\W\d_]{2})", ". ", re.sub(r":(?=//)", ": ", text))


def _render_stored_value(value: Any) -> Any:
    """Render a stored value in the current language (see `outbox.serialize_values`)."""
    if not isinstance(value, dict):
        return value
    if "day" in value:
        return format_day(date.fromisoformat(value["day"]))
    return translate(value["message"], **{name: _render_stored_value(each) for name, each in value["values"].items()})
