"""The calls of the administration (contract 6.1, 6.2, mail and report), each so that it goes well."""

import base64
from collections.abc import Callable
from io import BytesIO
from typing import Any

from PIL import Image

from portal_backend.base.actor import EVERYBODY, Role
from portal_backend.base.newyork import now
from portal_backend.catalogue.models import Category, PredefinedService, ServiceCategory
from portal_backend.imports.models import ImportRun
from portal_backend.joining.models import AccountRequest
from portal_backend.notifications.models import Feedback, Mail
from portal_backend.workflow.models import Request
from tests import factories
from tests.contract.simple import Simple
from tests.factories import ADDRESS, World

ADMIN = frozenset({Role.ADMIN})
MANAGERS = frozenset({Role.ADMIN, Role.SUSTAINABILITY_MANAGER})
DECIDERS = frozenset({Role.ADMIN, Role.SUPERVISOR})
REPORT = frozenset({Role.ADMIN, Role.SUPERVISOR, Role.SUSTAINABILITY_MANAGER})
PERSON = {"firstName": "Ana", "lastName": "Ruiz", "phone": "+34 600 000 000", "email": "ana@example.org"}
PASSWORD = "Gr\u00faa-7-azul"
NEW_USER = {**PERSON, "username": "ana", "permission": "ADMIN"}
STATUS = {"status": "NEW"}


Body = Callable[[World], Any]


def picture() -> dict[str, Any]:
    """A small picture, sent inline."""
    stream = BytesIO()
    Image.new("RGB", (4, 4), "white").save(stream, "PNG")
    return {"name": "a.png", "base64": base64.b64encode(stream.getvalue()).decode()}


def part(here: World) -> dict[str, Any]:
    """A new part for the contract's call."""
    texts = {"number": "N-1", "model": "M", "manufacturer": "Maker", "description": "A part"}
    return {"category": here.part.category.key, **texts, "serviceCategories": [], "image": picture()}


def part_row(here: World) -> dict[str, Any]:
    """A new part for its declared form."""
    body = {key: value for key, value in part(here).items() if key != "description"}
    return {**body, "descriptionEn": "A part", "descriptionEs": "Una pieza"}


def address() -> dict[str, str]:
    """A whole address."""
    names = {"company_name": "companyName", "postal_code": "postalCode"}
    return {**{names.get(key, key): value for key, value in ADDRESS.items()}, "building": "1"}


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


def spare_category(here: World) -> int:
    """A category that no part has."""
    return Category.objects.get_or_create(key="SPARE", defaults={"name_en": "Spare", "name_es": "Otra"})[0].pk


def spare_kind(here: World) -> int:
    """A service category that no part has."""
    return ServiceCategory.objects.get_or_create(key="SPARE", defaults={"name_en": "Spare", "name_es": "Otra"})[0].pk


def spare_service(here: World) -> int:
    """A predefined service that no part has."""
    texts = {"text_en": "a", "text_es": "b", "short_text_en": "a", "short_text_es": "b", "value": 1}
    return PredefinedService.objects.get_or_create(kind="REPAIRS", text="a", defaults=texts)[0].pk


def feedback_row(here: World) -> int:
    """What somebody wrote."""
    texts = {"title": "Slow", "content": "The list is slow."}
    return Feedback.objects.get_or_create(user=here.client.user, defaults={**texts, "created_at": now()})[0].pk


def account_request(here: World) -> int:
    """Somebody who waits for a decision."""
    made = AccountRequest.objects.filter(status="WAITING_APPROVAL").first()
    if made is None:
        texts = {"first_name": "Eva", "last_name": "Gil", "phone": "+34 600 000 000", "email": "eva@example.org"}
        made = AccountRequest.objects.create(username="eva", **texts, **ADDRESS, language="es", created_at=now())
    return made.pk


def a_number(here: World) -> str:
    """The number of a repair."""
    found = Request.objects.filter(kind="REPAIR").first()
    return (found or factories.repair(here)).number


def an_import(here: World) -> int:
    """An import of the administrator's."""
    return ImportRun.objects.create(owner=here.admin.user, target="parts", file_name="parts.xlsx").pk


def a_mail(here: World) -> int:
    """A mail that failed."""
    texts = {"title": "Slow", "content": "The list is slow.", "writer": "Ann", "page": ""}
    row = {"values": texts, "created_at": now(), "next_try": now(), "state": "FAILED", "language": "en"}
    return Mail.objects.get_or_create(to="ann@example.org", template="feedback", category="FEEDBACK", defaults=row)[
        0
    ].pk


FEEDBACK = {
    "title": "Slow",
    "content": "The list is slow.",
    "pageName": "Active repairs",
    "pagePath": "/en/active-repairs",
}
CLIENT = {"name": "Client 1", "countryCode": "ES", "service": None}
SERVICE_CARD = {"name": "Service 1", "price": 12.5, "supportSpecialServices": True, "serviceContactUsername": "service"}
ACCOUNT = {**PERSON, "backupEmails": ["b@example.org"]}
NEW_ACCOUNT = {**ACCOUNT, "username": "eva", "password": PASSWORD, "role": "CLIENT", "clientService": None}


def a_client(here: World) -> int:
    """The first Client."""
    return here.client.user.client_id or 0


def a_service(here: World) -> int:
    """The first Service."""
    return here.service.user.service_id or 0


def a_category(here: World) -> int:
    """The service category of repairs."""
    assert here.part, "a part brings the service categories"
    return ServiceCategory.objects.get(key="REPAIR").pk


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
)
