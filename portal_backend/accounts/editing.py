"""Writing users and organisations (contract section 2, spec 2.4)."""

import logging
from collections.abc import Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from portal_backend.accounts.actions import NewUser, create_user, follow_clients
from portal_backend.accounts.admin_schemas import (
    EditedClientIn,
    EditedContactIn,
    HasOrganisation,
    NewContactIn,
    ServiceIn,
    UserAddressIn,
)
from portal_backend.accounts.alike import check_new_name
from portal_backend.accounts.grants import renew_membership_grants
from portal_backend.accounts.lists import USER_ADMINS
from portal_backend.accounts.models import Address, BackupEmail, Client, Service, User
from portal_backend.accounts.passwords import check_current
from portal_backend.accounts.sessions import revoke
from portal_backend.accounts.versions import (
    address_values,
    client_values,
    contact_values,
    manager_values,
    named_changes,
    service_values,
)
from portal_backend.audit.models import Event
from portal_backend.audit.record import record
from portal_backend.base.actor import Actor, Role
from portal_backend.base.errors import Refusal, forbidden, invalid_field, not_found
from portal_backend.base.folding import same
from portal_backend.base.generations import begin_generation
from portal_backend.base.words import Word
from portal_backend.resources.form import check_version_of

log = logging.getLogger("portal.accounts")


def _locked_user(username: str) -> User:
    user = User.objects.select_for_update().filter(username=username).first()
    if user is None:
        raise not_found()
    return user


def _client(pk: int | None) -> Client | None:
    client = Client.objects.filter(pk=pk).first() if pk else None
    if pk and client is None:
        raise invalid_field("clientId", "choice")
    return client


def _service(pk: int | None, path: str = "serviceId") -> Service | None:
    service = Service.objects.filter(pk=pk).first() if pk else None
    if pk and service is None:
        raise invalid_field(path, "choice")
    return service


def _check_organisation(data: HasOrganisation, role: Role, *, new: bool) -> None:
    """A Client is joined by CLIENT users, a Service by SERVICE users; a new Client may be given its Service."""
    if data.client_id and role != Role.CLIENT:
        raise invalid_field("clientId", "choice")
    own_service = role == Role.SERVICE or (new and role == Role.CLIENT and not data.client_id)
    if data.service_id and not own_service:
        raise invalid_field("serviceId", "choice")


def _taken(code: str, field: str) -> Refusal:
    """409: others have the name in `field`."""
    return Refusal(409, code, fields={field: Word(f"errors.{code}")})


def _refuse_taken(others: QuerySet[Any], code: str, field: str) -> None:
    """Refuse (409) a name that others have, whatever its case."""
    if others.exists():
        raise _taken(code, field)


def create_contact(data: NewContactIn, *, actor: Actor) -> User:
    """A new user with its organisation. Raises 400, 409 USERNAME_EXISTS, CLIENT_EXISTS or SERVICE_EXISTS."""
    new = NewUser(
        username=data.username,
        role=data.permission,
        first_name=data.first_name,
        last_name=data.last_name,
        email=data.email,
        phone=data.phone,
        password=data.password,
        backup_emails=[each.value for each in data.backup_emails],
    )
    return add_user(new, data, actor=actor)


def add_user(new: NewUser, data: HasOrganisation, *, actor: Actor) -> User:
    """A new user that joins an organisation or gets one. Raises like create_contact."""
    _check_organisation(data, new.role, new=True)
    client, service = _client(data.client_id), _service(data.service_id)
    _refuse_taken(User.objects.filter(same(username=new.username)), "USERNAME_EXISTS", "username")
    check_new_name(new.username, "username")
    if new.role == Role.CLIENT and client is None:
        _refuse_taken(Client.objects.filter(same(name=new.username)), "CLIENT_EXISTS", "username")
    if new.role == Role.SERVICE and service is None:
        _refuse_taken(Service.objects.filter(same(name=new.username)), "SERVICE_EXISTS", "username")
    try:
        with transaction.atomic():
            user = create_user(new, client=client, service=service if new.role == Role.SERVICE else None)
            if user.client is not None and client is None:
                user.client.service = service
                user.client.save(update_fields=["service"])
    except IntegrityError:
        raise _taken("USERNAME_EXISTS", "username") from None
    log.info("user %s created role=%s by=%s", user.username, user.role, actor.username)
    record(Event.USER_CREATED, user.username, actor=actor, role=str(user.role))
    return user


def edit_contact(data: EditedContactIn, *, actor: Actor, version: str = "") -> User:
    """Change a user. Raises 400, 403, 404, 409 USERNAME_EXISTS or STALE; a new password ends the user's sessions."""
    is_admin, is_own = actor.role in USER_ADMINS, data.old_username == actor.username
    if not (is_admin or is_own) or ((data.client_id or data.service_id) and not is_admin):
        raise forbidden()
    try:
        with transaction.atomic():
            user = _locked_user(data.old_username)
            _check_organisation(data, Role(user.role), new=False)
            client, service = _client(data.client_id), _service(data.service_id)
            if data.password is not None and is_own:
                check_current(user, data.current_password)
            before = contact_values(user)
            check_version_of(before, version)
            others = User.objects.exclude(pk=user.pk)
            _refuse_taken(others.filter(same(username=data.new_username)), "USERNAME_EXISTS", "newUsername")
            if data.new_username != user.username:
                check_new_name(data.new_username, "newUsername", but=user)
            _fill(user, data)
            if data.password is not None:
                user.set_password(data.password)
                revoke(user)
            if client is not None:
                user.client = client
            if service is not None:
                _move_to_service(user, service)
            user.save()
            begin_generation("sessions")
            _replace_backup_emails(user, [each.value for each in data.backup_emails])
            if client or service:
                renew_membership_grants(user)
            changed = named_changes(before, contact_values(user))
            if changed or data.password is not None:
                new = data.password is not None
                record(Event.USER_EDITED, user.username, actor=actor, changed=changed, newPassword=new)
    except IntegrityError:
        raise _taken("USERNAME_EXISTS", "newUsername") from None
    log.info("user %s edited by=%s password=%s", user.username, actor.username, data.password is not None)
    return user


def _fill(user: User, data: EditedContactIn) -> None:
    user.username = data.new_username
    user.first_name = data.first_name
    user.last_name = data.last_name
    user.phone = data.phone
    user.email = data.email


def _move_to_service(user: User, service: Service) -> None:
    """Move a user to a Service: it is no longer the contact of the one it leaves, and of one without it becomes it."""
    Service.objects.filter(contact_user=user).exclude(pk=service.pk).update(contact_user=None)
    Service.objects.filter(pk=service.pk, contact_user=None).update(contact_user=user)
    user.service = service


def _replace_backup_emails(user: User, values: Sequence[str]) -> None:
    user.backup_emails.all().delete()
    BackupEmail.objects.bulk_create(BackupEmail(user=user, value=value) for value in values)


@transaction.atomic
def edit_address(username: str | None, data: UserAddressIn, *, actor: Actor, version: str = "") -> User:
    """Store the address of a user: the own one, or for ADMIN anybody's. Raises 403, 404 or 409 STALE."""
    if username and username != actor.username and actor.role not in USER_ADMINS:
        raise forbidden()
    user = _locked_user(username or actor.username)
    before = address_values(user)
    check_version_of(before, version)
    user.address, _ = Address.objects.update_or_create(user=user, defaults=data.model_dump())
    record(Event.ADDRESS_EDITED, user.username, actor=actor, changed=named_changes(before, address_values(user)))
    log.info("address of user %s edited by=%s", user.username, actor.username)
    return user


def edit_client(data: EditedClientIn, *, actor: Actor, version: str = "") -> Client:
    """Rename a Client, set its country and Service. Raises 400, 404, 409 CLIENT_EXISTS or STALE."""
    try:
        with transaction.atomic():
            service = _service(data.service, "service")
            client = Client.objects.select_for_update().filter(name=data.old_client_name).first()
            if client is None:
                raise not_found()
            before = client_values(client)
            check_version_of(before, version)
            others = Client.objects.exclude(pk=client.pk)
            _refuse_taken(others.filter(same(name=data.new_client_name)), "CLIENT_EXISTS", "newClientName")
            client.name = data.new_client_name
            client.country_code = data.country_code
            client.service = service
            client.save()
            record(Event.CLIENT_EDITED, client.name, actor=actor, changed=named_changes(before, client_values(client)))
    except IntegrityError:
        raise _taken("CLIENT_EXISTS", "newClientName") from None
    log.info("client %s edited by=%s service=%s name=%r", client.pk, actor.username, client.service_id, client.name)
    return client


def edit_service(data: ServiceIn, *, actor: Actor, version: str = "") -> Service:
    """Change a Service. Raises 400 (contact user of another organisation), 404, 409 SERVICE_EXISTS or STALE."""
    try:
        with transaction.atomic():
            service = Service.objects.select_for_update().filter(name=data.old_service_name).first()
            if service is None:
                raise not_found()
            person = User.objects.filter(username=data.service_contact_username, service=service).first()
            if data.service_contact_username and person is None:
                raise invalid_field("serviceContactUsername", "choice")
            before = service_values(service)
            check_version_of(before, version)
            others = Service.objects.exclude(pk=service.pk)
            _refuse_taken(others.filter(same(name=data.new_service_name)), "SERVICE_EXISTS", "newServiceName")
            service.name = data.new_service_name
            service.contact_user = person
            service.price = data.price
            service.support_special_services = data.support_special_services
            service.save()
            changed = named_changes(before, service_values(service))
            record(Event.SERVICE_EDITED, service.name, actor=actor, changed=changed)
    except IntegrityError:
        raise _taken("SERVICE_EXISTS", "newServiceName") from None
    log.info("service %s edited by=%s price=%s name=%r", service.pk, actor.username, service.price, service.name)
    return service


@transaction.atomic
def set_manager_clients(username: str, ids: Sequence[int], *, actor: Actor, version: str = "") -> None:
    """Make these Clients a manager's list. Raises 400, 404 or 409 STALE."""
    manager = _locked_user(username)
    if manager.role != Role.SUSTAINABILITY_MANAGER:
        raise invalid_field("specifiedUsername", "choice")
    clients = list(Client.objects.filter(pk__in=ids))
    if len(clients) != len(set(ids)):
        raise invalid_field("clients", "choice")
    before = manager_values(manager)
    check_version_of(before, version)
    follow_clients(manager, clients)
    changed = named_changes(before, {"clients": sorted(set(ids))})
    record(Event.MANAGER_CLIENTS, manager.username, actor=actor, changed=changed)
    log.info("clients of manager %s set by=%s clients=%s", manager.username, actor.username, sorted(set(ids)))
