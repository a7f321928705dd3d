"""The notice to the address that an account had: its owner may not be the one who changed it (OWASP ASVS 6.3.7)."""

from portal_backend.accounts.models import User
from portal_backend.notifications.letters import Letter, register
from portal_backend.notifications.outbox import NewMail, enqueue

CHANGED = register(Letter("emailChanged", facts=("username",), linked=False))


def notify_former_address(user: User, former: str) -> None:
    """Mail the former address, in the transaction of the change."""
    values = {"username": user.username}
    mail = NewMail(former, user.language, CHANGED.key, "ACCOUNT", values, about=user.username, caused_by=user.pk)
    enqueue([mail])
