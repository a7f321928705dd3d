"""Catalogue data from which new requests and diagnostics choose (contract 6.2)."""

from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import prefetch_related_objects

from portal_backend.catalogue.models import (
    PREDEFINED_SERVICE_KINDS,
    Category,
    Part,
    PredefinedService,
    ServiceCategory,
)
from portal_backend.core.actor import ALL_ROLES, Actor, Role, Roles
from portal_backend.core.errors import forbidden, invalid_field
from portal_backend.core.text_search import Collated
from portal_backend.files.previews import get_image_url
from portal_backend.resources.filters import parse_text
from portal_backend.resources.resource import Filter

READERS: Roles = ALL_ROLES
ADMINS: Roles = frozenset({Role.ADMIN})
PREDEFINED_SERVICE_READERS: Roles = frozenset({Role.ADMIN, Role.SERVICE})
DISABLED_PART_READERS: Roles = frozenset({Role.ADMIN, Role.SUPERVISOR, Role.SUSTAINABILITY_MANAGER})


def list_categories() -> list[dict[str, str]]:
    """List the categories with an enabled part."""
    rows = Category.objects.filter(parts__enabled=True).distinct().order_by("position", "pk")
    return [{"key": row.key, "name": row.name} for row in rows]


def list_category_choices(actor: Actor) -> list[dict[str, Any]]:
    """List all categories, as choices of a field or filter."""
    return [serialize_category(row) for row in Category.objects.order_by("position", "pk")]


def build_category_filter(apply: Callable[[Any, str, Actor], Any]) -> Filter:
    """Build a filter by category; `apply` narrows the rows to its key."""
    return Filter("categoryId", "choice", parse_text, apply, list_category_choices)


def get_part_ids(category: str) -> list[int]:
    """Return the ids of the parts of a category, by its key."""
    return list(Part.objects.filter(category__key=category).values_list("pk", flat=True))


def list_service_categories(keys: list[str]) -> list[dict[str, Any]]:
    """List service categories by key. Raises 400 for an unknown key."""
    rows = list(ServiceCategory.objects.filter(key__in=keys).order_by("pk"))
    if len(rows) != len(set(keys)):
        raise invalid_field("keys", "choice")
    return [{"id": row.pk, "key": row.key} for row in rows]


def has_selectable_parts() -> bool:
    """Return whether clients can choose any part in a new repair or part request."""
    return Part.objects.filter(enabled=True, service_categories__key__in=("REPAIR", "PARTS")).exists()


def list_parts(actor: Actor, category: str, service_keys: list[str], everything: bool = False) -> list[dict[str, Any]]:
    """List the enabled parts of a category, filtered by service categories.

    Parts are sorted by name. `everything` includes disabled parts, for roles that report on them. Raises 400 or 403.
    """
    if everything and actor.role not in DISABLED_PART_READERS:
        raise forbidden()
    if not Category.objects.filter(key=category).exists():
        raise invalid_field("category", "choice")
    if service_keys:
        list_service_categories(service_keys)
    rows = Part.objects.filter(category__key=category).order_by(Collated("manufacturer"), Collated("model"), "pk")
    if not everything:
        rows = rows.filter(enabled=True)
    if service_keys:
        rows = rows.filter(service_categories__key__in=service_keys).distinct()
    return [serialize_part_choice(row) for row in rows]


def serialize_part_choice(part: Part) -> dict[str, Any]:
    """Serialize a part to select."""
    return {
        "id": part.pk,
        "partName": part.model,
        "manufacturer": part.manufacturer,
        "number": part.number,
        "imageUrl": get_image_url(part.image_id),
    }


def serialize_category(category: Category) -> dict[str, str]:
    """Serialize a category."""
    return {"key": category.key, "name": category.name}


def get_orderable_parts(part_ids: set[int], service_key: str) -> dict[int, Part]:
    """Return the parts by id that are enabled and have the service category."""
    rows = Part.objects.filter(pk__in=part_ids, enabled=True, service_categories__key=service_key)
    return {part.pk: part for part in rows.only("manufacturer", "model")}


def serialize_predefined_service(row: PredefinedService) -> dict[str, Any]:
    """Serialize a predefined service; `value` in USD."""
    return {"id": row.pk, "text": row.text, "shortText": row.short_text, "value": row.value}


def group_services_by_kind(rows: Iterable[PredefinedService]) -> dict[str, list[dict[str, Any]]]:
    """Serialize predefined services, grouped by kind."""
    groups: dict[str, list[dict[str, Any]]] = {kind: [] for kind, _ in PREDEFINED_SERVICE_KINDS}
    for row in rows:
        groups[row.kind].append(serialize_predefined_service(row))
    return groups


def list_predefined_services() -> dict[str, list[dict[str, Any]]]:
    """List all predefined services by kind."""
    return group_services_by_kind(PredefinedService.objects.order_by("kind", "pk"))


def list_services_by_part(parts: Iterable[Part]) -> dict[int, dict[str, list[dict[str, Any]]]]:
    """List the predefined services of each part that has any."""
    unique_parts = list({part.pk: part for part in parts}.values())
    prefetch_related_objects(unique_parts, "predefined_services")
    services_by_part = {part.pk: part.predefined_services.all() for part in unique_parts}
    return {pk: group_services_by_kind(services) for pk, services in services_by_part.items() if services}
