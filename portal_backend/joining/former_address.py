"""Email templates of account changes."""

from portal_backend.accounts.models import User
from portal_backend.notifications.letters import Letter, register
from portal_backend.notifications.outbox import NewMail, enqueue

CHANGED = register(Letter("emailChanged", facts=("username",), linked=False))


def notify_former_address(user: User, former_email: str) -> None:
    """Notify the former email address of an account, in the transaction of the change.

    The owner may not be the one who changed it (OWASP ASVS 6.3.7).
    """
    values = {"username": user.username}
    mail = NewMail(former_email, user.language, CHANGED.key, "ACCOUNT", values, about=user.username, caused_by=user.pk)
    enqueue([mail])
