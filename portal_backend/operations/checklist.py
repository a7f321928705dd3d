"""Set-up checklist: what a portal needs before clients can use it."""

from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef

from portal_backend.accounts.attempts import throttle_account_mails
from portal_backend.accounts.models import Client, ClientGrant, Service, User
from portal_backend.base.actor import Actor, Role
from portal_backend.catalogue.models import Part
from portal_backend.notifications.letters import Letter, register
from portal_backend.notifications.models import Mail, MailState
from portal_backend.notifications.outbox import NewMail, enqueue

TEST = register(Letter("testMail", linked=False))
# the roles without which no request is handled
NEEDED = {Role.CLIENT, Role.SERVICE, Role.SUPERVISOR}


def steps(actor: Actor) -> list[dict[str, Any]]:
    """Each step with where it is done and how many things are missing."""
    services, clients = Service.objects.exists(), Client.objects.exists()
    orphans = Client.objects.filter(service=None).count()
    roles = set(User.objects.values_list("role", flat=True).distinct())
    followed = ClientGrant.objects.filter(user=OuterRef("pk"))
    idle = User.objects.filter(~Exists(followed), role=Role.SUSTAINABILITY_MANAGER).count()
    own = User.objects.only("second_factor").get(pk=actor.user_id)
    missing = {
        "services": ("services" if services else "create/contact", int(not services)),
        "clients": ("clients" if clients else "create/contact", orphans if clients else 1),
        "users": ("contacts", len(NEEDED - roles) + idle),
        "catalog": ("imports/new/parts", int(not Part.objects.filter(enabled=True).exists())),
        "testMail": ("mails", int(not Mail.objects.filter(state=MailState.SENT).exists())),
        "twoFactor": ("profile", int(not own.second_factor)),
    }
    return [{"key": key, "path": path, "open": number} for key, (path, number) in missing.items()]


@transaction.atomic
def send_test_mail(actor: Actor) -> None:
    """Mail the caller, to see that the portal's mail server works. Raises 429."""
    throttle_account_mails(actor.user_id)
    user = User.objects.get(pk=actor.user_id)
    enqueue([NewMail(user.email, user.language, TEST.key, "ACCOUNT", about=user.username)])
