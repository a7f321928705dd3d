"""Calls of the administration with a body, and the rules of their fields."""

from typing import Any

from tests.contract.administration_data import (
    FEEDBACK_BODY,
    NEW_USER_BODY,
    PASSWORD,
    PERSON_BODY,
    build_address_body,
    build_part_body,
    create_account_request,
)
from tests.contract.field_rules import (
    ADDRESS_FIELDS,
    BACKUP_EMAIL,
    CHANGED_PASSWORD,
    COUNTRY,
    COUNTRY_CODE,
    DATETIME,
    FLAG,
    ID,
    KEYWORD,
    OMITTED,
    OPTIONAL_FLAG,
    ORGANISATION_FIELDS,
    PERSON_FIELDS,
    PRICE,
    ROLE_SWITCHES,
    USERNAME,
    CallRules,
    build_text_rules,
    make_optional,
)
from tests.contract.saved_view_calls import build_view_body
from tests.factories import World


def _build_user_body(world: World) -> dict[str, Any]:
    return {**NEW_USER_BODY, "password": PASSWORD, "backupEmails": [{"id": -1, "value": "b@example.org"}]}


def _build_user_edit_body(world: World) -> dict[str, Any]:
    names = {"oldUsername": world.client2.username, "newUsername": "renamed"}
    return {**PERSON_BODY, **names, "backupEmails": [{"value": "b@example.org"}]}


def _build_client_body(world: World) -> dict[str, Any]:
    names = {"oldClientName": "Client one", "newClientName": "Client 1"}
    return {**names, "countryCode": "ES", "service": world.client2.user.client.service_id}  # type: ignore[union-attr]


def _build_service_body(world: World) -> dict[str, Any]:
    names = {"oldServiceName": "Service one", "newServiceName": "Service 1", "serviceContactUsername": "service"}
    return {**names, "price": 12.5, "supportSpecialServices": True}


def _build_decision_body(world: World) -> dict[str, Any]:
    admission = {"role": "CLIENT", "username": "eva2"}
    return {"id": create_account_request(world), "status": "APPROVAL", "additionalInfoJson": admission}


def _build_account_request_body() -> dict[str, Any]:
    return {**PERSON_BODY, "backupEmails": [{"value": "b@example.org"}]}


def _build_mail_rules_body(world: World) -> dict[str, Any]:
    return {"type": "PROCESS", "settings": [{"id": "REPAIR:NEW", "isClient": True}]}


CALL_RULES = (
    CallRules(
        "POST",
        "/contacts",
        _build_user_body,
        {
            **PERSON_FIELDS,
            **BACKUP_EMAIL,
            **ORGANISATION_FIELDS,
            "username": USERNAME,
            # optional: without a password the user is invited to set one
            "password": CHANGED_PASSWORD,
            "permission": [
                (OMITTED, "required"),
                ("", "required"),
                (None, "required"),
                ("BOSS", "choice"),
                (1, "choice"),
            ],
        },
    ),
    CallRules(
        "PUT",
        "/contacts/edit",
        _build_user_edit_body,
        {
            **PERSON_FIELDS,
            **BACKUP_EMAIL,
            **ORGANISATION_FIELDS,
            "newUsername": USERNAME,
            "oldUsername": build_text_rules(),
            "password": CHANGED_PASSWORD,
        },
    ),
    CallRules(
        "PUT",
        "/address/edit",
        lambda world: build_address_body(),
        {**ADDRESS_FIELDS, "country": COUNTRY, "province": make_optional(build_text_rules())},
        lambda world: {"identification": "client"},
    ),
    CallRules(
        "PUT",
        "/client/edit",
        _build_client_body,
        {
            "oldClientName": build_text_rules(),
            "newClientName": build_text_rules(),
            "countryCode": COUNTRY_CODE,
            "service": [*ID, (10**6, "choice")],
        },
    ),
    CallRules(
        "PUT",
        "/service/edit",
        _build_service_body,
        {
            "oldServiceName": build_text_rules(),
            "newServiceName": build_text_rules(),
            "price": PRICE,
            "supportSpecialServices": FLAG,
            "serviceContactUsername": [
                *make_optional(build_text_rules()),
                ("service2", "choice"),
                ("nobody", "choice"),
            ],
        },
    ),
    CallRules(
        "POST",
        "/parts",
        build_part_body,
        {
            "category": [*build_text_rules(), ("TOASTER", "choice")],
            **{each: build_text_rules() for each in ("number", "model", "manufacturer")},
            "description": build_text_rules(1024, lines=True),
            "enabled": OPTIONAL_FLAG,
            "serviceCategories": [("x", "invalid"), ([10**6], "choice"), ([{}] * 101, "max_items")],
            "image": [(OMITTED, "required"), (None, "required"), ("x", "object")],
        },
    ),
    CallRules(
        "POST",
        "/parts/save/predefined/services/to-part",
        lambda world: {"DIAGNOSTICS": [world.part.predefined_services.filter(kind="DIAGNOSTICS")[0].pk]},
        {kind: [("x", "invalid"), ([10**6], "choice")] for kind in ("DIAGNOSTICS", "REPAIRS", "PARTS")},
        lambda world: {"id": world.part.pk},
    ),
    CallRules(
        "PUT",
        "/support/request/feedback",
        lambda world: FEEDBACK_BODY,
        {
            "title": build_text_rules(64),
            "content": build_text_rules(640, lines=True),
            "pageName": make_optional(build_text_rules()),
            "pagePath": make_optional(build_text_rules()),
        },
    ),
    CallRules(
        "POST",
        "/mail/save",
        _build_mail_rules_body,
        {
            "type": [(OMITTED, "required"), ("OTHER", "choice"), (None, "required")],
            "settings": [(OMITTED, "required"), ([], "min_items"), ("x", "invalid")],
            "settings.0.id": [
                *build_text_rules(),
                ("REPAIR:NEVER", "choice"),
                ("NEW", "choice"),
                ("REPAIR:DELIVERY_OVERDUE", "choice"),
            ],
            **{f"settings.0.{each}": OPTIONAL_FLAG for each in ROLE_SWITCHES},
        },
    ),
    CallRules(
        "POST",
        "/contacts/request-account/request",
        lambda world: {
            "contact": {**_build_account_request_body(), "username": "eva"},
            "address": build_address_body(),
        },
        {
            "contact": [(OMITTED, "required"), (None, "object"), ("x", "object")],
            "address": [(OMITTED, "required"), (None, "object"), ("x", "object")],
            **{
                f"contact.{name}": rule
                for name, rule in {**PERSON_FIELDS, **BACKUP_EMAIL, "username": USERNAME}.items()
            },
            **{f"address.{name}": rule for name, rule in ADDRESS_FIELDS.items()},
            "address.country": COUNTRY,
            "address.province": make_optional(build_text_rules()),
        },
    ),
    CallRules(
        "PUT",
        "/contacts/request-account/decision",
        _build_decision_body,
        {
            "id": [(OMITTED, "required"), (None, "integer"), *ID],
            "status": [(OMITTED, "required"), (None, "required"), ("WAITING_APPROVAL", "choice"), ("x", "choice")],
            "additionalInfoJson": [("x", "object"), (["x"], "object")],
            "additionalInfoJson.role": [("ADMIN", "choice"), ("SERVICE", "choice"), (7, "choice"), ("", "required")],
            "additionalInfoJson.username": make_optional(USERNAME),
            "additionalInfoJson.clients": [("x", "invalid"), ([{"id": 1}], "misplaced")],
        },
    ),
    CallRules(
        "POST",
        "/reports/general/search",
        lambda world: {"status": "NEW"},
        {
            "status": [("NEVER", "choice"), ("new", "choice"), (["NEW"], "invalid")],
            **dict.fromkeys(("clientId", "serviceId", "partId"), ID),
            **dict.fromkeys(("categoryId", "requestNumber", "serialNumber", "serviceTag"), KEYWORD),
            "createdFrom": DATETIME,
            "createdTo": DATETIME,
        },
    ),
    CallRules(
        "POST",
        "/views",
        build_view_body,
        {
            "name": build_text_rules(80),
            "resource": [
                *build_text_rules(64),
                ("nothing", "choice"),
                ("action-required", "choice"),
                ("profile", "choice"),
            ],
            "shared": FLAG,
            "state.sort": [*make_optional(build_text_rules()), ("password", "sort"), ("clientName", "sort")],
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
