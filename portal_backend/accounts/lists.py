"""Who reads which accounts data, and the reads themselves (contract sections 2 and 6.1)."""

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
    """The Clients an actor may pick from: all, the manager's list, or those whose Service is the own."""
    rows = Client.objects.order_by(Collated("name"), "pk")
    if actor.service_ids is None:
        return rows
    if actor.service_ids:
        return rows.filter(service_id__in=actor.service_ids)
    return rows.filter(pk__in=actor.client_ids or ())


def clients_in_scope(actor: Actor) -> QuerySet[Client]:
    """The Clients that lists are narrowed by: those to pick from, and for a Service whoever sent it a request.

    A request stays with the Service that it was sent to when its Client gets another one.
    """
    if not actor.service_ids:
        return clients(actor)
    requests = Client.requests.rel.related_model._default_manager  # their model stands above this layer
    sent = requests.filter(deleted_at__isnull=True, client_id=OuterRef("pk"), service_id__in=actor.service_ids)
    return Client.objects.filter(Q(service_id__in=actor.service_ids) | Exists(sent)).order_by(Collated("name"), "pk")


@dataclass(frozen=True)
class Parties:
    """Ids of Clients, Services and users."""

    clients: list[int]
    services: list[int]
    users: list[int]


def parties_named(keyword: str) -> Parties:
    """Find everybody whose name holds a keyword. They are few, and fetched whole."""
    key = normalize_key(keyword)
    users = User.objects.filter(role=Role.CLIENT).values_list(Value("users"), "pk", "username")
    services = Service.objects.values_list(Value("services"), "pk", "name")
    everybody = Client.objects.values_list(Value("clients"), "pk", "name").union(services, users, all=True)
    found: dict[str, list[int]] = {"clients": [], "services": [], "users": []}
    for kind, pk, name in everybody:
        if key and key in normalize_key(name):
            found[kind].append(pk)
    return Parties(**found)


def client_and_service(actor: Actor) -> tuple[Client, int]:
    """The Client of a CLIENT user and the id of its Service. Raises 409 SERVICE_MISSING where it has none yet."""
    client = User.objects.select_related("client").get(pk=actor.user_id).client
    if client is None or client.service_id is None:
        raise Refusal(409, "SERVICE_MISSING")
    return client, client.service_id


def readable_user(username: str | None, actor: Actor) -> User:
    """The user whose data a profile call reads: oneself, or anybody for ADMIN. Raises 403 or 404."""
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
    """A contact as the contract answers it."""
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
    """Whether an account is locked, in words."""
    return word(f"account.{'locked' if locked else 'unlocked'}")


def address(user: User) -> dict[str, str] | None:
    """The user's postal address, or None where none was given."""
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
    """The three cards of a profile (spec 2.4): what each viewer may see of the edited user."""
    answer: dict[str, Any] = {"contact": contact(user), "address": address(user)}
    viewer_is_admin = actor.role == Role.ADMIN
    if user.role == Role.CLIENT and user.client:
        if viewer_is_admin:
            answer["clientForAdmin"] = client_for_admin(user.client)
        else:
            service = user.client.service
            answer["serviceForClient"] = service_for_client(service) if service else None
    if user.role == Role.SERVICE and user.service:
        if viewer_is_admin:
            answer["serviceForAdmin"] = {**service_for_admin(user.service), "users": _people_of(user.service)}
        answer["serviceForService"] = {"name": user.service.name, "price": user.service.price}
    if user.role == Role.SUSTAINABILITY_MANAGER:
        followed = Client.objects.filter(clientgrant__user=user).order_by(Collated("name"), "pk")
        answer["managerForAdmin"] = {"clients": [{"id": row.pk, "name": row.name} for row in followed]}
    return answer


def client_for_admin(client: Client) -> dict[str, Any]:
    """A Client as ADMIN edits it."""
    service = client.service
    return {
        "id": client.pk,
        "name": client.name,
        "countryCode": client.country_code,
        "service": {"id": service.pk, "name": service.name} if service else None,
    }


def service_for_admin(service: Service) -> dict[str, Any]:
    """A Service as ADMIN edits it."""
    person = service.contact_user
    return {
        "id": service.pk,
        "name": service.name,
        "supportSpecialServices": service.support_special_services,
        "serviceContactUsername": person.username if person else None,
    }


def _people_of(service: Service) -> list[dict[str, str]]:
    """The users of a Service, of whom one is its contact."""
    people = User.objects.filter(service=service).order_by("first_name", "last_name", "pk")
    return [{"username": person.username, "fullName": person.full_name} for person in people]


def service_for_client(service: Service) -> dict[str, Any]:
    """A Service as its clients see it."""
    person = service.contact_user
    place = address(person) if person else None
    return {
        "name": service.name,
        "username": person.username if person else None,
        "contactFullName": person.full_name if person else None,
        "contactEmail": person.email if person else None,
        "country": place["country"] if place else None,
        "city": place["city"] if place else None,
        "postalCode": place["postalCode"] if place else None,
        "address": f"{place['street']} {place['building']}".strip() if place else None,
    }
