"""Actions on users and on the Clients they follow (contract 2, spec 2.4)."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import IntegrityError, transaction

from portal_backend.accounts.confusables import check_username_available, compute_skeleton, save_skeleton
from portal_backend.accounts.edit_versions import (
    diff_with_names,
    get_address_values,
    get_contact_values,
    get_manager_values,
)
from portal_backend.accounts.grants import renew_membership_grants, set_followed_clients
from portal_backend.accounts.hooks import account_hooks
from portal_backend.accounts.models import Address, BackupEmail, Client, Service, User, UsernameSkeleton
from portal_backend.accounts.passwords import check_current_password, set_password
from portal_backend.accounts.rate_limits import throttle_account_mails
from portal_backend.accounts.schemas import (
    EditedContactIn,
    NewContactIn,
    OrganizationFields,
    UserAddressIn,
)
from portal_backend.accounts.selectors import (
    USER_ADMINS,
    ensure_unique,
    get_client_or_400,
    get_service_or_400,
    get_user_for_update,
    name_taken,
)
from portal_backend.accounts.sessions import revoke_sessions
from portal_backend.audit.log import record_event
from portal_backend.audit.models import AuditEvent
from portal_backend.core.actor import Actor, Role
from portal_backend.core.errors import forbidden, invalid_field
from portal_backend.core.text_search import equals_ignoring_case
from portal_backend.core.translations import get_current_language
from portal_backend.resources.form import Values, check_row_version

log = logging.getLogger("portal.accounts")


@dataclass(frozen=True)
class NewUser:
    """Data of a user to be created."""

    #: Must be unused; also names the new organization if `organization` is empty.
    username: str
    role: Role
    first_name: str
    last_name: str
    email: str
    phone: str = ""
    #: None creates an account that has no usable password.
    password: str | None = None
    #: Language of the user's emails.
    language: str = "en"
    backup_emails: list[str] = field(default_factory=list)
    #: Fields of the postal address.
    address: dict[str, str] | None = None
    #: Name of the Client or Service that is created for the user.
    organization: str = ""
    #: Country of the Client that is created for the user.
    country_code: str = ""

    @property
    def organization_name(self) -> str:
        """Name of the Client or Service created for the user."""
        return self.organization or self.username


@transaction.atomic
def create_user(new: NewUser, *, client: Client | None = None, service: Service | None = None) -> User:
    """Create a user with its grants, and with an organization if it needs one.

    A CLIENT user without `client` gets a new Client, a SERVICE user without `service` a new Service. A SERVICE user
    becomes the contact user of a Service that has none.
    """
    if new.role == Role.CLIENT and client is None:
        client = Client.objects.create(name=new.organization_name, country_code=new.country_code)
    if new.role == Role.SERVICE and service is None:
        service = Service.objects.create(name=new.organization_name)
    user = User(
        username=new.username,
        role=new.role,
        first_name=new.first_name,
        last_name=new.last_name,
        email=new.email,
        phone=new.phone,
        language=new.language,
        client=client if new.role == Role.CLIENT else None,
        service=service if new.role == Role.SERVICE else None,
    )
    set_password(user, new.password)
    user.save()
    UsernameSkeleton.objects.create(user=user, value=compute_skeleton(user.username))
    BackupEmail.objects.bulk_create(BackupEmail(user=user, value=value) for value in new.backup_emails)
    if new.address is not None:
        Address.objects.create(user=user, **new.address)
    renew_membership_grants(user)
    if service is not None and service.contact_user_id is None and new.role == Role.SERVICE:
        service.contact_user = user
        service.save(update_fields=["contact_user"])
    return user


def update_language(user: User, language: str) -> None:
    """Store the language in which a user last used the portal; emails are sent in it."""
    if user.language != language:
        User.objects.filter(pk=user.pk).update(language=language)


@transaction.atomic
def set_manager_clients(username: str, ids: Sequence[int], *, actor: Actor, version: str = "") -> None:
    """Replace the list of Clients that a manager follows.

    Raises 400, 404 or 409 STALE.
    """
    manager = get_user_for_update(username)
    if manager.role != Role.SUSTAINABILITY_MANAGER:
        raise invalid_field("specifiedUsername", "choice")
    clients = list(Client.objects.filter(pk__in=ids))
    if len(clients) != len(set(ids)):
        raise invalid_field("clients", "choice")
    before = get_manager_values(manager)
    check_row_version(before, version)
    set_followed_clients(manager, clients)
    changed = diff_with_names(before, {"clients": sorted(set(ids))})
    record_event(
        AuditEvent.MANAGER_CLIENTS, manager.username, actor=actor, object_ref=("contacts", manager.pk), changed=changed
    )
    log.info("clients of manager %s set by=%s clients=%s", manager.username, actor.username, sorted(set(ids)))


def _check_organization(data: OrganizationFields, role: Role, *, is_new: bool) -> None:
    """Check that the organization fits the role. Raises 400.

    Only CLIENT users join a Client and only SERVICE users a Service; a Client that is created with its user may be
    assigned to a Service.
    """
    if data.client_id and role != Role.CLIENT:
        raise invalid_field("clientId", "choice")
    own_service = role == Role.SERVICE or (is_new and role == Role.CLIENT and not data.client_id)
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
        language=get_current_language(),
        backup_emails=[each.value for each in data.backup_emails],
    )
    user = add_user(new, data, actor=actor)
    if data.clients:
        set_manager_clients(user.username, data.clients, actor=actor)
    if data.password is None:
        account_hooks.invite(user, actor)
    return user


def add_user(new: NewUser, data: OrganizationFields, *, actor: Actor) -> User:
    """Create a user who joins an organization or gets a new one.

    Raises 400, 409 USERNAME_EXISTS, CLIENT_EXISTS or SERVICE_EXISTS.
    """
    _check_organization(data, new.role, is_new=True)
    client, service = get_client_or_400(data.client_id), get_service_or_400(data.service_id)
    check_username_available(new.username, "username")
    if new.role == Role.CLIENT and client is None:
        ensure_unique(
            Client.objects.filter(equals_ignoring_case(name=new.organization_name)), "CLIENT_EXISTS", "username"
        )
    if new.role == Role.SERVICE and service is None:
        ensure_unique(
            Service.objects.filter(equals_ignoring_case(name=new.organization_name)), "SERVICE_EXISTS", "username"
        )
    try:
        with transaction.atomic():
            user = create_user(new, client=client, service=service if new.role == Role.SERVICE else None)
            if user.client is not None and client is None:
                user.client.service = service
                user.client.save(update_fields=["service"])
    except IntegrityError:
        raise name_taken("USERNAME_EXISTS", "username") from None
    log.info("user %s created role=%s by=%s", user.username, user.role, actor.username)
    joined = _describe_organization(user, joins_client=client is not None, service=service)
    subject, person = ("contacts", user.pk), (user.full_name, user.email)
    record_event(
        AuditEvent.USER_CREATED,
        user.username,
        actor=actor,
        object_ref=subject,
        search_terms=person,
        role=str(user.role),
        **joined,
    )
    return user


def _describe_organization(user: User, *, joins_client: bool, service: Service | None) -> dict[str, str]:
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
            user = get_user_for_update(data.old_username)
            _check_organization(data, Role(user.role), is_new=False)
            client, service = get_client_or_400(data.client_id), get_service_or_400(data.service_id)
            before, former_email = get_contact_values(user), user.email
            new_addresses = _has_new_addresses(before, data)
            if is_own and (data.password is not None or (new_addresses and not is_admin)):
                check_current_password(user, data.current_password)
            check_row_version(before, version)
            if data.new_username != user.username:
                check_username_available(data.new_username, "newUsername", exclude=user)
            _apply_details(user, data)
            if data.password is not None:
                set_password(user, data.password)
                revoke_sessions(user)
            if client is not None:
                user.client = client
            if service is not None:
                _move_to_service(user, service)
            user.save()
            if user.username != before["username"]:
                save_skeleton(user)
            if user.email != former_email:
                throttle_account_mails(user.pk)
                account_hooks.notify_former_address(user, former_email)
            _replace_backup_emails(user, [each.value for each in data.backup_emails])
            if client or service:
                renew_membership_grants(user)
            changed = diff_with_names(before, get_contact_values(user))
            if changed or data.password is not None:
                has_new_password = data.password is not None
                subject = ("contacts", user.pk)
                record_event(
                    AuditEvent.USER_EDITED,
                    user.username,
                    actor=actor,
                    object_ref=subject,
                    changed=changed,
                    newPassword=has_new_password,
                )
    except IntegrityError:
        raise name_taken("USERNAME_EXISTS", "newUsername") from None
    log.info("user %s edited by=%s password=%s", user.username, actor.username, data.password is not None)
    return user


def _has_new_addresses(before: Values, data: EditedContactIn) -> bool:
    """Return whether an edit changes the email address or the backup addresses.

    They are where links that recover the account, and copies of its emails, are sent.
    """
    backup_emails = sorted(each.value for each in data.backup_emails)
    return data.email != before["email"] or backup_emails != sorted(before["backupEmails"])


def _apply_details(user: User, data: EditedContactIn) -> None:
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
    user = get_user_for_update(username or actor.username)
    before = get_address_values(user)
    check_row_version(before, version)
    user.address, _ = Address.objects.update_or_create(user=user, defaults=data.model_dump())
    changed = diff_with_names(before, get_address_values(user))
    record_event(
        AuditEvent.ADDRESS_EDITED, user.username, actor=actor, object_ref=("contacts", user.pk), changed=changed
    )
    log.info("address of user %s edited by=%s", user.username, actor.username)
    return user
