"""Create users and change their language and client list."""

from dataclasses import dataclass, field

from django.db import transaction

from portal_backend.accounts.alike import skeleton
from portal_backend.accounts.grants import renew_membership_grants, set_followed_clients
from portal_backend.accounts.models import Address, BackupEmail, Client, Service, User, UsernameSkeleton
from portal_backend.accounts.passwords import set_password
from portal_backend.base.actor import Role


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
    organisation: str = ""

    @property
    def organisation_name(self) -> str:
        """Name of the Client or Service created for the user."""
        return self.organisation or self.username


@transaction.atomic
def create_user(new: NewUser, *, client: Client | None = None, service: Service | None = None) -> User:
    """Create a user with its grants, and with an organization if it needs one.

    A CLIENT user without `client` gets a new Client, a SERVICE user without `service` a new Service. A SERVICE user
    becomes the contact user of a Service that has none.
    """
    if new.role == Role.CLIENT and client is None:
        client = Client.objects.create(name=new.organisation_name)
    if new.role == Role.SERVICE and service is None:
        service = Service.objects.create(name=new.organisation_name)
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
    UsernameSkeleton.objects.create(user=user, value=skeleton(user.username))
    BackupEmail.objects.bulk_create(BackupEmail(user=user, value=value) for value in new.backup_emails)
    if new.address is not None:
        Address.objects.create(user=user, **new.address)
    renew_membership_grants(user)
    if service is not None and service.contact_user_id is None and new.role == Role.SERVICE:
        service.contact_user = user
        service.save(update_fields=["contact_user"])
    return user


def remember_language(user: User, language: str) -> None:
    """Store the language in which a user last used the portal; emails are sent in it."""
    if user.language != language:
        User.objects.filter(pk=user.pk).update(language=language)


@transaction.atomic
def follow_clients(manager: User, clients: list[Client]) -> None:
    """Replace the list of Clients that a sustainability manager follows."""
    set_followed_clients(manager, clients)
