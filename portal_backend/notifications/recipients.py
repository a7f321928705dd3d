"""Recipients of the emails about a service request.

The mail rules select the roles, the request's Client and Service the users (contract section 7). An event has plain
values, since this package does not import the workflow; `events` stores it until a worker expands it.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, Subquery
from django.db.models.functions import JSONObject

from portal_backend.accounts.models import Client, ClientGrant, User
from portal_backend.core.actor import ALL_ROLES, Role, Roles
from portal_backend.core.translations import LazyMessage, translate
from portal_backend.notifications.mail_rules import ROLE_SWITCHES, MailTrigger
from portal_backend.notifications.mail_templates import (
    MailTemplate,
    render_mail,
    render_part,
)
from portal_backend.notifications.models import MailRule
from portal_backend.notifications.outbox import MailValue, NewMail, serialize_values

# roles that can see each remark of a transition
REMARK_READERS: dict[str, Roles] = {
    **dict.fromkeys(("missing", "damaged", "unannounced", "approved", "rejected", "refused", "comment"), ALL_ROLES),
    **dict.fromkeys(("repaired", "replaced", "not_repairable"), ALL_ROLES),
    "reasons": frozenset({Role.CLIENT, Role.SUPERVISOR, Role.ADMIN}),
}
STATUS_CHANGED_TEMPLATE = MailTemplate("moved", fields=("number", "client", "old", "new", "who", *REMARK_READERS))
DELIVERY_OVERDUE_TEMPLATE = MailTemplate("overdue", fields=("number", "client", "new"))
SERVICE_CHANGED_TEMPLATE = MailTemplate("serviceChanged", fields=("number", "client", "new", "who"))
FORMER_SERVICE_TEMPLATE = MailTemplate("serviceTaken", fields=("number", "who"), has_button=False)
ROLE_BY_RULE_FIELD = dict(ROLE_SWITCHES.values())


@dataclass(frozen=True)
class NotificationEvent:
    """Event of a service request that users are notified of.

    Each recipient gets one email for an event that is stored as a row.
    """

    #: row of the mail rules that decides about the roles
    trigger: MailTrigger
    template: MailTemplate
    #: number of the service request
    number: str
    client_id: int
    service_id: int
    #: path of the request's page by role
    pages: Mapping[Role, str]
    #: values of the template
    values: Mapping[str, MailValue]
    #: sentence about the next step
    instruction: LazyMessage
    #: the same sentence for the responsible role
    responsible_instruction: LazyMessage | None = None
    #: role whose action is required
    responsible_role: Role | None = None
    #: user who caused the event; the notification is already read for this user
    actor_id: int | None = None
    #: Service that lost the request; its users get FORMER_SERVICE_TEMPLATE
    former_service_id: int | None = None
    #: id of the MailEvent row, None for an event that is not stored
    mail_event_id: int | None = None
    happened_at: datetime | None = None


@dataclass(frozen=True)
class Recipient:
    """Recipient of the email about an event."""

    user_id: int
    username: str
    full_name: str
    role: Role
    language: str
    email: str
    client_name: str
    backup_emails: list[str] = field(default_factory=list)
    #: user of the Service that lost the request
    is_former_service: bool = False


_are_notifications_suppressed: ContextVar[bool] = ContextVar("notifications_suppressed", default=False)


@contextmanager
def suppress_notifications() -> Iterator[None]:
    """Suppress notifications while the body of the with statement runs (demo data)."""
    token = _are_notifications_suppressed.set(True)
    try:
        yield
    finally:
        _are_notifications_suppressed.reset(token)


def is_suppressed() -> bool:
    """Return whether notifications are suppressed."""
    return _are_notifications_suppressed.get()


def preview_mails(event: NotificationEvent) -> list[dict[str, Any]]:
    """Return the recipients of an event with their rendered emails; stores nothing."""
    previews = []
    for recipient in get_recipients(event):
        mail = build_mail(recipient, event)
        values = serialize_values(mail.values)
        rendered = render_mail(mail.template, values, mail.path, mail.language)
        previews.append(
            {
                "username": recipient.username,
                "fullName": recipient.full_name,
                "role": translate(f"roles.{recipient.role}"),
                "language": translate(f"languages.{mail.language}"),
                "addresses": [mail.to, *mail.extra_addresses],
                "why": render_part(mail.template, "reason", values),
                "subject": rendered.subject,
                "text": rendered.text,
            }
        )
    return previews


def get_recipients(event: NotificationEvent) -> list[Recipient]:
    """Return the recipients of an event, each user once, with one query.

    They are unlocked users in the request's scope, or of its former Service, whose role is switched on in the mail
    rules.
    """
    rules = MailRule.objects.filter(category=event.trigger.category, key=event.trigger.key)
    rows = (
        User.objects.filter(_build_recipient_filter(event), locked=False)
        .annotate(
            rule=Subquery(rules.values(roles=JSONObject(**{name: name for name in ROLE_BY_RULE_FIELD}))[:1]),
            client_name=Subquery(Client.objects.filter(pk=event.client_id).values("name")[:1]),
        )
        .order_by("pk", "backup_emails__pk")
        .values_list(
            *("pk", "username", "first_name", "last_name", "role", "language", "email", "service_id", "client_name"),
            *("rule", "backup_emails__value"),
        )
    )
    recipients: dict[int, Recipient] = {}
    for pk, username, first, last, role, language, email, service_id, client_name, rule, backup in rows:
        if role not in _get_enabled_roles(event.trigger, rule):
            continue
        name = f"{first} {last}".strip()
        is_former_service = role == Role.SERVICE and service_id != event.service_id
        recipient = recipients.setdefault(
            pk,
            Recipient(
                pk, username, name, Role(role), language, email, client_name, is_former_service=is_former_service
            ),
        )
        if backup and role == Role.CLIENT:
            recipient.backup_emails.append(backup)
    return list(recipients.values())


def _build_recipient_filter(event: NotificationEvent) -> Q:
    """Build a filter for users in the request's scope or of its former Service."""
    services = {event.service_id, event.former_service_id} - {None}
    has_client_grant = Exists(ClientGrant.objects.filter(user=OuterRef("pk"), content_object=event.client_id))
    return (
        Q(role__in=(Role.SUPERVISOR, Role.ADMIN))
        | Q(role=Role.CLIENT, client=event.client_id)
        | Q(role=Role.SERVICE, service__in=services)
        | Q(has_client_grant, role=Role.SUSTAINABILITY_MANAGER)
    )


def _get_enabled_roles(trigger: MailTrigger, rule: Mapping[str, Any] | None) -> set[Role]:
    """Return the roles whose switch is on, as saved or by default."""
    if rule is None:
        return {role for name, (_, role) in ROLE_SWITCHES.items() if trigger.default_switches[name]}
    return {role for attribute, role in ROLE_BY_RULE_FIELD.items() if rule[attribute]}


def build_mail(recipient: Recipient, event: NotificationEvent) -> NewMail:
    """Build the email about an event for one recipient."""
    is_responsible = recipient.role == event.responsible_role and event.responsible_instruction is not None
    template = FORMER_SERVICE_TEMPLATE if recipient.is_former_service else event.template
    values = {
        **{
            name: value for name, value in event.values.items() if recipient.role in REMARK_READERS.get(name, ALL_ROLES)
        },
        "number": event.number,
        "client": recipient.client_name,
        "turn": event.responsible_instruction
        if is_responsible and event.responsible_instruction
        else event.instruction,
        "role": LazyMessage(f"roles.{recipient.role}"),
        "kind": LazyMessage(f"kinds.{event.trigger.category}"),
    }
    return NewMail(
        recipient.email,
        recipient.language,
        template.key,
        event.trigger.category,
        values,
        # a role that was added after the event was stored has no page
        path=event.pages.get(recipient.role, "") if template.has_button else "",
        reference=event.number,
        dedupe=f"event {event.mail_event_id} {recipient.user_id}" if event.mail_event_id else None,
        user_id=recipient.user_id,
        extra_addresses=recipient.backup_emails,
        is_read=recipient.user_id == event.actor_id,
        happened_at=event.happened_at,
        caused_by_id=event.actor_id,
    )
