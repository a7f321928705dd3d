"""Calls of the administration with a body, and the rules of their fields."""

from typing import Any

from tests.contract.administration_rows import FEEDBACK, NEW_USER, PASSWORD, PERSON, account_request, address, part
from tests.contract.field_rules import (
    BACKUP_EMAIL,
    CHANGED_PASSWORD,
    COUNTRY,
    COUNTRY_CODE,
    FLAG,
    ID,
    LEFT_OUT,
    MOMENT,
    ORGANISATION,
    PEOPLE,
    PLACE,
    PRICE,
    SWITCH,
    SWITCHES,
    USERNAME,
    WORD,
    Ruled,
    optional,
    texts,
)
from tests.contract.view_calls import new_view
from tests.factories import World


def _user(world: World) -> dict[str, Any]:
    return {**NEW_USER, "password": PASSWORD, "backupEmails": [{"id": -1, "value": "b@example.org"}]}


def _edited(world: World) -> dict[str, Any]:
    names = {"oldUsername": world.client2.username, "newUsername": "renamed"}
    return {**PERSON, **names, "backupEmails": [{"value": "b@example.org"}]}


def _client(world: World) -> dict[str, Any]:
    names = {"oldClientName": "Client one", "newClientName": "Client 1"}
    return {**names, "countryCode": "ES", "service": world.client2.user.client.service_id}  # type: ignore[union-attr]


def _service(world: World) -> dict[str, Any]:
    names = {"oldServiceName": "Service one", "newServiceName": "Service 1", "serviceContactUsername": "service"}
    return {**names, "price": 12.5, "supportSpecialServices": True}


def _decision(world: World) -> dict[str, Any]:
    admission = {"role": "CLIENT", "username": "eva2"}
    return {"id": account_request(world), "status": "APPROVAL", "additionalInfoJson": admission}


def _wanted() -> dict[str, Any]:
    return {**PERSON, "backupEmails": [{"value": "b@example.org"}]}


def _mail(world: World) -> dict[str, Any]:
    return {"type": "PROCESS", "settings": [{"id": "REPAIR:NEW", "isClient": True}]}


RULED = (
    Ruled(
        "POST",
        "/contacts",
        _user,
        {
            **PEOPLE,
            **BACKUP_EMAIL,
            **ORGANISATION,
            "username": USERNAME,
            # optional: without a password the user is invited to set one
            "password": CHANGED_PASSWORD,
            "permission": [
                (LEFT_OUT, "required"),
                ("", "required"),
                (None, "required"),
                ("BOSS", "choice"),
                (1, "choice"),
            ],
        },
    ),
    Ruled(
        "PUT",
        "/contacts/edit",
        _edited,
        {
            **PEOPLE,
            **BACKUP_EMAIL,
            **ORGANISATION,
            "newUsername": USERNAME,
            "oldUsername": texts(),
            "password": CHANGED_PASSWORD,
        },
    ),
    Ruled(
        "PUT",
        "/address/edit",
        lambda world: address(),
        {**PLACE, "country": COUNTRY, "province": optional(texts())},
        lambda world: {"identification": "client"},
    ),
    Ruled(
        "PUT",
        "/client/edit",
        _client,
        {
            "oldClientName": texts(),
            "newClientName": texts(),
            "countryCode": COUNTRY_CODE,
            "service": [*ID, (10**6, "choice")],
        },
    ),
    Ruled(
        "PUT",
        "/service/edit",
        _service,
        {
            "oldServiceName": texts(),
            "newServiceName": texts(),
            "price": PRICE,
            "supportSpecialServices": FLAG,
            "serviceContactUsername": [*optional(texts()), ("service2", "choice"), ("nobody", "choice")],
        },
    ),
    Ruled(
        "POST",
        "/parts",
        part,
        {
            "category": [*texts(), ("TOASTER", "choice")],
            **{each: texts() for each in ("number", "model", "manufacturer")},
            "description": texts(1024, lines=True),
            "enabled": SWITCH,
            "serviceCategories": [("x", "invalid"), ([10**6], "choice"), ([{}] * 101, "max_items")],
            "image": [(LEFT_OUT, "required"), (None, "required"), ("x", "object")],
        },
    ),
    Ruled(
        "POST",
        "/parts/save/predefined/services/to-part",
        lambda world: {"DIAGNOSTICS": [world.part.predefined_services.filter(kind="DIAGNOSTICS")[0].pk]},
        {kind: [("x", "invalid"), ([10**6], "choice")] for kind in ("DIAGNOSTICS", "REPAIRS", "PARTS")},
        lambda world: {"id": world.part.pk},
    ),
    Ruled(
        "PUT",
        "/support/request/feedback",
        lambda world: FEEDBACK,
        {
            "title": texts(64),
            "content": texts(640, lines=True),
            "pageName": optional(texts()),
            "pagePath": optional(texts()),
        },
    ),
    Ruled(
        "POST",
        "/mail/save",
        _mail,
        {
            "type": [(LEFT_OUT, "required"), ("OTHER", "choice"), (None, "required")],
            "settings": [(LEFT_OUT, "required"), ([], "min_items"), ("x", "invalid")],
            "settings.0.id": [
                *texts(),
                ("REPAIR:NEVER", "choice"),
                ("NEW", "choice"),
                ("REPAIR:DELIVERY_OVERDUE", "choice"),
            ],
            **{f"settings.0.{each}": SWITCH for each in SWITCHES},
        },
    ),
    Ruled(
        "POST",
        "/contacts/request-account/request",
        lambda world: {"contact": {**_wanted(), "username": "eva"}, "address": address()},
        {
            "contact": [(LEFT_OUT, "required"), (None, "object"), ("x", "object")],
            "address": [(LEFT_OUT, "required"), (None, "object"), ("x", "object")],
            **{f"contact.{name}": rule for name, rule in {**PEOPLE, **BACKUP_EMAIL, "username": USERNAME}.items()},
            **{f"address.{name}": rule for name, rule in PLACE.items()},
            "address.country": COUNTRY,
            "address.province": optional(texts()),
        },
    ),
    Ruled(
        "PUT",
        "/contacts/request-account/decision",
        _decision,
        {
            "id": [(LEFT_OUT, "required"), (None, "integer"), *ID],
            "status": [(LEFT_OUT, "required"), (None, "required"), ("WAITING_APPROVAL", "choice"), ("x", "choice")],
            "additionalInfoJson": [("x", "object"), (["x"], "object")],
            "additionalInfoJson.role": [("ADMIN", "choice"), ("SERVICE", "choice"), (7, "choice"), ("", "required")],
            "additionalInfoJson.username": optional(USERNAME),
            "additionalInfoJson.clients": [("x", "invalid"), ([{"id": 1}], "misplaced")],
        },
    ),
    Ruled(
        "POST",
        "/reports/general/search",
        lambda world: {"status": "NEW"},
        {
            "status": [("NEVER", "choice"), ("new", "choice"), (["NEW"], "invalid")],
            **dict.fromkeys(("clientId", "serviceId", "partId"), ID),
            **dict.fromkeys(("categoryId", "requestNumber", "serialNumber", "serviceTag"), WORD),
            "createdFrom": MOMENT,
            "createdTo": MOMENT,
        },
    ),
    Ruled(
        "POST",
        "/views",
        new_view,
        {
            "name": texts(80),
            "resource": [*texts(64), ("nothing", "choice"), ("action-required", "choice"), ("profile", "choice")],
            "shared": FLAG,
            "state.sort": [*optional(texts()), ("password", "sort"), ("clientName", "sort")],
            "state.order": [("UP", "choice"), (None, "required"), (1, "choice")],
            "state.columns": [(["nothing"], "choice"), (["clientName"], "choice"), (7, "invalid")],
            "state.perPage": [(7, "choice"), (2**63, "max_number"), ("x", "integer"), (True, "integer")],
            "state.filter": [(None, "invalid"), ([], "invalid"), (7, "invalid")],
            "state.filter.status": [(["LOST"], "choice"), ("COMPLETED", "choice")],
            "state.filter.password": [("x", "extra")],
            "state.filter.clientId": [(10**6, "choice"), ("x", "integer")],
            "state.filter.myTurn": [("yes", "extra")],
        },
    ),
)
