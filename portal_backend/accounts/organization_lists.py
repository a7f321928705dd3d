"""Declared forms of addresses, Clients, Services and client lists (spec 2, 2.4).

Each is a card of the user's page, in addition to the account, and is saved separately.
"""

from django.db.models import QuerySet, Value
from django.db.models.functions import Concat, Trim

from portal_backend.accounts import actions, organizations, selectors
from portal_backend.accounts.edit_versions import (
    get_address_values,
    get_client_values,
    get_manager_values,
    get_service_values,
)
from portal_backend.accounts.models import Client, Service, User
from portal_backend.accounts.schemas import EditedClientIn, ServiceIn, UserAddressIn
from portal_backend.accounts.selectors import get_client_choices, get_services
from portal_backend.core.actor import Actor, Role, Roles
from portal_backend.core.countries import list_country_choices
from portal_backend.core.errors import rename_fields
from portal_backend.core.types import OptionalPrintableText, PrintableText
from portal_backend.resources.field import Choices, FormField, list_row_choices
from portal_backend.resources.filters import build_keyword_search, build_switch_parser
from portal_backend.resources.form import Form, Section, Values, update_only
from portal_backend.resources.resource import Column, Filter, Resource

NO_ROLES: Roles = frozenset()
CLIENTS_ONLY: Roles = frozenset({Role.CLIENT})
SERVICES_ONLY: Roles = frozenset({Role.SERVICE})
MANAGERS_ONLY: Roles = frozenset({Role.SUSTAINABILITY_MANAGER})
PERSON_COLUMNS = (Column("id", "number", source="id"), Column("username", source="username"))
ORGANIZATION_COLUMNS = (Column("id", "number", source="id", in_interface=False), Column("name", source="name"))


def _get_country_choices(actor: Actor) -> Choices:
    return list_country_choices()


def _get_country_code_choices(actor: Actor) -> Choices:
    return [{"key": each["key"], "name": f"{each['name']} ({each['key']})"} for each in list_country_choices()]


def _get_users(actor: Actor, parent: int | None) -> QuerySet[User]:
    """Return all users for administrators, otherwise only the actor."""
    users = User.objects.all()
    return users if actor.role in selectors.USER_ADMINS else users.filter(pk=actor.user_id)


def _read_address(pk: int, actor: Actor) -> Values:
    return {**dict.fromkeys(selectors.ADDRESS_ATTRIBUTES, ""), **get_address_values(User.objects.get(pk=pk))}


def _save_address(pk: int, values: Values, actor: Actor) -> int:
    username = User.objects.get(pk=pk).username
    return actions.edit_address(username, UserAddressIn(**values), actor=actor).pk


ADDRESSES = Resource(
    name="addresses",
    columns=PERSON_COLUMNS,
    rows=_get_users,
    readers=selectors.PROFILE_READERS,
    default_sort=("id", "ASC"),
    form=Form(
        (
            FormField("companyName", type=PrintableText, autocomplete="organization"),
            FormField("country", "choice", choices=_get_country_choices, autocomplete="country"),
            FormField("province", type=OptionalPrintableText, required=False, autocomplete="address-level1"),
            FormField("city", type=PrintableText, autocomplete="address-level2"),
            FormField("postalCode", type=PrintableText, autocomplete="postal-code"),
            FormField("street", type=PrintableText, autocomplete="address-line1"),
            FormField("building", type=PrintableText, autocomplete="address-line2"),
        ),
        selectors.PROFILE_READERS,
        _read_address,
        update_only(_save_address),
        sections=(Section("address", hint="addressHint"),),
        can_create=False,
        no_autofill_for=selectors.USER_ADMINS,
    ),
)


def _read_client(pk: int, actor: Actor) -> Values:
    values = get_client_values(Client.objects.get(pk=pk))
    return {**values, "service": None if values["service"] is None else str(values["service"])}


def _save_client(pk: int, values: Values, actor: Actor) -> int:
    service = values["service"]
    changed = EditedClientIn(
        old_client_name=Client.objects.get(pk=pk).name,
        new_client_name=values["name"],
        country_code=values["countryCode"],
        service=int(service) if service else None,
    )
    with rename_fields(newClientName="name"):
        return organizations.edit_client(changed, actor=actor).pk


CLIENTS = Resource(
    name="clients",
    columns=(
        *ORGANIZATION_COLUMNS,
        Column("serviceName", source="service__name"),
        Column("countryCode", source="country_code", heading_key="country"),
    ),
    rows=lambda actor, parent: Client.objects.all(),
    readers=selectors.USER_ADMINS,
    default_sort=("name", "ASC"),
    search=build_keyword_search("name"),
    filters=(
        Filter(
            "withoutService",
            "switch",
            build_switch_parser("withoutService"),
            lambda rows, value, actor: rows.filter(service__isnull=value),
        ),
    ),
    route="clients",
    detail_routes={"": "clients/{id}"},
    menu_group="users",
    icon="business",
    form=Form(
        (
            FormField("name", type=PrintableText),
            FormField("countryCode", "choice", choices=_get_country_code_choices),
            FormField("service", "choice", required=False, choices=lambda actor: list_row_choices(get_services())),
        ),
        selectors.USER_ADMINS,
        _read_client,
        update_only(_save_client),
        sections=(Section("client", "additional", "clientHint"),),
        can_create=False,
    ),
)


def _get_services_in_scope(actor: Actor, parent: int | None) -> QuerySet[Service]:
    """Return the Services that an actor may read.

    Those are all for administrators, otherwise the user's own Service or that of its Client.
    """
    name = Trim(Concat("contact_user__first_name", Value(" "), "contact_user__last_name"))
    rows = Service.objects.annotate(contact_name=name)
    if actor.role in selectors.USER_ADMINS:
        return rows
    user = User.objects.select_related("client").get(pk=actor.user_id)
    own = user.client.service_id if user.client else user.service_id
    return rows.filter(pk=own) if own else rows.none()


def _get_contact_user_choices(pk: int) -> Choices:
    users = User.objects.filter(service_id=pk).order_by("first_name", "last_name", "pk")
    return [{"key": user.username, "name": f"{user.full_name} ({user.username})"} for user in users]


def _read_service(pk: int, actor: Actor) -> Values:
    service = Service.objects.select_related("contact_user").get(pk=pk)
    person, values = service.contact_user, get_service_values(service)
    if actor.role in CLIENTS_ONLY:
        return selectors.serialize_service_for_client(service)
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
    with rename_fields(newServiceName="name"):
        return organizations.edit_service(changed, actor=actor).pk


SERVICES = Resource(
    name="services",
    columns=(
        *ORGANIZATION_COLUMNS,
        Column(
            "contactFullName",
            source="contact_name",
            readers=selectors.USER_ADMINS,
            heading_key="serviceContactUsername",
        ),
        Column(
            "serviceContactUsername",
            source="contact_user__username",
            sort=None,
            readers=selectors.USER_ADMINS,
            in_interface=False,
        ),
        Column("price", "money", source="price", readers=selectors.USER_ADMINS),
    ),
    rows=_get_services_in_scope,
    readers=selectors.USER_ADMINS | SERVICES_ONLY | CLIENTS_ONLY,
    page_readers=selectors.USER_ADMINS,
    default_sort=("name", "ASC"),
    search=build_keyword_search("name"),
    route="services",
    detail_routes={"": "services/{id}"},
    menu_group="users",
    icon="handyman",
    form=Form(
        (
            FormField("name", type=PrintableText),
            FormField("price", "money", readers=selectors.USER_ADMINS | SERVICES_ONLY),
            FormField(
                "serviceContactUsername",
                "choice",
                required=False,
                get_row_choices=_get_contact_user_choices,
                readers=selectors.USER_ADMINS,
                help="serviceContact",
            ),
            FormField("supportSpecialServices", "boolean", readers=selectors.USER_ADMINS),
            FormField("username", writers=NO_ROLES, readers=CLIENTS_ONLY),
            FormField("contactFullName", heading_key="serviceContactUsername", writers=NO_ROLES, readers=CLIENTS_ONLY),
            FormField("contactEmail", writers=NO_ROLES, readers=CLIENTS_ONLY),
            FormField("country", "choice", choices=_get_country_choices, writers=NO_ROLES, readers=CLIENTS_ONLY),
            *(FormField(key, writers=NO_ROLES, readers=CLIENTS_ONLY) for key in ("city", "postalCode", "address")),
        ),
        selectors.USER_ADMINS,
        _read_service,
        update_only(_save_service),
        sections=(
            Section("service", "additional", "serviceHint", selectors.USER_ADMINS),
            Section("service", "service", "ownServiceHint", SERVICES_ONLY),
            Section("service", "additional", "serviceOfClientHint", CLIENTS_ONLY),
        ),
        can_create=False,
    ),
)


def _get_managers(actor: Actor, parent: int | None) -> QuerySet[User]:
    return _get_users(actor, parent).filter(role=Role.SUSTAINABILITY_MANAGER)


def _read_manager(pk: int, actor: Actor) -> Values:
    return {"clients": [str(each) for each in get_manager_values(User.objects.get(pk=pk))["clients"]]}


def _save_manager(pk: int, values: Values, actor: Actor) -> int:
    clients = [int(each) for each in values["clients"]]
    actions.set_manager_clients(User.objects.get(pk=pk).username, clients, actor=actor)
    return pk


MANAGER_CLIENTS = Resource(
    name="manager-clients",
    columns=PERSON_COLUMNS,
    rows=_get_managers,
    readers=selectors.USER_ADMINS | MANAGERS_ONLY,
    default_sort=("id", "ASC"),
    form=Form(
        (FormField("clients", "choices", required=False, choices=get_client_choices, help="managerClients"),),
        selectors.USER_ADMINS,
        _read_manager,
        update_only(_save_manager),
        sections=(
            Section("clients", "additional", "managerHint", selectors.USER_ADMINS),
            Section("clients", "additional", "ownClientsHint", MANAGERS_ONLY),
        ),
        can_create=False,
    ),
)
CARDS: tuple[Resource, ...] = (ADDRESSES, CLIENTS, SERVICES, MANAGER_CLIENTS)
