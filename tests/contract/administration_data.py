"""Valid bodies and existing rows for the calls of the administration."""

import base64
from io import BytesIO
from typing import Any

from PIL import Image

from portal_backend.catalogue.models import ServiceCategory
from portal_backend.core.actor import Role
from portal_backend.core.clock import now
from portal_backend.imports.models import ImportRun
from portal_backend.notifications.models import Feedback, Mail
from portal_backend.registration.models import AccountRequest
from portal_backend.workflow.models import ServiceRequest
from tests import factories
from tests.factories import ADDRESS, World

ADMIN_ONLY = frozenset({Role.ADMIN})
MANAGING_ROLES = frozenset({Role.ADMIN, Role.SUSTAINABILITY_MANAGER})
DECIDING_ROLES = frozenset({Role.ADMIN, Role.SUPERVISOR})
REPORT_ROLES = frozenset({Role.ADMIN, Role.SUPERVISOR, Role.SUSTAINABILITY_MANAGER})
PERSON_BODY = {"firstName": "Ana", "lastName": "Ruiz", "phone": "+34 600 000 000", "email": "ana@example.org"}
PASSWORD = "Gr\u00faa-7-azul"
NEW_USER_BODY = {**PERSON_BODY, "username": "ana", "permission": "ADMIN"}
STATUS_BODY = {"status": "NEW"}


def build_inline_image() -> dict[str, Any]:
    """Build a small inline image."""
    stream = BytesIO()
    Image.new("RGB", (4, 4), "white").save(stream, "PNG")
    return {"name": "a.png", "base64": base64.b64encode(stream.getvalue()).decode()}


def build_part_body(world: World) -> dict[str, Any]:
    """Build the body of a new part for the contract's endpoint."""
    texts = {"number": "N-1", "model": "M", "manufacturer": "Maker", "description": "A part"}
    return {"category": world.part.category.key, **texts, "serviceCategories": [], "image": build_inline_image()}


def build_part_form_body(world: World) -> dict[str, Any]:
    """Build the body of a new part for its declared form."""
    body = {key: value for key, value in build_part_body(world).items() if key != "description"}
    return {**body, "descriptionEn": "A part", "descriptionEs": "Una pieza"}


def build_address_body() -> dict[str, str]:
    """Build a complete address."""
    names = {"company_name": "companyName", "postal_code": "postalCode"}
    return {**{names.get(key, key): value for key, value in ADDRESS.items()}, "building": "1"}


def create_feedback(world: World) -> int:
    """Return the id of a feedback message."""
    texts = {"title": "Slow", "content": "The list is slow."}
    return Feedback.objects.get_or_create(user=world.client.user, defaults={**texts, "created_at": now()})[0].pk


def create_account_request(world: World) -> int:
    """Return the id of an account request that waits for a decision."""
    account_request_row = AccountRequest.objects.filter(status="WAITING_APPROVAL").first()
    if account_request_row is None:
        texts = {"first_name": "Eva", "last_name": "Gil", "phone": "+34 600 000 000", "email": "eva@example.org"}
        account_request_row = AccountRequest.objects.create(
            username="eva", **texts, **ADDRESS, language="es", created_at=now()
        )
    return account_request_row.pk


def get_repair_number(world: World) -> str:
    """Return the number of a repair."""
    request = ServiceRequest.objects.filter(kind="REPAIR").first()
    return (request or factories.repair(world)).number


def create_import(world: World) -> int:
    """Create an import of the administrator and return its id."""
    return ImportRun.objects.create(owner=world.admin.user, target="parts", file_name="parts.xlsx").pk


def create_failed_mail(world: World) -> int:
    """Return the id of a failed email."""
    texts = {"title": "Slow", "content": "The list is slow.", "writer": "Ann", "page": ""}
    row = {"values": texts, "created_at": now(), "next_attempt_at": now(), "state": "FAILED", "language": "en"}
    return Mail.objects.get_or_create(to="ann@example.org", template="feedback", category="FEEDBACK", defaults=row)[
        0
    ].pk


FEEDBACK_BODY = {
    "title": "Slow",
    "content": "The list is slow.",
    "pageName": "Active repairs",
    "pagePath": "/en/active-repairs",
}
CLIENT_BODY = {"name": "Client 1", "countryCode": "ES", "service": None}
SERVICE_BODY = {"name": "Service 1", "price": 12.5, "supportSpecialServices": True, "serviceContactUsername": "service"}
ACCOUNT_BODY = {**PERSON_BODY, "backupEmails": ["b@example.org"]}
NEW_ACCOUNT_BODY = {**ACCOUNT_BODY, "username": "eva", "password": PASSWORD, "role": "CLIENT", "clientService": None}


def get_client_id(world: World) -> int:
    """Return the id of the first client."""
    return world.client.user.client_id or 0


def get_service_id(world: World) -> int:
    """Return the id of the first service."""
    return world.service.user.service_id or 0


def get_service_category_id(world: World) -> int:
    """Return the id of the service category of repairs."""
    assert world.part, "a part brings the service categories"
    return ServiceCategory.objects.get(key="REPAIR").pk
