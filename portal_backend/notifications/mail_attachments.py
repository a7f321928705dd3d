"""Attachments of emails, built at sending time by the app that owns the category."""

from collections.abc import Callable

from portal_backend.notifications.models import Mail

# name, content and media type of a file
MailAttachment = tuple[str, bytes, str]
AttachmentProvider = Callable[[Mail], MailAttachment | None]

ATTACHMENT_PROVIDERS: dict[str, AttachmentProvider] = {}


def register_attachment_provider(category: str, encloser: AttachmentProvider) -> None:
    """Register the provider of attachments for the emails of a category.

    The provider returns None for an email without an attachment, and must not raise.
    """
    ATTACHMENT_PROVIDERS[category] = encloser


def get_attachment(mail: Mail) -> MailAttachment | None:
    """Return the attachment of an email, None if it has none."""
    provider = ATTACHMENT_PROVIDERS.get(mail.category)
    return provider(mail) if provider else None
