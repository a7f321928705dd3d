"""Submission and decision of account requests.

See contract section 3 and spec 2.9, 2.10.
"""

import logging
from dataclasses import replace
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction

from portal_backend.accounts.actions import NewUser, add_user, set_manager_clients
from portal_backend.accounts.idempotency import hash_key
from portal_backend.accounts.models import Client, User
from portal_backend.accounts.rate_limits import HOUR, build_hourly_key, throttle
from portal_backend.accounts.selectors import ADDRESS_ATTRIBUTES, get_selectable_clients, serialize_address_fields
from portal_backend.audit.log import record_event
from portal_backend.audit.models import AuditEvent
from portal_backend.core.actor import Actor, Role
from portal_backend.core.clock import now
from portal_backend.core.errors import ApiError, get_or_404, invalid_field, rename_fields, stale
from portal_backend.core.normalization import normalize
from portal_backend.core.text_search import equals_ignoring_case
from portal_backend.core.translations import LazyMessage, get_current_language
from portal_backend.core.types import MAX_TEXT_LENGTH
from portal_backend.notifications.mail_templates import MailTemplate
from portal_backend.notifications.outbox import MailValue, NewMail, enqueue_account_mail, enqueue_mails
from portal_backend.registration.models import AccountRequest, AccountRequestStatus
from portal_backend.registration.password_reset import create_first_password_path
from portal_backend.registration.schemas import AccountDecisionIn, AccountRequestIn, AdmissionIn

log = logging.getLogger("portal.accounts")
SUBMISSION_MAIL = MailTemplate(
    "accountRequest",
    fields=("person", "username", "organisation", "email", "phone"),
    untrusted_values=("person", "organisation"),
)
RECEIPT_MAIL = MailTemplate("accountReceived", fields=("username",), has_button=False, untrusted_values=("person",))
APPROVAL_MAIL = MailTemplate(
    "accountApproved", fields=("username", "role"), has_secret_link=True, untrusted_values=("person",)
)
INVITATION_MAIL = MailTemplate("invitation", fields=("username", "role"), has_secret_link=True)
REJECTION_MAIL = MailTemplate("accountRejected", fields=("reason",), has_button=False, untrusted_values=("person",))
DECISION_PAGE = "request-account/approve/{id}"
ADDITIONAL_INFO_PATH = "additionalInfoJson"
ADDITIONAL_INFO_FIELDS = ("username", "clientId", "clientName", "serviceId", "clients", "role")


def submit_once(data: AccountRequestIn, key: str | None, body: bytes, *, ip_address: str) -> int:
    """Submit an account request once per key and content.

    Raises 400 for an invalid key.
    """
    if not key:
        return submit(data, ip_address=ip_address)
    sent_as = sha256(hash_key("account request", key).encode() + body).hexdigest()
    try:
        return _find_submission(sent_as) or submit(data, ip_address=ip_address, submission_digest=sent_as)
    except IntegrityError:  # a concurrent request had the same key and body
        if (existing_id := _find_submission(sent_as)) is None:
            raise
        return existing_id


def _find_submission(sent_as: str) -> int | None:
    return AccountRequest.objects.filter(submission_digest=sent_as).values_list("pk", flat=True).first()


@transaction.atomic
def submit(data: AccountRequestIn, *, ip_address: str, submission_digest: str | None = None) -> int:
    """Store an account request, email supervisors and requester, and return its id.

    It does not check whether the username is available, because the requester is anonymous.
    """
    contact = data.contact
    row = AccountRequest.objects.create(
        **contact.model_dump(exclude={"backup_emails"}),
        **data.address.model_dump(),
        backup_emails=[each.value for each in contact.backup_emails],
        language=get_current_language(),
        submission_digest=submission_digest,
        created_at=now(),
    )
    mail_values = {
        "person": _get_full_name(row),
        "username": row.username,
        "organisation": row.company_name,
        "email": row.email,
        "phone": row.phone,
    }
    supervisors = User.objects.filter(role=Role.SUPERVISOR, locked=False).order_by("pk")
    path = DECISION_PAGE.format(id=row.pk)
    enqueue_mails(
        NewMail(email, language, SUBMISSION_MAIL.key, "ACCOUNT", mail_values, path, reference=row.username, user_id=pk)
        for pk, email, language in supervisors.values_list("pk", "email", "language")
    )
    _mail_receipt(row)
    log.info("account request %s username=%r address=%s", row.pk, row.username, ip_address)
    return row.pk


def _mail_receipt(row: AccountRequest) -> None:
    """Email the requester a receipt, up to RESET_MAILS_PER_HOUR per email address.

    The address is unverified: without the limit the form could be used to flood others.
    """
    try:
        throttle(build_hourly_key("receipts", row.email.casefold()), settings.RESET_MAILS_PER_HOUR, HOUR)
    except ApiError:
        log.warning("no further receipt account request=%s", row.pk)
        return
    values = {"person": _get_full_name(row), "username": row.username}
    enqueue_mails([NewMail(row.email, row.language, RECEIPT_MAIL.key, "ACCOUNT", values, reference=row.username)])


def _get_full_name(row: AccountRequest) -> str:
    return f"{row.first_name} {row.last_name}"


@transaction.atomic
def decide(data: AccountDecisionIn, *, actor: Actor) -> None:
    """Approve an account request, which creates its user, or reject it.

    Raises 400, 404, 409 STALE if it is decided already, or 409 USERNAME_EXISTS or CLIENT_EXISTS; the latter two can be
    solved by another username or Client name.
    """
    row = get_or_404(AccountRequest.objects.select_for_update(), pk=data.id)
    if row.status != AccountRequestStatus.WAITING_APPROVAL:
        raise stale()
    if data.status == AccountRequestStatus.APPROVAL:
        if data.reason:
            raise invalid_field("reason", "misplaced")
        with rename_fields(**{name: f"{ADDITIONAL_INFO_PATH}.{name}" for name in ADDITIONAL_INFO_FIELDS}):
            row.user = _create_user(row, data.additional_info_json, actor)
        row.role = row.user.role
    else:
        row.reason = data.reason
        values = {"person": _get_full_name(row), "reason": data.reason}
        mail = NewMail(row.email, row.language, REJECTION_MAIL.key, "ACCOUNT", values, reference=row.username)
        enqueue_mails([replace(mail, caused_by_id=actor.user_id)])
    row.status, row.decided_at, row.decided_by_id = data.status, now(), actor.user_id
    row.save()
    log.info("account request %s decided=%s by=%s", row.pk, row.status, actor.username)
    subject = ("account-requests", row.pk)
    record_event(
        AuditEvent.ACCOUNT_DECIDED,
        row.username,
        actor=actor,
        object_ref=subject,
        decision=row.status,
        reason=row.reason,
    )


def _create_user(row: AccountRequest, info: AdmissionIn, actor: Actor) -> User:
    """Create the user of a request without a password and email a link to set one."""
    if info.role is None:
        raise invalid_field("role", "required")
    if info.clients and info.role != Role.SUSTAINABILITY_MANAGER:
        raise invalid_field("clients", "misplaced")
    makes_client = info.role == Role.CLIENT and not info.client_id
    if info.client_name and not makes_client:
        raise invalid_field("clientName", "misplaced")
    new = NewUser(
        username=info.username or row.username,
        role=info.role,
        first_name=row.first_name,
        last_name=row.last_name,
        email=row.email,
        phone=row.phone,
        language=row.language,
        backup_emails=row.backup_emails,
        address={attribute: getattr(row, attribute) for attribute in ADDRESS_ATTRIBUTES.values()},
        organization=find_free_client_name(info.client_name or row.company_name) if makes_client else "",
        country_code=row.country,
    )
    user = add_user(new, info, actor=actor)
    if info.role == Role.SUSTAINABILITY_MANAGER:
        set_manager_clients(user.username, [each.id for each in info.clients], actor=actor)
    _mail_password_link(user, APPROVAL_MAIL, actor)
    return user


def find_free_client_name(requested_name: str) -> str:
    """Return the requested name, numbered if a Client has it already."""
    name, number = requested_name, 1
    while Client.objects.filter(equals_ignoring_case(name=name)).exists():
        number += 1
        suffix = f" {number}"
        name = f"{requested_name[: MAX_TEXT_LENGTH - len(suffix)]}{suffix}"
    return name


def find_existing_client(row: AccountRequest, actor: Actor) -> dict[str, Any] | None:
    """Find the Client with the name and country of the requester's company."""
    rows = get_selectable_clients(actor).filter(country_code=row.country)
    client = rows.filter(name__normalized=normalize(row.company_name)).first()
    return {"id": client.pk, "name": client.name} if client else None


def send_invitation(user: User, actor: Actor) -> None:
    """Email a user created by an administrator a link to set the first password."""
    _mail_password_link(user, INVITATION_MAIL, actor)


def _mail_password_link(user: User, template: MailTemplate, actor: Actor) -> None:
    values: dict[str, MailValue] = {
        "person": user.full_name,
        "username": user.username,
        "role": LazyMessage(f"roles.{user.role}"),
        "count": settings.INVITATION_DAYS,
    }
    enqueue_account_mail(user, template, values, create_first_password_path(user), caused_by_id=actor.user_id)


def serialize_account_request(pk: int, actor: Actor) -> dict[str, Any]:
    """Serialize an account request for its decision. Raises 404."""
    row = get_or_404(AccountRequest.objects.select_related("user", "decided_by"), pk=pk)
    clients = row.user.clientgrant_set.values("content_object_id", "content_object__name") if row.user else []
    followed_clients = clients if row.role == Role.SUSTAINABILITY_MANAGER else []
    client_list = [{"id": each["content_object_id"], "name": each["content_object__name"]} for each in followed_clients]
    is_open = row.status == AccountRequestStatus.WAITING_APPROVAL
    return {
        "id": row.pk,
        "contact": {
            "username": row.username,
            "firstName": row.first_name,
            "lastName": row.last_name,
            "fullName": _get_full_name(row),
            "phone": row.phone,
            "email": row.email,
            "backupEmails": [{"id": -1, "value": value} for value in row.backup_emails],
            "role": row.role or None,
        },
        "address": serialize_address_fields(row),
        "status": row.status,
        "reason": row.reason,
        "decidedBy": row.decided_by.username if row.decided_by else None,
        "decidedAt": row.decided_at,
        "clientName": find_free_client_name(row.company_name) if is_open else "",
        "existingClient": find_existing_client(row, actor) if is_open else None,
        "additionalInfoJson": {"role": row.role, "clients": client_list} if row.role else {},
    }
