"""Email templates that notify users of changes of their factors."""

from portal_backend.accounts.models import User
from portal_backend.audit.models import Event
from portal_backend.base.words import Word
from portal_backend.notifications.letters import Letter, register
from portal_backend.notifications.outbox import NewMail, enqueue

LETTERS = {
    template.key: template
    for template in (
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


def tell(user: User, template: str, **values: str | Word) -> None:
    """Enqueue an email to a user, in the transaction of the change."""
    mail_values = {"username": user.username, **values}
    enqueue(
        [
            NewMail(
                user.email,
                user.language,
                LETTERS[template].key,
                "ACCOUNT",
                mail_values,
                "profile",
                about=user.username,
                caused_by=user.pk,
            )
        ]
    )
