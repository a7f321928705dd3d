"""The calls of the administration (contract 6.1, 6.2, mail and report), each so that it goes well."""

from collections.abc import Callable
from typing import Any

from portal_backend.base.actor import EVERYBODY, Role
from tests import factories
from tests.contract.administration_rows import (
    ACCOUNT,
    ADMIN,
    CLIENT,
    DECIDERS,
    FEEDBACK,
    MANAGERS,
    NEW_ACCOUNT,
    NEW_USER,
    PASSWORD,
    REPORT,
    SERVICE_CARD,
    STATUS,
    Body,
    a_category,
    a_client,
    a_mail,
    a_number,
    a_service,
    account_request,
    address,
    an_import,
    feedback_row,
    part,
    part_row,
    spare_category,
    spare_kind,
    spare_point,
    spare_service,
)
from tests.contract.simple import Simple
from tests.factories import World


def administered(name: str, body: Body, row: Callable[[World], int], *, removable: bool = True) -> list[Simple]:
    """The calls of a declared list with its form; a row that others use is not removed (409), so a new one is."""
    path = f"/api/rest/{name}"
    calls = [
        Simple("GET", path, roles=ADMIN),
        Simple("GET", f"{path}/{{id}}", roles=ADMIN, id=row),
        Simple("POST", path, body=body, roles=ADMIN),
        Simple("PUT", f"{path}/{{id}}", body=lambda here: edited(body(here)), roles=ADMIN, id=row),
        Simple("GET", f"/files/export/{name}/xlsx", roles=ADMIN),
    ]
    return [*calls, Simple("DELETE", f"{path}/{{id}}", roles=ADMIN, id=row)] if removable else calls


def edited(body: dict[str, Any]) -> dict[str, Any]:
    """What an edit may write: the key that others know a row by stays."""
    return {name: value for name, value in body.items() if name != "key"}


DRONE = {"key": "DRONE", "nameEn": "Drone", "nameEs": "Dron"}
SERVICE = {"kind": "REPAIRS", "textEn": "a", "textEs": "b", "shortTextEn": "a", "shortTextEs": "b", "value": 2.5}
ADMINISTRATION = (
    Simple("POST", "/contacts", body=lambda here: {**NEW_USER, "password": PASSWORD}),
    Simple("PUT", "/contacts/lock", query=lambda here: {"username": here.client2.username, "locked": "true"}),
    Simple("GET", "/contacts/fetch"),
    Simple("GET", "/contacts/fetch/criteria"),
    Simple("PUT", "/address/edit", body=lambda here: address()),
    Simple(
        "PUT",
        "/client/edit",
        body=lambda here: {
            "oldClientName": "Client one",
            "newClientName": "Client 1",
            "countryCode": "ES",
            "service": None,
        },
    ),
    Simple(
        "PUT",
        "/service/edit",
        body=lambda here: {
            "oldServiceName": "Service one",
            "newServiceName": "Service 1",
            "price": 12.5,
            "supportSpecialServices": True,
            "serviceContactUsername": here.service.username,
        },
    ),
    Simple(
        "POST",
        "/sustainability-manager/save/clients",
        query=lambda here: {"specifiedUsername": here.manager.username},
        body=lambda here: [here.client2.user.client_id],
    ),
    Simple("POST", "/parts", body=part),
    Simple("GET", "/parts/fetch", query=lambda here: {"partId": here.part.pk}),
    Simple("GET", "/parts/fetch-by-criteria"),
    Simple("POST", "/parts/update/part-state", query=lambda here: {"id": here.part.pk, "state": "false"}),
    Simple(
        "POST", "/parts/save/predefined/services/to-part", query=lambda here: {"id": here.part.pk}, body=lambda here: {}
    ),
    Simple(
        "PUT",
        "/parts/update-service-category-part-mapping",
        query=lambda here: {"partId": here.part.pk},
        body=lambda here: [],
    ),
    Simple("GET", "/mail/fetch"),
    Simple(
        "POST",
        "/mail/save",
        body=lambda here: {"type": "PROCESS", "settings": [{"id": "REPAIR:NEW", "isClient": True}]},
    ),
    Simple("POST", "/reports/general/search", body=lambda here: STATUS),
    Simple("POST", "/reports/general/charts", body=lambda here: STATUS, roles=REPORT),
    Simple("POST", "/files/export/general-report/xlsx", body=lambda here: STATUS),
    Simple("GET", "/files/export/users/xlsx"),
    Simple("GET", "/api/rest/general-report", query=lambda here: {"filter": '{"status":["NEW"]}'}, roles=REPORT),
    Simple("GET", "/api/rest/general-report/{id}", roles=REPORT, id=lambda here: factories.repair(here, "NEW").pk),
    Simple("GET", "/api/rest/contacts", roles=ADMIN),
    Simple("GET", "/api/rest/contacts/{id}", roles=ADMIN, id=lambda here: here.client.id),
    Simple("POST", "/api/rest/contacts", body=lambda here: NEW_ACCOUNT, roles=ADMIN),
    Simple(
        "PUT",
        "/api/rest/contacts/{id}",
        body=lambda here: {**ACCOUNT, "username": "eva"},
        roles=ADMIN,
        id=lambda here: here.client.id,
    ),
    Simple("GET", "/api/rest/profile", roles=EVERYBODY),
    Simple("GET", "/api/rest/addresses", roles=EVERYBODY),
    Simple("GET", "/api/rest/clients", roles=ADMIN),
    Simple("GET", "/api/rest/clients/{id}", roles=ADMIN, id=a_client),
    Simple("PUT", "/api/rest/clients/{id}", body=lambda here: CLIENT, roles=ADMIN, id=a_client),
    Simple("GET", "/api/rest/services", roles=frozenset({Role.ADMIN, Role.SERVICE, Role.CLIENT})),
    Simple("GET", "/api/rest/services/{id}", roles=frozenset({Role.ADMIN, Role.SERVICE, Role.CLIENT}), id=a_service),
    Simple("PUT", "/api/rest/services/{id}", body=lambda here: SERVICE_CARD, roles=ADMIN, id=a_service),
    Simple("GET", "/api/rest/manager-clients", roles=MANAGERS),
    Simple("GET", "/api/rest/manager-clients/{id}", roles=MANAGERS, id=lambda here: here.manager.id),
    Simple(
        "PUT",
        "/api/rest/manager-clients/{id}",
        body=lambda here: {"clients": [here.client2.user.client_id]},
        roles=ADMIN,
        id=lambda here: here.manager.id,
    ),
    Simple("GET", "/api/rest/mail-notification", roles=ADMIN),
    Simple("GET", "/api/rest/mail-notification/{id}", roles=ADMIN, id=a_category),
    Simple(
        "PUT",
        "/api/rest/mail-notification/{id}",
        body=lambda here: {"settings": {"NEW": ["CLIENT"], "DELIVERY_OVERDUE": []}},
        roles=ADMIN,
        id=a_category,
    ),
    Simple("PUT", "/support/request/feedback", body=lambda here: FEEDBACK),
    Simple("GET", "/mail/readers", query=lambda here: {"requestId": a_number(here), "key": "NEW"}, roles=ADMIN),
    Simple("GET", "/notifications", roles=EVERYBODY),
    Simple("PUT", "/notifications/seen", query=lambda here: {"upTo": 1}, roles=EVERYBODY),
    Simple("GET", "/api/rest/mails", roles=ADMIN),
    Simple("GET", "/api/rest/mails/{id}", roles=ADMIN, id=a_mail),
    Simple("PUT", "/api/rest/mails/{id}", body=lambda here: {"state": "WAITING"}, roles=ADMIN, id=a_mail),
    Simple("GET", "/files/export/mails/xlsx", roles=ADMIN),
    Simple("GET", "/api/rest/imports", roles=ADMIN),
    Simple("GET", "/api/rest/imports/{id}", roles=ADMIN, id=an_import),
    Simple("GET", "/files/export/imports/xlsx", roles=ADMIN),
    Simple("GET", "/files/export/feedback/xlsx", roles=ADMIN),
    Simple("GET", "/api/rest/feedback", roles=ADMIN),
    Simple("GET", "/api/rest/feedback/{id}", roles=ADMIN, id=feedback_row),
    Simple("GET", "/contacts/fetch/request-account", query=lambda here: {"id": account_request(here)}),
    Simple(
        "PUT",
        "/contacts/request-account/decision",
        body=lambda here: {
            "id": account_request(here),
            "status": "APPROVAL",
            "additionalInfoJson": {"role": "CLIENT", "username": f"eva{account_request(here)}"},
        },
    ),
    Simple("GET", "/files/export/account-requests/xlsx", roles=DECIDERS),
    Simple("GET", "/api/rest/account-requests", roles=DECIDERS),
    Simple("GET", "/api/rest/account-requests/{id}", roles=DECIDERS, id=account_request),
    *administered("parts", part_row, lambda here: here.part.pk, removable=False),
    *administered("part-categories", lambda here: {**DRONE, "position": 9}, spare_category),
    *administered("service-categories", lambda here: DRONE, spare_kind),
    *administered("predefined-services", lambda here: SERVICE, spare_service),
    *administered("check-points", lambda here: {"textEn": "a", "textEs": "b", "position": 1}, spare_point),
)
