"""What is told to a user of what logs in beside the password: whoever did not do it hears of it."""

from portal_backend.accounts.models import User
from portal_backend.audit.models import Event
from portal_backend.base.words import Word
from portal_backend.notifications.letters import Letter, register
from portal_backend.notifications.outbox import NewMail, enqueue

LETTERS = {
    each.key: each
    for each in (
        register(Letter("secondFactorChanged", facts=("username",))),
        register(Letter("secondFactorReset", facts=("username",))),
    )
}

CHANGES = {
    (Event.SECOND_FACTOR_ADDED, "CODE"): Word("secondFactors.codeAdded"),
    (Event.SECOND_FACTOR_ADDED, "PASSKEY"): Word("secondFactors.passkeyAdded"),
    (Event.SECOND_FACTOR_ADDED, "RECOVERY_CODES"): Word("secondFactors.codesRenewed"),
    (Event.SECOND_FACTOR_REMOVED, "CODE"): Word("secondFactors.codeRemoved"),
    (Event.SECOND_FACTOR_REMOVED, "PASSKEY"): Word("secondFactors.passkeyRemoved"),
}


def tell(user: User, letter: str, **values: str | Word) -> None:
    """Mail a user, in the transaction of what is told."""
    known = {"username": user.username, **values}
    enqueue(
        [
            NewMail(
                user.email,
                user.language,
                LETTERS[letter].key,
                "ACCOUNT",
                known,
                "profile",
                about=user.username,
                caused_by=user.pk,
            )
        ]
    )
