"""Read access to users and organizations by role (contract sections 2 and 6.1)."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Value

from portal_backend.accounts.models import Address, Client, Service, User
from portal_backend.base.actor import EVERYBODY, Actor, Role, Roles
from portal_backend.base.collation import Collated
from portal_backend.base.errors import Refusal, forbidden, not_found
from portal_backend.base.normalization import normalize_key
from portal_backend.base.words import word

UNLIMITED: Roles = frozenset({Role.ADMIN, Role.SUPERVISOR})
PROFILE_READERS: Roles = EVERYBODY
USER_ADMINS: Roles = frozenset({Role.ADMIN})
CLIENT_PICKERS: Roles = EVERYBODY - {Role.CLIENT}
CLIENT_SEARCHERS: Roles = frozenset({Role.ADMIN, Role.SUPERVISOR, Role.SERVICE})
SERVICE_PICKERS: Roles = frozenset({Role.ADMIN, Role.SUPERVISOR, Role.SUSTAINABILITY_MANAGER})


def clients(actor: Actor) -> QuerySet[Client]:
    """Return the Clients that an actor may select.

    Those are all Clients, the Clients of a manager's list, or those assigned to the actor's Service.
    """
    rows = Client.objects.order_by(Collated("name"), "pk")
    if actor.service_ids is None:
        return rows
    if actor.service_ids:
        return rows.filter(service_id__in=actor.service_ids)
    return rows.filter(pk__in=actor.client_ids or ())


def clients_in_scope(actor: Actor) -> QuerySet[Client]:
    """Return the Clients that an actor may filter lists by.

    Those are the selectable Clients and, for a Service, also the Clients that sent it a service request: a request
    stays with its Service when the Client is assigned to another one.
    """
    if not actor.service_ids:
        return clients(actor)
    requests = Client.requests.rel.related_model._default_manager  # the model is in a higher layer
    requests_sent = requests.filter(deleted_at__isnull=True, client_id=OuterRef("pk"), service_id__in=actor.service_ids)
    return Client.objects.filter(Q(service_id__in=actor.service_ids) | Exists(requests_sent)).order_by(
        Collated("name"), "pk"
    )


@dataclass(frozen=True)
class Parties:
    """Ids of Clients, Services and users."""

    clients: list[int]
    services: list[int]
    users: list[int]


def parties_named(keyword: str) -> Parties:
    """Find the Clients, Services and CLIENT users whose name contains a keyword.

    There are few of them, so all names are loaded and compared here.
    """
    key = normalize_key(keyword)
    users = User.objects.filter(role=Role.CLIENT).values_list(Value("users"), "pk", "username")
    services = Service.objects.values_list(Value("services"), "pk", "name")
    parties = Client.objects.values_list(Value("clients"), "pk", "name").union(services, users, all=True)
    ids_by_kind: dict[str, list[int]] = {"clients": [], "services": [], "users": []}
    for kind, pk, name in parties:
        if key and key in normalize_key(name):
            ids_by_kind[kind].append(pk)
    return Parties(**ids_by_kind)


def client_and_service(actor: Actor) -> tuple[Client, int]:
    """Return the Client of a CLIENT user and the id of its Service.

    Raises 409 SERVICE_MISSING if there is none yet.
    """
    client = User.objects.select_related("client").get(pk=actor.user_id).client
    if client is None or client.service_id is None:
        raise Refusal(409, "SERVICE_MISSING")
    return client, client.service_id


def readable_user(username: str | None, actor: Actor) -> User:
    """Return the user whose profile is requested: oneself, or as ADMIN any user.

    Raises 403 or 404.
    """
    if username and username != actor.username and actor.role != Role.ADMIN:
        raise forbidden()
    user = (
        User.objects.select_related("client__service__contact_user__address", "service__contact_user", "address")
        .prefetch_related("backup_emails")
        .filter(username=username or actor.username)
        .first()
    )
    if user is None:
        raise not_found()
    return user


def contact(user: User) -> dict[str, Any]:
    """Serialize a user as a contact of the contract."""
    return {
        "id": user.pk,
        "username": user.username,
        "firstName": user.first_name,
        "lastName": user.last_name,
        "fullName": user.full_name,
        "phone": user.phone,
        "email": user.email,
        "backupEmails": [{"id": row.pk, "value": row.value} for row in user.backup_emails.all()],
        "role": user.role,
        "locked": user.locked,
        "status": lock_word(user.locked),
    }


def lock_word(locked: bool) -> str:
    """Return the translated label for a locked or unlocked account."""
    return word(f"account.{'locked' if locked else 'unlocked'}")


def address(user: User) -> dict[str, str] | None:
    """Serialize a user's postal address; None if there is none."""
    row = Address.objects.filter(user=user).first()
    if row is None:
        return None
    return {
        "companyName": row.company_name,
        "country": row.country,
        "province": row.province,
        "city": row.city,
        "postalCode": row.postal_code,
        "street": row.street,
        "building": row.building,
    }


def profile(user: User, actor: Actor) -> dict[str, Any]:
    """Serialize the cards of a profile that the actor may see (spec 2.4)."""
    serialized: dict[str, Any] = {"contact": contact(user), "address": address(user)}
    viewer_is_admin = actor.role == Role.ADMIN
    if user.role == Role.CLIENT and user.client:
        if viewer_is_admin:
            serialized["clientForAdmin"] = client_for_admin(user.client)
        else:
            service = user.client.service
            serialized["serviceForClient"] = service_for_client(service) if service else None
    if user.role == Role.SERVICE and user.service:
        if viewer_is_admin:
            serialized["serviceForAdmin"] = {**service_for_admin(user.service), "users": _people_of(user.service)}
        serialized["serviceForService"] = {"name": user.service.name, "price": user.service.price}
    if user.role == Role.SUSTAINABILITY_MANAGER:
        followed = Client.objects.filter(clientgrant__user=user).order_by(Collated("name"), "pk")
        serialized["managerForAdmin"] = {"clients": [{"id": row.pk, "name": row.name} for row in followed]}
    return serialized


def client_for_admin(client: Client) -> dict[str, Any]:
    """Serialize a Client as administrators edit it."""
    service = client.service
    return {
        "id": client.pk,
        "name": client.name,
        "countryCode": client.country_code,
        "service": {"id": service.pk, "name": service.name} if service else None,
    }


def service_for_admin(service: Service) -> dict[str, Any]:
    """Serialize a Service as administrators edit it."""
    person = service.contact_user
    return {
        "id": service.pk,
        "name": service.name,
        "supportSpecialServices": service.support_special_services,
        "serviceContactUsername": person.username if person else None,
    }


def _people_of(service: Service) -> list[dict[str, str]]:
    """Serialize the users of a Service, from whom its contact user is selected."""
    people = User.objects.filter(service=service).order_by("first_name", "last_name", "pk")
    return [{"username": person.username, "fullName": person.full_name} for person in people]


def service_for_client(service: Service) -> dict[str, Any]:
    """Serialize a Service as its clients see it."""
    person = service.contact_user
    postal_address = address(person) if person else None
    return {
        "name": service.name,
        "username": person.username if person else None,
        "contactFullName": person.full_name if person else None,
        "contactEmail": person.email if person else None,
        "country": postal_address["country"] if postal_address else None,
        "city": postal_address["city"] if postal_address else None,
        "postalCode": postal_address["postalCode"] if postal_address else None,
        "address": f"{postal_address['street']} {postal_address['building']}".strip() if postal_address else None,
    }
