"""Wake-up of the sender of emails."""

from portal_backend.celery import wake

SEND = "mail.send"


def wake_sender() -> None:
    """Start a sender run now instead of at the next scheduled one."""
    wake(SEND)
