"""Submission and decision of account requests.

See contract section 3 and spec 2.9, 2.10.
"""

import logging
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction

from portal_backend.accounts.actions import NewUser
from portal_backend.accounts.attempts import HOUR, this_hour, throttle
from portal_backend.accounts.editing import add_user
from portal_backend.accounts.editing_organisations import set_manager_clients
from portal_backend.accounts.idempotency import stored_key
from portal_backend.accounts.models import Client, User
from portal_backend.audit.models import Event
from portal_backend.audit.record import record
from portal_backend.base.actor import Actor, Role
from portal_backend.base.errors import Refusal, invalid_field, not_found, stale, told_as
from portal_backend.base.fields import TEXT
from portal_backend.base.folding import same
from portal_backend.base.newyork import now
from portal_backend.base.words import Word, current_language
from portal_backend.joining.keys import new_key
from portal_backend.joining.models import AccountRequest, RequestStatus
from portal_backend.joining.schemas import AccountDecisionIn, AccountRequestIn, AdmissionIn
from portal_backend.notifications.letters import Letter, register
from portal_backend.notifications.outbox import NewMail, Value, enqueue

log = logging.getLogger("portal.accounts")
ASKED = register(
    Letter(
        "accountRequest",
        facts=("person", "username", "organisation", "email", "phone"),
        untrusted=("person", "organisation"),
    )
)
RECEIVED = register(Letter("accountReceived", facts=("username",), linked=False, untrusted=("person",)))
APPROVED = register(Letter("accountApproved", facts=("username", "role"), secret=True, untrusted=("person",)))
INVITED = register(Letter("invitation", facts=("username", "role"), secret=True))
REJECTED = register(Letter("accountRejected", facts=("reason",), linked=False, untrusted=("person",)))
ADDRESS = ("company_name", "country", "province", "city", "postal_code", "street", "building")
DECISION_PAGE = "request-account/approve/{id}"
INSIDE = "additionalInfoJson"
ADMISSION = ("username", "clientId", "clientName", "serviceId", "clients", "role")


def ask_once(data: AccountRequestIn, key: str | None, body: bytes, *, address: str) -> int:
    """Submit an account request once per key and content.

    Raises 400 for an invalid key.
    """
    if not key:
        return ask(data, address=address)
    sent_as = sha256(stored_key("account request", key).encode() + body).hexdigest()
    try:
        return _asked_as(sent_as) or ask(data, address=address, sent_as=sent_as)
    except IntegrityError:  # a concurrent request had the same key and body
        if (existing_id := _asked_as(sent_as)) is None:
            raise
        return existing_id


def _asked_as(sent_as: str) -> int | None:
    return AccountRequest.objects.filter(sent_as=sent_as).values_list("pk", flat=True).first()


@transaction.atomic
def ask(data: AccountRequestIn, *, address: str, sent_as: str | None = None) -> int:
    """Store an account request, email supervisors and requester, and return its id.

    It does not check whether the username is available, because the requester is anonymous.
    """
    contact = data.contact
    row = AccountRequest.objects.create(
        **contact.model_dump(exclude={"backup_emails"}),
        **data.address.model_dump(),
        backup_emails=[each.value for each in contact.backup_emails],
        language=current_language(),
        sent_as=sent_as,
        created_at=now(),
    )
    mail_values = {
        "person": _person(row),
        "username": row.username,
        "organisation": row.company_name,
        "email": row.email,
        "phone": row.phone,
    }
    supervisors = User.objects.filter(role=Role.SUPERVISOR, locked=False).order_by("pk")
    path = DECISION_PAGE.format(id=row.pk)
    enqueue(
        NewMail(email, language, ASKED.key, "ACCOUNT", mail_values, path, about=row.username, user_id=pk)
        for pk, email, language in supervisors.values_list("pk", "email", "language")
    )
    _mail_receipt(row)
    log.info("account request %s username=%r address=%s", row.pk, row.username, address)
    return row.pk


def _mail_receipt(row: AccountRequest) -> None:
    """Email the requester a receipt, up to RESET_MAILS_PER_HOUR per email address.

    The address is unverified: without the limit the form could be used to flood others.
    """
    try:
        throttle(this_hour("receipts", row.email.casefold()), settings.RECOVERIES_PER_HOUR, HOUR)
    except Refusal:
        log.warning("no further receipt account request=%s", row.pk)
        return
    values = {"person": _person(row), "username": row.username}
    enqueue([NewMail(row.email, row.language, RECEIVED.key, "ACCOUNT", values, about=row.username)])


def _person(row: AccountRequest) -> str:
    return f"{row.first_name} {row.last_name}"


@transaction.atomic
def decide(data: AccountDecisionIn, *, actor: Actor) -> None:
    """Approve an account request, which creates its user, or reject it.

    Raises 400, 404, 409 STALE if it is decided already, or 409 USERNAME_EXISTS or CLIENT_EXISTS; the latter two can be
    solved by another username or Client name.
    """
    row = AccountRequest.objects.select_for_update().filter(pk=data.id).first()
    if row is None:
        raise not_found()
    if row.status != RequestStatus.WAITING_APPROVAL:
        raise stale()
    if data.status == RequestStatus.APPROVAL:
        if data.reason:
            raise invalid_field("reason", "misplaced")
        with told_as(**{name: f"{INSIDE}.{name}" for name in ADMISSION}):
            row.user = _admit(row, data.additional_info_json, actor)
        row.role = row.user.role
    else:
        row.reason = data.reason
        values = {"person": _person(row), "reason": data.reason}
        mail = NewMail(row.email, row.language, REJECTED.key, "ACCOUNT", values, about=row.username)
        enqueue([replace(mail, caused_by=actor.user_id)])
    row.status, row.decided_at, row.decided_by_id = data.status, now(), actor.user_id
    row.save()
    log.info("account request %s decided=%s by=%s", row.pk, row.status, actor.username)
    subject = ("account-requests", row.pk)
    record(Event.ACCOUNT_DECIDED, row.username, actor=actor, subject=subject, decision=row.status, reason=row.reason)


def _admit(row: AccountRequest, info: AdmissionIn, actor: Actor) -> User:
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
        address=address_of(row),
        organisation=free_client_name(info.client_name or row.company_name) if makes_client else "",
    )
    user = add_user(new, info, actor=actor)
    if info.role == Role.SUSTAINABILITY_MANAGER:
        set_manager_clients(user.username, [each.id for each in info.clients], actor=actor)
    _mail_first_key(user, APPROVED, actor)
    return user


def free_client_name(requested_name: str) -> str:
    """Return the wanted name, numbered if a Client has it already."""
    name, number = requested_name, 1
    while Client.objects.filter(same(name=name)).exists():
        number += 1
        suffix = f" {number}"
        name = f"{requested_name[: TEXT - len(suffix)]}{suffix}"
    return name


def invite(user: User, actor: Actor) -> None:
    """Email a user created by an administrator a link to set the first password."""
    _mail_first_key(user, INVITED, actor)


def _mail_first_key(user: User, template: Letter, actor: Actor) -> None:
    values: dict[str, Value] = {
        "person": user.full_name,
        "username": user.username,
        "role": Word(f"roles.{user.role}"),
        "count": settings.FIRST_PASSWORD_DAYS,
    }
    path = new_key(user, timedelta(days=settings.FIRST_PASSWORD_DAYS))
    mail = NewMail(user.email, user.language, template.key, "ACCOUNT", values, path, about=user.username)
    enqueue([replace(mail, caused_by=actor.user_id)])


def address_of(row: AccountRequest) -> dict[str, str]:
    """Return the postal address of an account request."""
    return {name: getattr(row, name) for name in ADDRESS}


def request_of(pk: int) -> dict[str, Any]:
    """Serialize an account request for its decision. Raises 404."""
    row = AccountRequest.objects.select_related("user").filter(pk=pk).first()
    if row is None:
        raise not_found()
    address = address_of(row)
    names = {"company_name": "companyName", "postal_code": "postalCode"}
    clients = row.user.clientgrant_set.values("content_object_id", "content_object__name") if row.user else []
    followed_clients = clients if row.role == Role.SUSTAINABILITY_MANAGER else []
    client_list = [{"id": each["content_object_id"], "name": each["content_object__name"]} for each in followed_clients]
    return {
        "id": row.pk,
        "contact": {
            "username": row.username,
            "firstName": row.first_name,
            "lastName": row.last_name,
            "fullName": _person(row),
            "phone": row.phone,
            "email": row.email,
            "backupEmails": [{"id": -1, "value": value} for value in row.backup_emails],
            "role": row.role or None,
        },
        "address": {names.get(name, name): value for name, value in address.items()},
        "status": row.status,
        "reason": row.reason,
        "clientName": free_client_name(row.company_name) if row.status == RequestStatus.WAITING_APPROVAL else "",
        "additionalInfoJson": {"role": row.role, "clients": client_list} if row.role else {},
    }
