"""Declared list and forms of users (spec 2.3, 2.4).

CONTACTS is the administrators' list, PROFILE the user's own account.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Concat, Replace

from portal_backend.accounts import actions, selectors
from portal_backend.accounts.edit_versions import get_contact_values
from portal_backend.accounts.models import Client, ClientGrant, Service, User
from portal_backend.accounts.schemas import (
    MAX_BACKUP_EMAILS,
    BackupEmailIn,
    BackupEmailTexts,
    EditedContactIn,
    NewContactIn,
    Password,
)
from portal_backend.accounts.selectors import get_client_choices
from portal_backend.core.actor import ALL_ROLES, Actor, Role, Roles
from portal_backend.core.errors import rename_fields
from portal_backend.core.normalization import normalize_key
from portal_backend.core.text_search import Collated, contains_any
from portal_backend.core.translations import build_choices, get_messages, translate
from portal_backend.resources.field import CREATE, EDIT, DependsOn, FormField, list_row_choices
from portal_backend.resources.filters import build_choices_filter, build_switch_parser, parse_text
from portal_backend.resources.form import Form, Section, Values
from portal_backend.resources.resource import Column, Filter, Resource, Row

OrganizationModel = type[Client] | type[Service]


def _get_users(actor: Actor, parent: int | None) -> QuerySet[User]:
    return User.objects.annotate(
        full_name_shown=Concat("first_name", Value(" "), "last_name"),
        follows=Exists(ClientGrant.objects.filter(user=OuterRef("pk"))),
    )


def _search_users(rows: QuerySet[User], keyword: str, actor: Actor) -> QuerySet[User]:
    """Filter users by keyword.

    Each word of the keyword must occur in the name, username, email address or role name, in any order. A keyword of
    digits also matches phone numbers.
    """
    condition = Q()
    for term in keyword.split():
        roles = [key for key, name in get_messages("roles").items() if term.casefold() in name.casefold()]
        condition &= contains_any(term, "full_name_shown", "username", "email") | Q(role__in=roles)
    key = normalize_key(keyword)
    if re.fullmatch(r"[0-9()./+]+", key) and (digits := re.sub("[^0-9]", "", key)):
        rows = rows.alias(digits=Replace(Replace("phone", Value(" ")), Value("+")))
        condition |= Q(digits__contains=digits)
    return rows.filter(condition)


def _serialize_cards(row: Row, actor: Actor) -> list[dict[str, Any]]:
    """Return the resource and id of each card of a user.

    The id is None if the user's organization does not exist yet.
    """
    is_own = row["id"] == actor.user_id
    own_service = is_own and row["role"] == Role.CLIENT
    account = ("profile" if is_own else "contacts", row["id"])
    further_cards: dict[str, list[tuple[str, int | None]]] = {
        Role.CLIENT: [
            ("addresses", row["id"]),
            ("services", row["client__service_id"]) if own_service else ("clients", row["client_id"]),
        ],
        Role.SERVICE: [("addresses", row["id"]), ("services", row["service_id"])],
        Role.SUSTAINABILITY_MANAGER: [("manager-clients", row["id"])],
    }
    return [{"resource": name, "id": pk} for name, pk in (account, *further_cards.get(row["role"], []))]


def _describe_missing_assignment(row: Row, actor: Actor) -> str:
    """Describe the assignment without which a user cannot see or create requests.

    That is a Client's Service or a manager's Clients; "" if nothing is missing.
    """
    if row["role"] == Role.CLIENT and row["client__service_id"] is None:
        return translate("missing.service")
    if row["role"] == Role.SUSTAINABILITY_MANAGER and not row["follows"]:
        return translate("missing.clients")
    return ""


# columns that an import requires too, so that importing an export again changes nothing
_EXPORT_ONLY_FIELDS = (("firstName", "first_name"), ("lastName", "last_name"), ("phone", "phone"), ("email", "email"))
USER_COLUMNS = (
    Column("id", "number", source="id"),
    Column("fullName", source="full_name_shown"),
    Column("username", source="username"),
    Column("role", "choice", source="role", message_prefix="roles"),
    Column("locked", "boolean", source="locked", export_text=lambda row: str(selectors.get_lock_label(row["locked"]))),
    Column("secondFactor", "boolean", source="has_mfa", sort=None, hidden_by_default=ALL_ROLES, interface_only=True),
    *(
        Column(key, source=source, sort=None, hidden_by_default=ALL_ROLES, interface_only=True)
        for key, source in _EXPORT_ONLY_FIELDS
    ),
    Column("status", value=lambda row, actor: selectors.get_lock_label(row["locked"]), in_interface=False),
    Column("cards", value=_serialize_cards, in_interface=False, interface_only=True),
    Column("missing", value=_describe_missing_assignment, in_interface=False, interface_only=True),
)


def _list_lock_choices(actor: Actor) -> list[dict[str, Any]]:
    return [{"key": key, "name": selectors.get_lock_label(key == "true")} for key in ("false", "true")]


def _build_organization_choices(model: OrganizationModel) -> Callable[[Actor], list[dict[str, Any]]]:
    """Return a function that lists all Clients, or all Services, as choices."""
    return lambda actor: list_row_choices(model.objects.order_by(Collated("name"), "pk"))


def _build_organization_fields(key: str, role: Role, model: OrganizationModel, new: str) -> tuple[FormField, FormField]:
    """Build the fields that select the organization of a user of `role`.

    The first is for creating a user (joining an organization), the second for editing (moving to another one).
    """
    depends_on = DependsOn("role", (role,))
    field = FormField(key, "choice", choices=_build_organization_choices(model), depends_on=depends_on)
    return replace(field, required=False, modes=CREATE, help=new), replace(field, modes=EDIT, help="moveUser")


PERSON_FIELDS = (
    FormField("firstName", group="name", format="personName", autocomplete="given-name"),
    FormField("lastName", group="name", format="personName", autocomplete="family-name"),
    FormField("phone", format="phone", help="phone", autocomplete="tel"),
    FormField("email", format="email", autocomplete="email"),
    FormField(
        "backupEmails", "texts", required=False, format="email", type=BackupEmailTexts, max_items=MAX_BACKUP_EMAILS
    ),
)
USERNAME_FORM_FIELD = FormField("username", format="username", autocomplete="username")
ROLE_FIELD = FormField(
    "role", "choice", choices=lambda actor: build_choices("roles", list(Role)), modes=CREATE, help="role"
)
PASSWORD_FIELD = FormField(
    "password", format="password", type=Password, max_length=128, required=False, modes=CREATE, help="firstPassword"
)
NEW_PASSWORD_FIELD = replace(PASSWORD_FIELD, modes=EDIT, heading_key="newPassword", help="")


def _build_current_password_field(roles: Roles, *confirmed: str) -> FormField:
    return FormField(
        "currentPassword",
        format="currentPassword",
        type=str,
        max_length=128,
        modes=EDIT,
        readers=roles,
        writers=roles,
        confirms=confirmed,
        help="currentPassword",
    )


# Administrators change email addresses without it, including their own (contract section 9).
CURRENT_PASSWORD_FIELDS = (
    _build_current_password_field(ALL_ROLES - selectors.USER_ADMINS, "password", "email", "backupEmails"),
    _build_current_password_field(selectors.USER_ADMINS, "password"),
)


def _read(pk: int, actor: Actor) -> Values:
    """Return the values of an account for its form; passwords are never returned."""
    values = get_contact_values(User.objects.get(pk=pk))
    return {**values, **{key: None if values[key] is None else str(values[key]) for key in ("client", "service")}}


def _read_own(pk: int, actor: Actor) -> Values:
    return {key: value for key, value in _read(pk, actor).items() if key not in ("client", "service")}


def _parse_id(key: str | None) -> int | None:
    return int(key) if key else None


def _build_person_data(values: Values) -> dict[str, Any]:
    return {
        "first_name": values["firstName"],
        "last_name": values["lastName"],
        "phone": values["phone"],
        "email": values["email"],
        "backup_emails": [BackupEmailIn(value=each) for each in values["backupEmails"]],
    }


def _save(pk: int | None, values: Values, actor: Actor) -> int:
    """Create or edit a user and return its id."""
    with rename_fields(newUsername="username", clientId="client", serviceId="service"):
        if pk is None:
            new = NewContactIn(
                **_build_person_data(values),
                username=values["username"],
                password=values.get("password"),  # an import has none
                clients=[int(each) for each in values["clients"] or ()],
                permission=Role(values["role"]),
                client_id=_parse_id(values["client"]),
                service_id=_parse_id(values["service"] or values["clientService"]),
            )
            return actions.create_contact(new, actor=actor).pk
        before = User.objects.get(pk=pk)
        client, service = _parse_id(values.get("client")), _parse_id(values.get("service"))
        changed = EditedContactIn(
            **_build_person_data(values),
            old_username=before.username,
            new_username=values["username"],
            password=values.get("password"),
            current_password=values.get("currentPassword") or "",
            client_id=client if client != before.client_id else None,
            service_id=service if service != before.service_id else None,
        )
        return actions.edit_contact(changed, actor=actor).pk


USER_FORM = Form(
    (
        USERNAME_FORM_FIELD,
        ROLE_FIELD,
        *_build_organization_fields("client", Role.CLIENT, Client, "newClient"),
        FormField(
            "clientService",
            "choice",
            required=False,
            choices=_build_organization_choices(Service),
            modes=CREATE,
            depends_on=DependsOn("client", ("",)),
            help="clientService",
        ),
        *_build_organization_fields("service", Role.SERVICE, Service, "newService"),
        FormField(
            "clients",
            "choices",
            required=False,
            choices=get_client_choices,
            modes=CREATE,
            depends_on=DependsOn("role", (Role.SUSTAINABILITY_MANAGER,)),
            help="managerClients",
        ),
        *PERSON_FIELDS,
        PASSWORD_FIELD,
        NEW_PASSWORD_FIELD,
    ),
    selectors.USER_ADMINS,
    _read,
    _save,
    sections=(Section("account"),),
    no_autofill_for=selectors.USER_ADMINS,
)
CONTACTS = Resource(
    name="contacts",
    columns=USER_COLUMNS,
    extra_sources=("client_id", "service_id", "client__service_id", "follows"),
    rows=_get_users,
    readers=selectors.USER_ADMINS,
    default_sort=("role", "ASC"),
    filters=(
        build_choices_filter("role", "roles", list(Role), key="role", label_key="columns.role"),
        Filter(
            "locked",
            "choice",
            build_switch_parser("locked"),
            lambda rows, value, actor: rows.filter(locked=value),
            _list_lock_choices,
            label_key="columns.locked",
        ),
        Filter(
            "named",
            "hidden",
            parse_text,
            lambda rows, value, actor: rows.filter(username=value),
        ),
    ),
    search=_search_users,
    route="contacts",
    detail_routes={"": "edit/contact/{username}"},
    create_route="create/contact",
    menu_group="users",
    icon="people",
    export_name="users",
    form=USER_FORM,
)
PROFILE = Resource(
    name="profile",
    columns=USER_COLUMNS,
    extra_sources=CONTACTS.extra_sources,
    rows=lambda actor, parent: _get_users(actor, parent).filter(pk=actor.user_id),
    readers=selectors.PROFILE_READERS,
    default_sort=("id", "ASC"),
    form=Form(
        (USERNAME_FORM_FIELD, ROLE_FIELD, *PERSON_FIELDS, NEW_PASSWORD_FIELD, *CURRENT_PASSWORD_FIELDS),
        selectors.PROFILE_READERS,
        _read_own,
        _save,
        sections=USER_FORM.sections,
        can_create=False,
    ),
)
