"""Email templates of account changes."""

from portal_backend.accounts.models import User
from portal_backend.notifications.mail_templates import MailTemplate
from portal_backend.notifications.outbox import enqueue_account_mail

EMAIL_CHANGED_MAIL = MailTemplate("emailChanged", fields=("username",), has_button=False)


def notify_former_address(user: User, former_email: str) -> None:
    """Notify the former email address of an account, in the transaction of the change.

    The owner may not be the one who changed it (OWASP ASVS 6.3.7).
    """
    values = {"username": user.username}
    enqueue_account_mail(user, EMAIL_CHANGED_MAIL, values, address=former_email, caused_by_id=user.pk)
