"""The address that a user had is told of the new one: whoever did not change it hears of it (OWASP ASVS 6.3.7)."""

from typing import Any

from django.dispatch import receiver

from portal_backend.accounts.editing import email_changed
from portal_backend.accounts.models import User
from portal_backend.notifications.letters import Letter, register
from portal_backend.notifications.outbox import NewMail, enqueue

CHANGED = register(Letter("emailChanged", facts=("username",), linked=False))


@receiver(email_changed)
def tell_former_address(user: User, former: str, **_: Any) -> None:
    """Mail the former address, in the transaction of the change."""
    values = {"username": user.username}
    enqueue([NewMail(former, user.language, CHANGED.key, "ACCOUNT", values, "", about=user.username)])
