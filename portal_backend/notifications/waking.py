"""Has a worker look into the outbox at once."""

from portal_backend.celery import wake

SEND = "mail.send"


def wake_sender() -> None:
    """Have a worker send what is due now."""
    wake(SEND)
