"""API calls of the administration with valid arguments.

See contract 6.1 and 6.2, and the sections on emails and reports.
"""

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
    """Build the calls of a declared list with a form.

    Rows that others use cannot be deleted (409), so the deletion gets a new one.
    """
    path = f"/api/rest/{name}"
    calls = [
        Simple("GET", path, roles=ADMIN),
        Simple("GET", f"{path}/{{id}}", roles=ADMIN, id=row),
        Simple("POST", path, body=body, roles=ADMIN),
        Simple("PUT", f"{path}/{{id}}", body=lambda world: edited(body(world)), roles=ADMIN, id=row),
        Simple("GET", f"/files/export/{name}/xlsx", roles=ADMIN),
    ]
    return [*calls, Simple("DELETE", f"{path}/{{id}}", roles=ADMIN, id=row)] if removable else calls


def edited(body: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a body that an edit may write: all but the key."""
    return {name: value for name, value in body.items() if name != "key"}


DRONE = {"key": "DRONE", "nameEn": "Drone", "nameEs": "Dron"}
SERVICE = {"kind": "REPAIRS", "textEn": "a", "textEs": "b", "shortTextEn": "a", "shortTextEs": "b", "value": 2.5}
ADMINISTRATION = (
    Simple("POST", "/contacts", body=lambda world: {**NEW_USER, "password": PASSWORD}),
    Simple("PUT", "/contacts/lock", query=lambda world: {"username": world.client2.username, "locked": "true"}),
    Simple("GET", "/contacts/fetch"),
    Simple("GET", "/contacts/fetch/criteria"),
    Simple("PUT", "/address/edit", body=lambda world: address()),
    Simple(
        "PUT",
        "/client/edit",
        body=lambda world: {
            "oldClientName": "Client one",
            "newClientName": "Client 1",
            "countryCode": "ES",
            "service": None,
        },
    ),
    Simple(
        "PUT",
        "/service/edit",
        body=lambda world: {
            "oldServiceName": "Service one",
            "newServiceName": "Service 1",
            "price": 12.5,
            "supportSpecialServices": True,
            "serviceContactUsername": world.service.username,
        },
    ),
    Simple(
        "POST",
        "/sustainability-manager/save/clients",
        query=lambda world: {"specifiedUsername": world.manager.username},
        body=lambda world: [world.client2.user.client_id],
    ),
    Simple("POST", "/parts", body=part),
    Simple("GET", "/parts/fetch", query=lambda world: {"partId": world.part.pk}),
    Simple("GET", "/parts/fetch-by-criteria"),
    Simple("POST", "/parts/update/part-state", query=lambda world: {"id": world.part.pk, "state": "false"}),
    Simple(
        "POST",
        "/parts/save/predefined/services/to-part",
        query=lambda world: {"id": world.part.pk},
        body=lambda world: {},
    ),
    Simple(
        "PUT",
        "/parts/update-service-category-part-mapping",
        query=lambda world: {"partId": world.part.pk},
        body=lambda world: [],
    ),
    Simple("GET", "/mail/fetch"),
    Simple(
        "POST",
        "/mail/save",
        body=lambda world: {"type": "PROCESS", "settings": [{"id": "REPAIR:NEW", "isClient": True}]},
    ),
    Simple("POST", "/reports/general/search", body=lambda world: STATUS),
    Simple("POST", "/reports/general/charts", body=lambda world: STATUS, roles=REPORT),
    Simple("POST", "/files/export/general-report/xlsx", body=lambda world: STATUS),
    Simple("GET", "/files/export/users/xlsx"),
    Simple("GET", "/api/rest/general-report", query=lambda world: {"filter": '{"status":["NEW"]}'}, roles=REPORT),
    Simple("GET", "/api/rest/general-report/{id}", roles=REPORT, id=lambda world: factories.repair(world, "NEW").pk),
    Simple("GET", "/api/rest/contacts", roles=ADMIN),
    Simple("GET", "/api/rest/contacts/{id}", roles=ADMIN, id=lambda world: world.client.id),
    Simple("POST", "/api/rest/contacts", body=lambda world: NEW_ACCOUNT, roles=ADMIN),
    Simple(
        "PUT",
        "/api/rest/contacts/{id}",
        body=lambda world: {**ACCOUNT, "username": "eva"},
        roles=ADMIN,
        id=lambda world: world.client.id,
    ),
    Simple("GET", "/api/rest/profile", roles=EVERYBODY),
    Simple("GET", "/api/rest/addresses", roles=EVERYBODY),
    Simple("GET", "/api/rest/clients", roles=ADMIN),
    Simple("GET", "/api/rest/clients/{id}", roles=ADMIN, id=a_client),
    Simple("PUT", "/api/rest/clients/{id}", body=lambda world: CLIENT, roles=ADMIN, id=a_client),
    Simple("GET", "/api/rest/services", roles=frozenset({Role.ADMIN, Role.SERVICE, Role.CLIENT})),
    Simple("GET", "/api/rest/services/{id}", roles=frozenset({Role.ADMIN, Role.SERVICE, Role.CLIENT}), id=a_service),
    Simple("PUT", "/api/rest/services/{id}", body=lambda world: SERVICE_CARD, roles=ADMIN, id=a_service),
    Simple("GET", "/api/rest/manager-clients", roles=MANAGERS),
    Simple("GET", "/api/rest/manager-clients/{id}", roles=MANAGERS, id=lambda world: world.manager.id),
    Simple(
        "PUT",
        "/api/rest/manager-clients/{id}",
        body=lambda world: {"clients": [world.client2.user.client_id]},
        roles=ADMIN,
        id=lambda world: world.manager.id,
    ),
    Simple("GET", "/api/rest/mail-notification", roles=ADMIN),
    Simple("GET", "/api/rest/mail-notification/{id}", roles=ADMIN, id=a_category),
    Simple(
        "PUT",
        "/api/rest/mail-notification/{id}",
        body=lambda world: {"settings": {"NEW": ["CLIENT"], "DELIVERY_OVERDUE": []}},
        roles=ADMIN,
        id=a_category,
    ),
    Simple("PUT", "/support/request/feedback", body=lambda world: FEEDBACK),
    Simple("GET", "/mail/readers", query=lambda world: {"requestId": a_number(world), "key": "NEW"}, roles=ADMIN),
    Simple("GET", "/notifications", roles=EVERYBODY),
    Simple("PUT", "/notifications/seen", query=lambda world: {"upTo": 1}, roles=EVERYBODY),
    Simple("GET", "/api/rest/mails", roles=ADMIN),
    Simple("GET", "/api/rest/mails/{id}", roles=ADMIN, id=a_mail),
    Simple("PUT", "/api/rest/mails/{id}", body=lambda world: {"state": "WAITING"}, roles=ADMIN, id=a_mail),
    Simple("GET", "/files/export/mails/xlsx", roles=ADMIN),
    Simple("GET", "/api/rest/imports", roles=ADMIN),
    Simple("GET", "/api/rest/imports/{id}", roles=ADMIN, id=an_import),
    Simple("GET", "/files/export/imports/xlsx", roles=ADMIN),
    Simple("GET", "/files/export/feedback/xlsx", roles=ADMIN),
    Simple("GET", "/api/rest/feedback", roles=ADMIN),
    Simple("GET", "/api/rest/feedback/{id}", roles=ADMIN, id=feedback_row),
    Simple("GET", "/contacts/fetch/request-account", query=lambda world: {"id": account_request(world)}),
    Simple(
        "PUT",
        "/contacts/request-account/decision",
        body=lambda world: {
            "id": account_request(world),
            "status": "APPROVAL",
            "additionalInfoJson": {"role": "CLIENT", "username": f"eva{account_request(world)}"},
        },
    ),
    Simple("GET", "/files/export/account-requests/xlsx", roles=DECIDERS),
    Simple("GET", "/api/rest/account-requests", roles=DECIDERS),
    Simple("GET", "/api/rest/account-requests/{id}", roles=DECIDERS, id=account_request),
    *administered("parts", part_row, lambda world: world.part.pk, removable=False),
    *administered("part-categories", lambda world: {**DRONE, "position": 9}, spare_category),
    *administered("service-categories", lambda world: DRONE, spare_kind),
    *administered("predefined-services", lambda world: SERVICE, spare_service),
    *administered("check-points", lambda world: {"textEn": "a", "textEs": "b", "position": 1}, spare_point),
)
