"""Email templates that notify users of changes of their factors."""

from portal_backend.accounts.models import User
from portal_backend.audit.models import AuditEvent
from portal_backend.core.translations import LazyMessage
from portal_backend.notifications.mail_templates import MailTemplate
from portal_backend.notifications.outbox import NewMail, enqueue_mails

MFA_TEMPLATES = {
    template.key: template
    for template in (
        MailTemplate("secondFactorChanged", fields=("username",)),
        MailTemplate("secondFactorReset", fields=("username",)),
    )
}

CHANGE_MESSAGES = {
    (AuditEvent.SECOND_FACTOR_ADDED, "CODE"): LazyMessage("secondFactors.codeAdded"),
    (AuditEvent.SECOND_FACTOR_ADDED, "PASSKEY"): LazyMessage("secondFactors.passkeyAdded"),
    (AuditEvent.SECOND_FACTOR_ADDED, "RECOVERY_CODES"): LazyMessage("secondFactors.codesRenewed"),
    (AuditEvent.SECOND_FACTOR_REMOVED, "CODE"): LazyMessage("secondFactors.codeRemoved"),
    (AuditEvent.SECOND_FACTOR_REMOVED, "PASSKEY"): LazyMessage("secondFactors.passkeyRemoved"),
}


def enqueue_security_mail(user: User, template: str, **values: str | LazyMessage) -> None:
    """Enqueue an email to a user, in the transaction of the change."""
    mail_values = {"username": user.username, **values}
    enqueue_mails(
        [
            NewMail(
                user.email,
                user.language,
                MFA_TEMPLATES[template].key,
                "ACCOUNT",
                mail_values,
                "profile",
                reference=user.username,
                caused_by_id=user.pk,
            )
        ]
    )
