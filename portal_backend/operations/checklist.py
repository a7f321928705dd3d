"""Setup checklist: what a portal needs before clients can use it."""

from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef

from portal_backend.accounts.models import Client, ClientGrant, Service, User
from portal_backend.accounts.rate_limits import throttle_account_mails
from portal_backend.catalogue.models import Part
from portal_backend.catalogue.selectors import has_selectable_parts
from portal_backend.core.actor import Actor, Role
from portal_backend.core.mail import has_mail_server
from portal_backend.notifications.mail_templates import MailTemplate
from portal_backend.notifications.models import Mail, MailState
from portal_backend.notifications.outbox import NewMail, enqueue_mails

TEST_MAIL = MailTemplate("testMail", has_button=False)
# roles that are required to handle a request
REQUIRED_ROLES = {Role.CLIENT, Role.SERVICE, Role.SUPERVISOR}


def get_checklist(actor: Actor) -> list[dict[str, Any]]:
    """Return each setup step with its page, count of missing items and problem."""
    services, clients = Service.objects.exists(), Client.objects.exists()
    clients_without_service = Client.objects.filter(service=None).count()
    roles = set(User.objects.values_list("role", flat=True).distinct())
    grants = ClientGrant.objects.filter(user=OuterRef("pk"))
    managers_without_clients = User.objects.filter(~Exists(grants), role=Role.SUSTAINABILITY_MANAGER).count()
    own = User.objects.only("has_mfa").get(pk=actor.user_id)
    has_server = has_mail_server()
    has_parts = has_selectable_parts()
    problems = {} if has_server else {"testMail": "noServer"}
    if not has_parts and Part.objects.filter(enabled=True).exists():
        problems["catalog"] = "notSelectable"
    missing = {
        "services": ("services" if services else "create/contact", int(not services)),
        "clients": ("clients" if clients else "create/contact", clients_without_service if clients else 1),
        "users": ("contacts", len(REQUIRED_ROLES - roles) + managers_without_clients),
        "catalog": ("parts" if "catalog" in problems else "imports/new/parts", int(not has_parts)),
        "testMail": ("mails", int(not (has_server and Mail.objects.filter(state=MailState.SENT).exists()))),
        "twoFactor": ("profile", int(not own.has_mfa)),
    }
    return [
        {"key": key, "path": path, "open": number, "problem": problems.get(key, "missing")}
        for key, (path, number) in missing.items()
    ]


@transaction.atomic
def send_test_mail(actor: Actor) -> bool:
    """Send a test email to the user to check the mail server.

    Returns False if there is no mail server, so that the email is only saved as a file. Raises 429 if the user has
    requested too many emails.
    """
    throttle_account_mails(actor.user_id)
    user = User.objects.get(pk=actor.user_id)
    enqueue_mails([NewMail(user.email, user.language, TEST_MAIL.key, "ACCOUNT", reference=user.username)])
    return has_mail_server()
