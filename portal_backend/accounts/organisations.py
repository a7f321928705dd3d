"""Declared forms of addresses, Clients, Services and client lists (spec 2, 2.4).

Each is a card of the user's page, in addition to the account, and is saved separately.
"""

from typing import Any

from django.db.models import QuerySet

from portal_backend.accounts import editing, editing_organisations, lists
from portal_backend.accounts.admin_schemas import EditedClientIn, ServiceIn, UserAddressIn
from portal_backend.accounts.autocomplete import client_choices, services
from portal_backend.accounts.models import Client, Service, User
from portal_backend.accounts.versions import address_values, client_values, manager_values, service_values
from portal_backend.base.actor import Actor, Role, Roles
from portal_backend.base.countries import countries
from portal_backend.base.errors import invalid_field, told_as
from portal_backend.base.folding import matching_any
from portal_backend.base.printing import OptionalPrintedText, PrintedText
from portal_backend.resources.field import Choices, FormField
from portal_backend.resources.form import Form, Section, Values, edits
from portal_backend.resources.resource import Column, Filter, Resource

NOBODY: Roles = frozenset()
CLIENTS_ONLY: Roles = frozenset({Role.CLIENT})
SERVICES_ONLY: Roles = frozenset({Role.SERVICE})
MANAGERS_ONLY: Roles = frozenset({Role.SUSTAINABILITY_MANAGER})
PLACE = ("companyName", "country", "province", "city", "postalCode", "street", "building")
PERSON = (Column("id", "number", source="id"), Column("username", source="username"))
ORGANISATION = (Column("id", "number", source="id", shown=False), Column("name", source="name"))


def _by_name(rows: QuerySet[Any], keyword: str, actor: Actor) -> QuerySet[Any]:
    return rows.filter(matching_any(keyword, "name"))


def _is_set(values: list[str]) -> bool:
    if values[0] not in ("true", "false"):
        raise invalid_field("withoutService", "boolean")
    return values[0] == "true"


def _countries(actor: Actor) -> Choices:
    return countries()


def _country_codes(actor: Actor) -> Choices:
    return [{"key": each["key"], "name": f"{each['name']} ({each['key']})"} for each in countries()]


def _people(actor: Actor, parent: int | None) -> QuerySet[User]:
    """Return all users for administrators, otherwise only the actor."""
    users = User.objects.all()
    return users if actor.role in lists.USER_ADMINS else users.filter(pk=actor.user_id)


def _read_address(pk: int, actor: Actor) -> Values:
    return {**dict.fromkeys(PLACE, ""), **address_values(User.objects.get(pk=pk))}


def _save_address(pk: int, values: Values, actor: Actor) -> int:
    username = User.objects.get(pk=pk).username
    return editing.edit_address(username, UserAddressIn(**values), actor=actor).pk


ADDRESSES = Resource(
    name="addresses",
    columns=PERSON,
    rows=_people,
    readers=lists.PROFILE_READERS,
    default_sort=("id", "ASC"),
    form=Form(
        (
            FormField("companyName", type=PrintedText, autocomplete="organization"),
            FormField("country", "choice", choices=_countries, autocomplete="country"),
            FormField("province", type=OptionalPrintedText, required=False, autocomplete="address-level1"),
            FormField("city", type=PrintedText, autocomplete="address-level2"),
            FormField("postalCode", type=PrintedText, autocomplete="postal-code"),
            FormField("street", type=PrintedText, autocomplete="address-line1"),
            FormField("building", type=PrintedText, autocomplete="address-line2"),
        ),
        lists.PROFILE_READERS,
        _read_address,
        edits(_save_address),
        sections=(Section("address", hint="addressHint"),),
        creates=False,
        of_others=lists.USER_ADMINS,
    ),
)


def _services(actor: Actor) -> Choices:
    return [{"key": str(each["id"]), "name": each["name"]} for each in services()]


def _read_client(pk: int, actor: Actor) -> Values:
    values = client_values(Client.objects.get(pk=pk))
    return {**values, "service": None if values["service"] is None else str(values["service"])}


def _save_client(pk: int, values: Values, actor: Actor) -> int:
    service = values["service"]
    changed = EditedClientIn(
        old_client_name=Client.objects.get(pk=pk).name,
        new_client_name=values["name"],
        country_code=values["countryCode"],
        service=int(service) if service else None,
    )
    with told_as(newClientName="name"):
        return editing_organisations.edit_client(changed, actor=actor).pk


CLIENTS = Resource(
    name="clients",
    columns=(
        *ORGANISATION,
        Column("serviceName", source="service__name"),
        Column("countryCode", source="country_code"),
    ),
    rows=lambda actor, parent: Client.objects.all(),
    readers=lists.USER_ADMINS,
    default_sort=("name", "ASC"),
    search=_by_name,
    filters=(
        Filter(
            "withoutService",
            "switch",
            _is_set,
            lambda rows, value, actor: rows.filter(service__isnull=value),
        ),
    ),
    route="clients",
    records={"": "clients/{id}"},
    group="users",
    icon="business",
    form=Form(
        (
            FormField("name", type=PrintedText),
            FormField("countryCode", "choice", choices=_country_codes),
            FormField("service", "choice", required=False, choices=_services),
        ),
        lists.USER_ADMINS,
        _read_client,
        edits(_save_client),
        sections=(Section("client", "additional", "clientHint"),),
        creates=False,
    ),
)


def _own_services(actor: Actor, parent: int | None) -> QuerySet[Service]:
    """Return the Services that an actor may read.

    Those are all for administrators, otherwise the user's own Service or that of its Client.
    """
    rows = Service.objects.all()
    if actor.role in lists.USER_ADMINS:
        return rows
    user = User.objects.select_related("client").get(pk=actor.user_id)
    own = user.client.service_id if user.client else user.service_id
    return rows.filter(pk=own) if own else rows.none()


def _users_of(pk: int) -> Choices:
    users = User.objects.filter(service_id=pk).order_by("first_name", "last_name", "pk")
    return [{"key": user.username, "name": f"{user.full_name} ({user.username})"} for user in users]


def _read_service(pk: int, actor: Actor) -> Values:
    service = Service.objects.select_related("contact_user").get(pk=pk)
    person, values = service.contact_user, service_values(service)
    if actor.role in CLIENTS_ONLY:
        return lists.service_for_client(service)
    return {
        "name": values["name"],
        "price": service.price,
        "serviceContactUsername": person.username if person else None,
        "supportSpecialServices": values["supportSpecialServices"],
    }


def _save_service(pk: int, values: Values, actor: Actor) -> int:
    changed = ServiceIn(
        old_service_name=Service.objects.get(pk=pk).name,
        new_service_name=values["name"],
        service_contact_username=values["serviceContactUsername"] or "",
        price=values["price"],
        support_special_services=values["supportSpecialServices"],
    )
    with told_as(newServiceName="name"):
        return editing_organisations.edit_service(changed, actor=actor).pk


SERVICES = Resource(
    name="services",
    columns=(
        *ORGANISATION,
        Column("serviceContactUsername", source="contact_user__username", readers=lists.USER_ADMINS),
        Column("price", "money", source="price", readers=lists.USER_ADMINS),
    ),
    rows=_own_services,
    readers=lists.USER_ADMINS | SERVICES_ONLY | CLIENTS_ONLY,
    screen_readers=lists.USER_ADMINS,
    default_sort=("name", "ASC"),
    search=_by_name,
    route="services",
    records={"": "services/{id}"},
    group="users",
    icon="handyman",
    form=Form(
        (
            FormField("name", type=PrintedText),
            FormField("price", "money", readers=lists.USER_ADMINS | SERVICES_ONLY),
            FormField(
                "serviceContactUsername",
                "choice",
                required=False,
                choices_of=_users_of,
                readers=lists.USER_ADMINS,
                help="serviceContact",
            ),
            FormField("supportSpecialServices", "boolean", readers=lists.USER_ADMINS),
            FormField("username", writers=NOBODY, readers=CLIENTS_ONLY),
            FormField("contactFullName", column="serviceContactUsername", writers=NOBODY, readers=CLIENTS_ONLY),
            FormField("contactEmail", writers=NOBODY, readers=CLIENTS_ONLY),
            FormField("country", "choice", choices=_countries, writers=NOBODY, readers=CLIENTS_ONLY),
            *(FormField(key, writers=NOBODY, readers=CLIENTS_ONLY) for key in ("city", "postalCode", "address")),
        ),
        lists.USER_ADMINS,
        _read_service,
        edits(_save_service),
        sections=(
            Section("service", "additional", "serviceHint", lists.USER_ADMINS),
            Section("service", "service", "ownServiceHint", SERVICES_ONLY),
            Section("service", "additional", "serviceOfClientHint", CLIENTS_ONLY),
        ),
        creates=False,
    ),
)


def _managers(actor: Actor, parent: int | None) -> QuerySet[User]:
    return _people(actor, parent).filter(role=Role.SUSTAINABILITY_MANAGER)


def _read_manager(pk: int, actor: Actor) -> Values:
    return {"clients": [str(each) for each in manager_values(User.objects.get(pk=pk))["clients"]]}


def _save_manager(pk: int, values: Values, actor: Actor) -> int:
    clients = [int(each) for each in values["clients"]]
    editing_organisations.set_manager_clients(User.objects.get(pk=pk).username, clients, actor=actor)
    return pk


MANAGER_CLIENTS = Resource(
    name="manager-clients",
    columns=PERSON,
    rows=_managers,
    readers=lists.USER_ADMINS | MANAGERS_ONLY,
    default_sort=("id", "ASC"),
    form=Form(
        (FormField("clients", "choices", required=False, choices=client_choices, help="managerClients"),),
        lists.USER_ADMINS,
        _read_manager,
        edits(_save_manager),
        sections=(
            Section("clients", "additional", "managerHint", lists.USER_ADMINS),
            Section("clients", "additional", "ownClientsHint", MANAGERS_ONLY),
        ),
        creates=False,
    ),
)
CARDS: tuple[Resource, ...] = (ADDRESSES, CLIENTS, SERVICES, MANAGER_CLIENTS)
