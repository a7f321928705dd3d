"""Setup checklist: what a portal needs before clients can use it."""

import json
from typing import Any
from urllib.parse import quote, urlencode

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
from portal_backend.notifications.outbox import enqueue_account_mail

TEST_MAIL = MailTemplate("testMail", has_button=False)
# roles that are required to handle a request
REQUIRED_ROLES = (Role.CLIENT, Role.SERVICE, Role.SUPERVISOR)


def _build_problem(key: str, path: str, count: int = 1) -> dict[str, Any]:
    return {"key": key, "path": path, "count": count}


def _build_new_user_path(role: Role) -> str:
    return f"create/contact?{urlencode({'initial': json.dumps({'role': role})})}"


def _find_service_problems() -> list[dict[str, Any]]:
    return [] if Service.objects.exists() else [_build_problem("none", _build_new_user_path(Role.SERVICE))]


def _find_client_problems() -> list[dict[str, Any]]:
    if not Client.objects.exists():
        return [_build_problem("none", _build_new_user_path(Role.CLIENT))]
    without_service = Client.objects.filter(service=None).count()
    path = f"clients?{urlencode({'filter': json.dumps({'withoutService': True})})}"
    return [_build_problem("withoutService", path, without_service)] if without_service else []


def _find_user_problems() -> list[dict[str, Any]]:
    roles = set(User.objects.values_list("role", flat=True).distinct())
    problems = [_build_problem(role, _build_new_user_path(role)) for role in REQUIRED_ROLES if role not in roles]
    grants = ClientGrant.objects.filter(user=OuterRef("pk"))
    managers = User.objects.filter(~Exists(grants), role=Role.SUSTAINABILITY_MANAGER).order_by("pk")
    if names := list(managers.values_list("username", flat=True)):
        problems.append(
            _build_problem("managersWithoutClients", f"edit/contact/{quote(names[0], safe='')}", len(names))
        )
    return problems


def _find_catalog_problems() -> list[dict[str, Any]]:
    if has_selectable_parts():
        return []
    if Part.objects.filter(enabled=True).exists():
        return [_build_problem("notSelectable", "parts")]
    return [_build_problem("none", "imports/new/parts")]


def _find_mail_problems() -> list[dict[str, Any]]:
    if not has_mail_server():
        return [_build_problem("noServer", "help/mail-settings")]
    return [] if Mail.objects.filter(state=MailState.SENT).exists() else [_build_problem("noneSent", "mails")]


def get_checklist(actor: Actor) -> list[dict[str, Any]]:
    """Return each setup step with its page and its problems; none if it is done."""
    has_mfa = User.objects.only("has_mfa").get(pk=actor.user_id).has_mfa
    steps = {
        "services": ("services", _find_service_problems()),
        "clients": ("clients", _find_client_problems()),
        "users": ("contacts", _find_user_problems()),
        "catalog": ("parts", _find_catalog_problems()),
        "testMail": ("mails", _find_mail_problems()),
        "twoFactor": ("profile", [] if has_mfa else [_build_problem("off", "profile")]),
    }
    return [{"key": key, "path": path, "problems": problems} for key, (path, problems) in steps.items()]


@transaction.atomic
def send_test_mail(actor: Actor) -> bool:
    """Send a test email to the user to check the mail server.

    Returns False if there is no mail server, so that the email is only saved as a file. Raises 429 if the user has
    requested too many emails.
    """
    throttle_account_mails(actor.user_id)
    user = User.objects.get(pk=actor.user_id)
    enqueue_account_mail(user, TEST_MAIL)
    return has_mail_server()
