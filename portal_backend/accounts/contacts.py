"""Declared list and forms of users (spec 2.3, 2.4).

CONTACTS is the administrators' list, PROFILE the user's own account.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Concat, Replace

from portal_backend.accounts import editing, lists
from portal_backend.accounts.admin_schemas import (
    MAX_BACKUP_EMAILS,
    BackupEmailIn,
    BackupEmailTexts,
    EditedContactIn,
    NewContactIn,
    Password,
)
from portal_backend.accounts.autocomplete import client_choices
from portal_backend.accounts.models import Client, ClientGrant, Service, User
from portal_backend.accounts.versions import contact_values
from portal_backend.base.actor import EVERYBODY, Actor, Role, Roles
from portal_backend.base.collation import Collated
from portal_backend.base.errors import told_as
from portal_backend.base.folding import matching_any
from portal_backend.base.normalization import normalize_key
from portal_backend.base.words import choices, word, words_of
from portal_backend.resources.field import CREATE, EDIT, DependsOn, FormField
from portal_backend.resources.form import Form, Section, Values
from portal_backend.resources.query import keyword_of
from portal_backend.resources.resource import Column, Filter, Resource, Row

Named = type[Client] | type[Service]


def _users(actor: Actor, parent: int | None) -> QuerySet[User]:
    return User.objects.annotate(
        full_name_shown=Concat("first_name", Value(" "), "last_name"),
        follows=Exists(ClientGrant.objects.filter(user=OuterRef("pk"))),
    )


def _search(rows: QuerySet[User], keyword: str, actor: Actor) -> QuerySet[User]:
    """Filter users by keyword.

    Each word of the keyword must occur in the name, username, email address or role name, in any order. A keyword of
    digits also matches phone numbers.
    """
    condition = Q()
    for term in keyword.split():
        roles = [key for key, name in words_of("roles").items() if term.casefold() in name.casefold()]
        condition &= matching_any(term, "full_name_shown", "username", "email") | Q(role__in=roles)
    key = normalize_key(keyword)
    if re.fullmatch(r"[0-9()./+]+", key) and (digits := re.sub("[^0-9]", "", key)):
        rows = rows.alias(digits=Replace(Replace("phone", Value(" ")), Value("+")))
        condition |= Q(digits__contains=digits)
    return rows.filter(condition)


def _cards(row: Row, actor: Actor) -> list[dict[str, Any]]:
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


def _missing(row: Row, actor: Actor) -> str:
    """Describe the assignment without which a user cannot see or create requests.

    That is a Client's Service or a manager's Clients; "" if nothing is missing.
    """
    if row["role"] == Role.CLIENT and row["client__service_id"] is None:
        return word("missing.service")
    if row["role"] == Role.SUSTAINABILITY_MANAGER and not row["follows"]:
        return word("missing.clients")
    return ""


# columns that an import requires too, so that importing an export again changes nothing
_FURTHER = (("firstName", "first_name"), ("lastName", "last_name"), ("phone", "phone"), ("email", "email"))
COLUMNS = (
    Column("id", "number", source="id"),
    Column("fullName", source="full_name_shown"),
    Column("username", source="username"),
    Column("role", "choice", source="role", words="roles"),
    Column("locked", "boolean", source="locked", text=lambda row: str(lists.lock_word(row["locked"]))),
    Column("secondFactor", "boolean", source="second_factor", sort=None, hidden=True, extra=True),
    *(Column(key, source=source, sort=None, hidden=True, extra=True) for key, source in _FURTHER),
    Column("status", value=lambda row, actor: lists.lock_word(row["locked"]), shown=False),
    Column("cards", value=_cards, shown=False, extra=True),
    Column("missing", value=_missing, shown=False, extra=True),
)


def _of(model: Named) -> Callable[[Actor], list[dict[str, Any]]]:
    """Return a function that lists all Clients, or all Services, as choices."""
    return lambda actor: [
        {"key": str(pk), "name": name}
        for pk, name in model.objects.order_by(Collated("name"), "pk").values_list("pk", "name")
    ]


def _joined(key: str, role: Role, model: Named, new: str) -> tuple[FormField, FormField]:
    """Build the fields that select the organization of a user of `role`.

    The first is for creating a user (joining an organization), the second for editing (moving to another one).
    """
    depends_on = DependsOn("role", (role,))
    field = FormField(key, "choice", choices=_of(model), depends_on=depends_on)
    return replace(field, required=False, on=CREATE, help=new), replace(field, on=EDIT, help="moveUser")


PERSON = (
    FormField("firstName", format="personName", autocomplete="given-name"),
    FormField("lastName", format="personName", autocomplete="family-name"),
    FormField("phone", format="phone", help="phone", autocomplete="tel"),
    FormField("email", format="email", autocomplete="email"),
    FormField(
        "backupEmails", "texts", required=False, format="email", type=BackupEmailTexts, max_items=MAX_BACKUP_EMAILS
    ),
)
USERNAME = FormField("username", format="username", autocomplete="username")
PASSWORD = FormField(
    "password", format="password", type=Password, max_length=128, required=False, on=CREATE, help="firstPassword"
)
NEW_PASSWORD = replace(PASSWORD, on=EDIT, column="newPassword", help="")


def _current_password(roles: Roles, *confirmed: str) -> FormField:
    return FormField(
        "currentPassword",
        format="currentPassword",
        type=str,
        max_length=128,
        on=EDIT,
        readers=roles,
        writers=roles,
        confirms=confirmed,
        help="currentPassword",
    )


# Administrators change email addresses without it, including their own (contract section 9).
CURRENT_PASSWORD = (
    _current_password(EVERYBODY - lists.USER_ADMINS, "password", "email", "backupEmails"),
    _current_password(lists.USER_ADMINS, "password"),
)


def _read(pk: int, actor: Actor) -> Values:
    """Return the values of an account for its form; passwords are never returned."""
    values = contact_values(User.objects.get(pk=pk))
    return {**values, **{key: None if values[key] is None else str(values[key]) for key in ("client", "service")}}


def _read_own(pk: int, actor: Actor) -> Values:
    return {key: value for key, value in _read(pk, actor).items() if key not in ("client", "service")}


def _id(key: str | None) -> int | None:
    return int(key) if key else None


def _person(values: Values) -> dict[str, Any]:
    return {
        "first_name": values["firstName"],
        "last_name": values["lastName"],
        "phone": values["phone"],
        "email": values["email"],
        "backup_emails": [BackupEmailIn(value=each) for each in values["backupEmails"]],
    }


def _save(pk: int | None, values: Values, actor: Actor) -> int:
    """Create or edit a user and return its id."""
    with told_as(newUsername="username", clientId="client", serviceId="service"):
        if pk is None:
            new = NewContactIn(
                **_person(values),
                username=values["username"],
                password=values["password"],
                clients=[int(each) for each in values["clients"] or ()],
                permission=Role(values["role"]),
                client_id=_id(values["client"]),
                service_id=_id(values["service"] or values["clientService"]),
            )
            return editing.create_contact(new, actor=actor).pk
        before = User.objects.get(pk=pk)
        client, service = _id(values.get("client")), _id(values.get("service"))
        changed = EditedContactIn(
            **_person(values),
            old_username=before.username,
            new_username=values["username"],
            password=values.get("password"),
            current_password=values.get("currentPassword") or "",
            client_id=client if client != before.client_id else None,
            service_id=service if service != before.service_id else None,
        )
        return editing.edit_contact(changed, actor=actor).pk


CONTACTS = Resource(
    name="contacts",
    columns=COLUMNS,
    carried=("client_id", "service_id", "client__service_id", "follows"),
    rows=_users,
    readers=lists.USER_ADMINS,
    default_sort=("role", "ASC"),
    filters=(
        Filter(
            "named",
            "hidden",
            lambda values: keyword_of(values[0]),
            lambda rows, value, actor: rows.filter(username=value),
        ),
    ),
    search=_search,
    route="contacts",
    records={"": "edit/contact/{username}"},
    create="create/contact",
    group="users",
    icon="people",
    new_in_group=True,
    export="users",
    form=Form(
        (
            USERNAME,
            FormField("role", "choice", choices=lambda actor: choices("roles", list(Role)), on=CREATE, help="role"),
            *_joined("client", Role.CLIENT, Client, "newClient"),
            FormField(
                "clientService",
                "choice",
                required=False,
                choices=_of(Service),
                on=CREATE,
                depends_on=DependsOn("client", ("",)),
                help="clientService",
            ),
            *_joined("service", Role.SERVICE, Service, "newService"),
            FormField(
                "clients",
                "choices",
                required=False,
                choices=client_choices,
                on=CREATE,
                depends_on=DependsOn("role", (Role.SUSTAINABILITY_MANAGER,)),
                help="managerClients",
            ),
            *PERSON,
            PASSWORD,
            NEW_PASSWORD,
        ),
        lists.USER_ADMINS,
        _read,
        _save,
        sections=(Section("account", hint="accountHint"),),
        of_others=lists.USER_ADMINS,
    ),
)
PROFILE = Resource(
    name="profile",
    columns=COLUMNS,
    carried=CONTACTS.carried,
    rows=lambda actor, parent: _users(actor, parent).filter(pk=actor.user_id),
    readers=lists.PROFILE_READERS,
    default_sort=("id", "ASC"),
    form=Form(
        (USERNAME, *PERSON, NEW_PASSWORD, *CURRENT_PASSWORD),
        lists.PROFILE_READERS,
        _read_own,
        _save,
        sections=CONTACTS.form.sections if CONTACTS.form else (),
        creates=False,
    ),
)
