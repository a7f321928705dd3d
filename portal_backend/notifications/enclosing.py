"""What travels with a mail beside its words: built as it is sent, by the app that knows of it."""

from collections.abc import Callable

from portal_backend.notifications.models import Mail

# name, content and type of a file
Enclosure = tuple[str, bytes, str]
Encloser = Callable[[Mail], Enclosure | None]

ENCLOSERS: dict[str, Encloser] = {}


def enclose(category: str, encloser: Encloser) -> None:
    """Let the mails of a category bring a file along, where `encloser` gives one; it raises nothing."""
    ENCLOSERS[category] = encloser


def enclosed(mail: Mail) -> Enclosure | None:
    """The file that a mail brings along, if any."""
    encloser = ENCLOSERS.get(mail.category)
    return encloser(mail) if encloser else None
