"""Hooks of the notifications.

`wiring.py` sets them to what higher layers declare.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from portal_backend.notifications.models import Mail

if TYPE_CHECKING:
    from portal_backend.notifications.mail_rules import MailTrigger

# name, content and media type of a file
MailAttachment = tuple[str, bytes, str]
AttachmentProvider = Callable[[Mail], MailAttachment | None]


class NotificationHooks:
    """Callbacks of mail rules and emails."""

    #: returns the mail triggers in the order of the mail settings
    list_mail_triggers: Callable[[], Iterable["MailTrigger"]]
    #: builds the attachment of an email at sending time, by category; returns None for no attachment, must not raise
    attachment_providers: Mapping[str, AttachmentProvider]


notification_hooks = NotificationHooks()
