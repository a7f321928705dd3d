"""Read access to users and organizations by role (contract 2 and 6.1)."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Concat

from portal_backend.accounts.models import Address, AddressFields, Client, Service, User
from portal_backend.core.actor import ALL_ROLES, Actor, Role, Roles
from portal_backend.core.errors import ApiError, forbidden, get_or_404, invalid_field
from portal_backend.core.normalization import normalize_key
from portal_backend.core.text_search import Collated
from portal_backend.core.translations import LazyMessage, translate
from portal_backend.resources.field import list_row_choices
from portal_backend.resources.filters import build_id_parser, build_keyword_search, parse_text
from portal_backend.resources.resource import Column, Filter, Resource

UNRESTRICTED_ROLES: Roles = frozenset({Role.ADMIN, Role.SUPERVISOR})
PROFILE_READERS: Roles = ALL_ROLES
USER_ADMINS: Roles = frozenset({Role.ADMIN})
CLIENT_PICKERS: Roles = ALL_ROLES - {Role.CLIENT}
CLIENT_SEARCHERS: Roles = frozenset({Role.ADMIN, Role.SUPERVISOR, Role.SERVICE})
SERVICE_PICKERS: Roles = frozenset({Role.ADMIN, Role.SUPERVISOR, Role.SUSTAINABILITY_MANAGER})
ADDRESS_ATTRIBUTES = {
    "companyName": "company_name",
    "country": "country",
    "province": "province",
    "city": "city",
    "postalCode": "postal_code",
    "street": "street",
    "building": "building",
}


def get_selectable_clients(actor: Actor) -> QuerySet[Client]:
    """Return the Clients that an actor may select.

    Those are all Clients, the Clients of a manager's list, or those assigned to the actor's Service.
    """
    rows = Client.objects.order_by(Collated("name"), "pk")
    if actor.service_ids is None:
        return rows
    if actor.service_ids:
        return rows.filter(service_id__in=actor.service_ids)
    return rows.filter(pk__in=actor.client_ids or ())


def get_clients_in_scope(actor: Actor) -> QuerySet[Client]:
    """Return the Clients that an actor may filter lists by.

    Those are the selectable Clients and, for a Service, also the Clients that sent it a service request: a request
    stays with its Service when the Client is assigned to another one.
    """
    if not actor.service_ids:
        return get_selectable_clients(actor)
    requests = Client.requests.rel.related_model._default_manager  # the model is in a higher layer
    requests_sent = requests.filter(deleted_at__isnull=True, client_id=OuterRef("pk"), service_id__in=actor.service_ids)
    return Client.objects.filter(Q(service_id__in=actor.service_ids) | Exists(requests_sent)).order_by(
        Collated("name"), "pk"
    )


@dataclass(frozen=True)
class PartyIds:
    """Ids of Clients, Services and users."""

    clients: list[int]
    services: list[int]
    users: list[int]


def find_parties(keyword: str) -> PartyIds:
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
    return PartyIds(**ids_by_kind)


def get_client_and_service(actor: Actor) -> tuple[Client, int]:
    """Return the Client of a CLIENT user and the id of its Service.

    Raises 409 SERVICE_MISSING if there is none yet.
    """
    client = User.objects.select_related("client").get(pk=actor.user_id).client
    if client is None or client.service_id is None:
        raise ApiError(409, "SERVICE_MISSING")
    return client, client.service_id


def get_readable_user(username: str | None, actor: Actor) -> User:
    """Return the user whose profile is requested: oneself, or as ADMIN any user.

    Raises 403 or 404.
    """
    if username and username != actor.username and actor.role != Role.ADMIN:
        raise forbidden()
    users = User.objects.select_related(
        "client__service__contact_user__address", "service__contact_user", "address"
    ).prefetch_related("backup_emails")
    return get_or_404(users, username=username or actor.username)


def serialize_contact(user: User) -> dict[str, Any]:
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
        "status": get_lock_label(user.locked),
    }


def get_lock_label(locked: bool) -> str:
    """Return the translated label for a locked or unlocked account."""
    return translate(f"account.{'locked' if locked else 'unlocked'}")


def serialize_address(user: User) -> dict[str, str] | None:
    """Serialize a user's postal address; None if there is none."""
    row = Address.objects.filter(user=user).first()
    return serialize_address_fields(row) if row else None


def serialize_address_fields(row: AddressFields) -> dict[str, str]:
    """Serialize the postal address of any row that has one."""
    return {key: getattr(row, attribute) for key, attribute in ADDRESS_ATTRIBUTES.items()}


def serialize_profile(user: User, actor: Actor) -> dict[str, Any]:
    """Serialize the cards of a profile that the actor may see (spec 2.4)."""
    serialized: dict[str, Any] = {"contact": serialize_contact(user), "address": serialize_address(user)}
    viewer_is_admin = actor.role == Role.ADMIN
    if user.role == Role.CLIENT and user.client:
        if viewer_is_admin:
            serialized["clientForAdmin"] = serialize_client_for_admin(user.client)
        else:
            service = user.client.service
            serialized["serviceForClient"] = serialize_service_for_client(service) if service else None
    if user.role == Role.SERVICE and user.service:
        if viewer_is_admin:
            serialized["serviceForAdmin"] = {
                **serialize_service_for_admin(user.service),
                "users": _serialize_service_users(user.service),
            }
        serialized["serviceForService"] = {"name": user.service.name, "price": user.service.price}
    if user.role == Role.SUSTAINABILITY_MANAGER:
        followed = Client.objects.filter(clientgrant__user=user).order_by(Collated("name"), "pk")
        serialized["managerForAdmin"] = {"clients": [{"id": row.pk, "name": row.name} for row in followed]}
    return serialized


def serialize_client_for_admin(client: Client) -> dict[str, Any]:
    """Serialize a Client as administrators edit it."""
    service = client.service
    return {
        "id": client.pk,
        "name": client.name,
        "countryCode": client.country_code,
        "service": {"id": service.pk, "name": service.name} if service else None,
    }


def serialize_service_for_admin(service: Service) -> dict[str, Any]:
    """Serialize a Service as administrators edit it."""
    person = service.contact_user
    return {
        "id": service.pk,
        "name": service.name,
        "supportSpecialServices": service.support_special_services,
        "serviceContactUsername": person.username if person else None,
    }


def _serialize_service_users(service: Service) -> list[dict[str, str]]:
    """Serialize the users of a Service, from whom its contact user is selected."""
    people = User.objects.filter(service=service).order_by("first_name", "last_name", "pk")
    return [{"username": person.username, "fullName": person.full_name} for person in people]


def serialize_service_for_client(service: Service) -> dict[str, Any]:
    """Serialize a Service as its clients see it."""
    person = service.contact_user
    postal_address = serialize_address(person) if person else None
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


def get_clients_with_first_user(actor: Actor) -> QuerySet[Client]:
    """Return the Clients to choose from with name and email of their first user."""
    users = User.objects.filter(client=OuterRef("pk")).order_by("pk")
    full_name = Concat("first_name", Value(" "), "last_name")
    return get_selectable_clients(actor).annotate(
        full_name=Subquery(users.annotate(whole=full_name).values("whole")[:1]),
        email=Subquery(users.values("email")[:1]),
    )


_search_clients = build_keyword_search("name", "full_name", "email")
CLIENT_CHOICES = Resource(
    name="client-choices",
    columns=(
        Column("id", "number", source="id", in_interface=False),
        Column("name", source="name"),
        Column("fullName", source="full_name"),
        Column("email", source="email"),
    ),
    rows=lambda actor, parent: get_clients_with_first_user(actor),
    readers=CLIENT_SEARCHERS,
    default_sort=("name", "ASC"),
    filters=(
        Filter(
            "word",
            "hidden",
            parse_text,
            lambda rows, value, actor: _search_clients(rows, value, actor) if value else rows,
        ),
        Filter(
            "serviceIdentification",
            "hidden",
            build_id_parser("serviceIdentification"),
            lambda rows, value, actor: rows.filter(service_id=value),
        ),
    ),
    search=_search_clients,
)


def get_client_choices(actor: Actor) -> list[dict[str, Any]]:
    """Return the Clients that may be put on a manager's list, as form choices.

    Administrators see each Client's first user as a hint; a manager gets the Clients of the own list.
    """
    if actor.role not in USER_ADMINS:
        return list_row_choices(get_selectable_clients(actor))
    rows: QuerySet[Any] = get_clients_with_first_user(actor)
    values = rows.values("pk", "name", "full_name", "email")
    return [
        {"key": str(row["pk"]), "name": row["name"], "hint": ", ".join(filter(None, (row["full_name"], row["email"])))}
        for row in values
    ]


def get_services() -> QuerySet[Service]:
    """Return all Services, ordered by name."""
    return Service.objects.order_by(Collated("name"), "pk")


def get_service_choices() -> list[dict[str, Any]]:
    """Serialize all Services, ordered by name."""
    return [
        {"id": row.pk, "name": row.name, "supportSpecialServices": row.support_special_services}
        for row in get_services()
    ]


def get_user_for_update(username: str) -> User:
    """Return a user by name, with the row locked for update. Raises 404."""
    return get_or_404(User.objects.select_for_update(), username=username)


def get_client_or_400(pk: int | None) -> Client | None:
    """Return the selected Client, or None if none is selected. Raises 400."""
    client = Client.objects.filter(pk=pk).first() if pk else None
    if pk and client is None:
        raise invalid_field("clientId", "choice")
    return client


def get_service_or_400(pk: int | None, path: str = "serviceId") -> Service | None:
    """Return the selected Service, or None if none is selected.

    Raises 400 on the field `path` if it does not exist.
    """
    service = Service.objects.filter(pk=pk).first() if pk else None
    if pk and service is None:
        raise invalid_field(path, "choice")
    return service


def name_taken(code: str, field: str) -> ApiError:
    """Build the 409 error for a name in `field` that is already taken."""
    return ApiError(409, code, fields={field: LazyMessage(f"errors.{code}")})


def ensure_unique(others: QuerySet[Any], code: str, field: str) -> None:
    """Raise 409 on `field` if `others` has rows with the name."""
    if others.exists():
        raise name_taken(code, field)
