"""Asking for an account, and deciding about it (contract section 3, spec 2.9 and 2.10)."""

import logging
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction

from portal_backend.accounts.actions import NewUser
from portal_backend.accounts.editing import add_user
from portal_backend.accounts.editing_organisations import set_manager_clients
from portal_backend.accounts.idempotency import stored_key
from portal_backend.accounts.models import User
from portal_backend.audit.models import Event
from portal_backend.audit.record import record
from portal_backend.base.actor import Actor, Role
from portal_backend.base.errors import invalid_field, not_found, stale, told_as
from portal_backend.base.newyork import now
from portal_backend.base.words import Word, current_language
from portal_backend.joining.keys import new_key
from portal_backend.joining.models import AccountRequest, RequestStatus
from portal_backend.joining.schemas import AccountDecisionIn, AccountRequestIn, AdmissionIn
from portal_backend.notifications.letters import Letter, register
from portal_backend.notifications.outbox import NewMail, enqueue

log = logging.getLogger("portal.accounts")
ASKED = register(Letter("accountRequest", facts=("person", "username", "organisation", "email", "phone")))
APPROVED = register(Letter("accountApproved", facts=("username", "role"), secret=True))
REJECTED = register(Letter("accountRejected", linked=False))
ADDRESS = ("company_name", "country", "province", "city", "postal_code", "street", "building")
DECISION_PAGE = "request-account/approve/{id}"
INSIDE = "additionalInfoJson"


def ask_once(data: AccountRequestIn, key: str | None, body: bytes, *, address: str) -> int:
    """As `ask`; what comes again with the same key and content is the same request. Raises 400 for a bad key."""
    if not key:
        return ask(data, address=address)
    sent_as = sha256(stored_key("account request", key).encode() + body).hexdigest()
    try:
        return _asked_as(sent_as) or ask(data, address=address, sent_as=sent_as)
    except IntegrityError:  # it came twice at one moment
        if (first := _asked_as(sent_as)) is None:
            raise
        return first


def _asked_as(sent_as: str) -> int | None:
    return AccountRequest.objects.filter(sent_as=sent_as).values_list("pk", flat=True).first()


@transaction.atomic
def ask(data: AccountRequestIn, *, address: str, sent_as: str | None = None) -> int:
    """Keep a request and mail it to the supervisors; answers its id. Whether the username is free is told to nobody."""
    contact = data.contact
    row = AccountRequest.objects.create(
        **contact.model_dump(exclude={"backup_emails"}),
        **data.address.model_dump(),
        backup_emails=[each.value for each in contact.backup_emails],
        language=current_language(),
        sent_as=sent_as,
        created_at=now(),
    )
    told = {
        "person": f"{row.first_name} {row.last_name}",
        "username": row.username,
        "organisation": row.company_name,
        "email": row.email,
        "phone": row.phone,
    }
    supervisors = User.objects.filter(role=Role.SUPERVISOR, locked=False).order_by("pk")
    path = DECISION_PAGE.format(id=row.pk)
    enqueue(
        NewMail(to, language, ASKED.key, "ACCOUNT", told, path, about=row.username, user_id=pk)
        for pk, to, language in supervisors.values_list("pk", "email", "language")
    )
    log.info("account request %s username=%r address=%s", row.pk, row.username, address)
    return row.pk


@transaction.atomic
def decide(data: AccountDecisionIn, *, actor: Actor) -> None:
    """Approve a request, which creates its user, or reject it. Raises 400, 404, 409 STALE where that was done, or 409
    USERNAME_EXISTS or CLIENT_EXISTS, which another username mends."""
    row = AccountRequest.objects.select_for_update().filter(pk=data.id).first()
    if row is None:
        raise not_found()
    if row.status != RequestStatus.WAITING_APPROVAL:
        raise stale()
    if data.status == RequestStatus.APPROVAL:
        with told_as(**{name: f"{INSIDE}.{name}" for name in ("username", "clientId", "serviceId", "clients", "role")}):
            row.user = _admit(row, data.additional_info_json, actor)
        row.role = row.user.role
    else:
        reader = f"{row.first_name} {row.last_name}"
        enqueue([NewMail(row.email, row.language, REJECTED.key, "ACCOUNT", {"person": reader}, about=row.username)])
    row.status, row.decided_at, row.decided_by_id = data.status, now(), actor.user_id
    row.save()
    log.info("account request %s decided=%s by=%s", row.pk, row.status, actor.username)
    record(Event.ACCOUNT_DECIDED, row.username, actor=actor, decision=row.status)


def _admit(row: AccountRequest, info: AdmissionIn, actor: Actor) -> User:
    """The user that a request asks for, without a password; the mail has a link to set one."""
    if info.role is None:
        raise invalid_field("role", "required")
    if info.clients and info.role != Role.SUSTAINABILITY_MANAGER:
        raise invalid_field("clients", "misplaced")
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
    )
    user = add_user(new, info, actor=actor)
    if info.role == Role.SUSTAINABILITY_MANAGER:
        set_manager_clients(user.username, [each.id for each in info.clients], actor=actor)
    welcome(user)
    return user


def welcome(user: User) -> None:
    """Mail a new user, who has no password, a link to set one."""
    values = {
        "person": user.full_name,
        "username": user.username,
        "role": Word(f"roles.{user.role}"),
        "minutes": settings.RECOVERY_KEY_MINUTES,
    }
    path = new_key(user)
    enqueue([NewMail(user.email, user.language, APPROVED.key, "ACCOUNT", values, path, about=user.username)])


def address_of(row: AccountRequest) -> dict[str, str]:
    """The address that came with a request."""
    return {name: getattr(row, name) for name in ADDRESS}


def request_of(pk: int) -> dict[str, Any]:
    """One request as it is decided. Raises 404."""
    row = AccountRequest.objects.select_related("user").filter(pk=pk).first()
    if row is None:
        raise not_found()
    address = address_of(row)
    names = {"company_name": "companyName", "postal_code": "postalCode"}
    clients = row.user.clientgrant_set.values("content_object_id", "content_object__name") if row.user else []
    followed = clients if row.role == Role.SUSTAINABILITY_MANAGER else []
    listed = [{"id": each["content_object_id"], "name": each["content_object__name"]} for each in followed]
    return {
        "id": row.pk,
        "contact": {
            "username": row.username,
            "firstName": row.first_name,
            "lastName": row.last_name,
            "fullName": f"{row.first_name} {row.last_name}",
            "phone": row.phone,
            "email": row.email,
            "backupEmails": [{"id": -1, "value": value} for value in row.backup_emails],
            "role": row.role or None,
        },
        "address": {names.get(name, name): value for name, value in address.items()},
        "status": row.status,
        "additionalInfoJson": {"role": row.role, "clients": listed} if row.role else {},
    }
