"""Attachments of emails, built at sending time by the app that owns the category."""

from collections.abc import Callable

from portal_backend.notifications.models import Mail

# name, content and media type of a file
Enclosure = tuple[str, bytes, str]
Encloser = Callable[[Mail], Enclosure | None]

ENCLOSERS: dict[str, Encloser] = {}


def enclose(category: str, encloser: Encloser) -> None:
    """Register the provider of attachments for the emails of a category.

    The provider returns None for an email without an attachment, and must not raise.
    """
    ENCLOSERS[category] = encloser


def enclosed(mail: Mail) -> Enclosure | None:
    """Return the attachment of an email, None if it has none."""
    provider = ENCLOSERS.get(mail.category)
    return provider(mail) if provider else None
