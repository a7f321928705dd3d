"""Edit users and their postal addresses (contract section 2, spec 2.4)."""

import logging
from collections.abc import Sequence

from django.db import IntegrityError, transaction

from portal_backend.accounts.actions import NewUser, create_user
from portal_backend.accounts.admin_schemas import (
    EditedContactIn,
    HasOrganisation,
    NewContactIn,
    UserAddressIn,
)
from portal_backend.accounts.alike import check_new_name, claim_name
from portal_backend.accounts.attempts import throttle_account_mails
from portal_backend.accounts.editing_organisations import set_manager_clients
from portal_backend.accounts.grants import renew_membership_grants
from portal_backend.accounts.hooks import account_hooks
from portal_backend.accounts.lists import USER_ADMINS
from portal_backend.accounts.models import Address, BackupEmail, Client, Service, User
from portal_backend.accounts.named import chosen_client, chosen_service, locked_user, refuse_taken, taken
from portal_backend.accounts.passwords import check_current, set_password
from portal_backend.accounts.sessions import revoke
from portal_backend.accounts.versions import (
    address_values,
    contact_values,
    named_changes,
)
from portal_backend.audit.models import Event
from portal_backend.audit.record import record
from portal_backend.base.actor import Actor, Role
from portal_backend.base.errors import forbidden, invalid_field
from portal_backend.base.folding import same
from portal_backend.base.generations import begin_generation
from portal_backend.base.words import current_language
from portal_backend.resources.form import Values, check_version_of

log = logging.getLogger("portal.accounts")


def _check_organisation(data: HasOrganisation, role: Role, *, new: bool) -> None:
    """Check that the organization fits the role. Raises 400.

    Only CLIENT users join a Client and only SERVICE users a Service; a Client that is created with its user may be
    assigned to a Service.
    """
    if data.client_id and role != Role.CLIENT:
        raise invalid_field("clientId", "choice")
    own_service = role == Role.SERVICE or (new and role == Role.CLIENT and not data.client_id)
    if data.service_id and not own_service:
        raise invalid_field("serviceId", "choice")


@transaction.atomic
def create_contact(data: NewContactIn, *, actor: Actor) -> User:
    """Create a user with its organization.

    A user without a password is emailed a link to set one. Raises 400, 409 USERNAME_EXISTS, CLIENT_EXISTS or
    SERVICE_EXISTS.
    """
    if data.clients and data.permission != Role.SUSTAINABILITY_MANAGER:
        raise invalid_field("clients", "misplaced")
    new = NewUser(
        username=data.username,
        role=data.permission,
        first_name=data.first_name,
        last_name=data.last_name,
        email=data.email,
        phone=data.phone,
        password=data.password,
        language=current_language(),
        backup_emails=[each.value for each in data.backup_emails],
    )
    user = add_user(new, data, actor=actor)
    if data.clients:
        set_manager_clients(user.username, data.clients, actor=actor)
    if data.password is None:
        account_hooks().invite(user, actor)
    return user


def add_user(new: NewUser, data: HasOrganisation, *, actor: Actor) -> User:
    """Create a user who joins an organization or gets a new one.

    Raises 400, 409 USERNAME_EXISTS, CLIENT_EXISTS or SERVICE_EXISTS.
    """
    _check_organisation(data, new.role, new=True)
    client, service = chosen_client(data.client_id), chosen_service(data.service_id)
    check_new_name(new.username, "username")
    if new.role == Role.CLIENT and client is None:
        refuse_taken(Client.objects.filter(same(name=new.organisation_name)), "CLIENT_EXISTS", "username")
    if new.role == Role.SERVICE and service is None:
        refuse_taken(Service.objects.filter(same(name=new.organisation_name)), "SERVICE_EXISTS", "username")
    try:
        with transaction.atomic():
            user = create_user(new, client=client, service=service if new.role == Role.SERVICE else None)
            if user.client is not None and client is None:
                user.client.service = service
                user.client.save(update_fields=["service"])
    except IntegrityError:
        raise taken("USERNAME_EXISTS", "username") from None
    log.info("user %s created role=%s by=%s", user.username, user.role, actor.username)
    joined = _organisations(user, joins_client=client is not None, service=service)
    subject, person = ("contacts", user.pk), (user.full_name, user.email)
    record(
        Event.USER_CREATED, user.username, actor=actor, subject=subject, search=person, role=str(user.role), **joined
    )
    return user


def _organisations(user: User, *, joins_client: bool, service: Service | None) -> dict[str, str]:
    """Describe for the audit log which organization a new user joined or got."""
    if user.client is not None:
        if joins_client:
            return {"client": user.client.name}
        return {"newClient": user.client.name, "clientService": service.name if service else ""}
    if user.service is not None:
        return {"service" if service else "newService": user.service.name}
    return {}


def edit_contact(data: EditedContactIn, *, actor: Actor, version: str = "") -> User:
    """Edit a user.

    A new password ends the user's sessions. Users need their current password for a new password and, except
    administrators, for new email addresses. Raises 400, 403, 404, 409 USERNAME_EXISTS or STALE, or 429.
    """
    is_admin, is_own = actor.role in USER_ADMINS, data.old_username == actor.username
    if not (is_admin or is_own) or ((data.client_id or data.service_id) and not is_admin):
        raise forbidden()
    try:
        with transaction.atomic():
            user = locked_user(data.old_username)
            _check_organisation(data, Role(user.role), new=False)
            client, service = chosen_client(data.client_id), chosen_service(data.service_id)
            before, former_email = contact_values(user), user.email
            new_addresses = _has_new_addresses(before, data)
            if is_own and (data.password is not None or (new_addresses and not is_admin)):
                check_current(user, data.current_password)
            check_version_of(before, version)
            if data.new_username != user.username:
                check_new_name(data.new_username, "newUsername", but=user)
            _fill(user, data)
            if data.password is not None:
                set_password(user, data.password)
                revoke(user)
            if client is not None:
                user.client = client
            if service is not None:
                _move_to_service(user, service)
            user.save()
            if user.username != before["username"]:
                claim_name(user)
            begin_generation("sessions")
            if user.email != former_email:
                throttle_account_mails(user.pk)
                account_hooks().notify_former_address(user, former_email)
            _replace_backup_emails(user, [each.value for each in data.backup_emails])
            if client or service:
                renew_membership_grants(user)
            changed = named_changes(before, contact_values(user))
            if changed or data.password is not None:
                has_new_password = data.password is not None
                subject = ("contacts", user.pk)
                record(
                    Event.USER_EDITED,
                    user.username,
                    actor=actor,
                    subject=subject,
                    changed=changed,
                    newPassword=has_new_password,
                )
    except IntegrityError:
        raise taken("USERNAME_EXISTS", "newUsername") from None
    log.info("user %s edited by=%s password=%s", user.username, actor.username, data.password is not None)
    return user


def _has_new_addresses(before: Values, data: EditedContactIn) -> bool:
    """Return whether an edit changes the email address or the backup addresses.

    They are where links that recover the account, and copies of its emails, are sent.
    """
    backup_emails = sorted(each.value for each in data.backup_emails)
    return data.email != before["email"] or backup_emails != sorted(before["backupEmails"])


def _fill(user: User, data: EditedContactIn) -> None:
    user.username = data.new_username
    user.first_name = data.first_name
    user.last_name = data.last_name
    user.phone = data.phone
    user.email = data.email


def _move_to_service(user: User, service: Service) -> None:
    """Move a user to a Service and update the contact users concerned.

    The user is no longer the contact of the former Service and becomes that of the new one if it has none.
    """
    Service.objects.filter(contact_user=user).exclude(pk=service.pk).update(contact_user=None)
    Service.objects.filter(pk=service.pk, contact_user=None).update(contact_user=user)
    user.service = service


def _replace_backup_emails(user: User, values: Sequence[str]) -> None:
    user.backup_emails.all().delete()
    BackupEmail.objects.bulk_create(BackupEmail(user=user, value=value) for value in values)


@transaction.atomic
def edit_address(username: str | None, data: UserAddressIn, *, actor: Actor, version: str = "") -> User:
    """Save the postal address of a user: one's own, or as ADMIN any user's.

    Raises 403, 404 or 409 STALE.
    """
    if username and username != actor.username and actor.role not in USER_ADMINS:
        raise forbidden()
    user = locked_user(username or actor.username)
    before = address_values(user)
    check_version_of(before, version)
    user.address, _ = Address.objects.update_or_create(user=user, defaults=data.model_dump())
    changed = named_changes(before, address_values(user))
    record(Event.ADDRESS_EDITED, user.username, actor=actor, subject=("contacts", user.pk), changed=changed)
    log.info("address of user %s edited by=%s", user.username, actor.username)
    return user
