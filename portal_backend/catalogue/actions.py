"""Changes of the catalogue (spec 2, 2.6 and 2.7)."""

import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.conf import settings
from django.db import IntegrityError, transaction

from portal_backend.audit.log import diff_values, record_event
from portal_backend.audit.models import AuditEvent
from portal_backend.catalogue.check_points import rename_models
from portal_backend.catalogue.models import Category, Part, PredefinedService, ServiceCategory
from portal_backend.core.actor import Actor
from portal_backend.core.errors import ApiError, get_or_404, invalid, invalid_field, too_large
from portal_backend.core.normalization import normalize_key
from portal_backend.core.text_search import contains_any, equals_ignoring_case
from portal_backend.core.translations import LazyMessage
from portal_backend.files.actions import cleanup_on_error, mark_claimed, release_image, resolve_file
from portal_backend.files.models import StoredFile
from portal_backend.files.schemas import FileIn
from portal_backend.workflow.search import build_part_search_line, reindex_renamed_part


class PartName(NamedTuple):
    """Manufacturer and model of a part; several parts can share them.

    Only manufacturer and number together are unique.
    """

    manufacturer: str
    model: str

    @classmethod
    def from_part(cls, part: Part) -> "PartName":
        """Return the current name of a part."""
        return cls(part.manufacturer, part.model)


def propagate_renames(parts: Iterable[Part], before: Mapping[int, PartName]) -> None:
    """Update check points and search lines after the names of parts changed."""
    renamed = {
        part.pk: (before[part.pk], PartName.from_part(part))
        for part in parts
        if before[part.pk] != PartName.from_part(part)
    }
    if not renamed:
        return
    others = _load_other_names(renamed)
    rename_models(_find_abandoned_models(renamed, others))
    lines = {pk: (build_part_search_line(*old), build_part_search_line(*new)) for pk, (old, new) in renamed.items()}
    ids_by_line = _group_by_search_line(lines, others)
    for pk, (old_line, new_line) in lines.items():
        same_name = (ids_by_line[normalize_key(old_line)] | ids_by_line[normalize_key(new_line)]) - {pk}
        reindex_renamed_part(pk, old_line, new_line, same_name)


def _load_other_names(renamed: Mapping[int, object]) -> Mapping[int, PartName]:
    """Load the names of all other parts."""
    rows = Part.objects.order_by().values_list("pk", "manufacturer", "model")
    return {pk: PartName(*name) for pk, *name in rows if pk not in renamed}


def _find_abandoned_models(
    renamed: Mapping[int, tuple[PartName, PartName]], others: Mapping[int, PartName]
) -> Mapping[str, str]:
    """Map lower-case models that no part has any more to their new models.

    If several parts gave up the same model, the first one decides.
    """
    remaining = {name.model.lower() for name in others.values()}
    remaining |= {old.model.lower() for old, new in renamed.values() if old.model.lower() == new.model.lower()}
    new_model_by_old: dict[str, str] = {}
    for old, new in renamed.values():
        if old.model.lower() not in remaining:
            new_model_by_old.setdefault(old.model.lower(), new.model)
    return new_model_by_old


def _group_by_search_line(
    renamed: Mapping[int, tuple[str, str]], others: Mapping[int, PartName]
) -> Mapping[str, set[int]]:
    """Group part ids by the normalized search lines of their old and new names."""
    ids_by_line: dict[str, set[int]] = defaultdict(set)
    for pk, name in others.items():
        ids_by_line[normalize_key(build_part_search_line(*name))].add(pk)
    for pk, lines in renamed.items():
        for line in lines:
            ids_by_line[normalize_key(line)].add(pk)
    return ids_by_line


log = logging.getLogger("portal.catalogue")


@dataclass(frozen=True)
class PartData:
    """Values from which a part is saved."""

    category: str
    #: texts by model attribute (number, model, description_en ...)
    texts: dict[str, str]
    service_categories: Sequence[int]
    enabled: bool | None = None
    image: FileIn | None = None


def get_part(pk: int, *, lock: bool = False) -> Part:
    """Return a part by id. Raises 404."""
    # NO KEY UPDATE does not block inserts of rows that refer to the part, and so avoids deadlocks with them.
    rows = Part.objects.select_for_update(no_key=True) if lock else Part.objects.select_related("category")
    return get_or_404(rows, pk=pk)


@cleanup_on_error()
def save_part(pk: int | None, data: PartData, *, actor: Actor) -> Part:
    """Create or change a part; a new one is enabled by default.

    Raises 400, 404, 409 PART_EXISTS, 413 or 415.
    """
    category = Category.objects.filter(key=data.category).first()
    if category is None:
        raise invalid_field("category", "choice")
    if pk is None and data.image is None:
        raise invalid({"image": LazyMessage("errors.field.required")})
    service_categories = _get_service_categories(data.service_categories)
    image = _receive_image(data.image, actor) if data.image else None
    try:
        with transaction.atomic():
            part = Part() if pk is None else get_part(pk, lock=True)
            _ensure_unique(part, data.texts)
            old_name, before = PartName.from_part(part), _get_audit_values(part)
            part.category = category
            for attribute, text in data.texts.items():
                setattr(part, attribute, text)
            if data.enabled is not None:
                part.enabled = data.enabled
            old_image = part.image_id if image is not None else None
            if image is not None:
                part.image = image
                mark_claimed([image.pk])
            part.save()
            if old_image is not None and not Part.objects.filter(image_id=old_image).exists():
                release_image(old_image)
            part.service_categories.set(service_categories)
            if pk is not None:
                propagate_renames([part], {pk: old_name})
            changed = diff_values(before, _get_audit_values(part))
            _record_change(part, actor, changed=changed, image=image is not None)
    except IntegrityError:
        raise _build_exists_error() from None
    log.info("part %s saved user=%s", part.pk, actor.username)
    return part


def _record_change(part: Part, actor: Actor, **details: Any) -> None:
    record_event(AuditEvent.PART_SAVED, str(part), actor=actor, object_ref=("parts", part.pk), **details)


def _get_audit_values(part: Part) -> dict[str, Any]:
    """Return the values of a part that the audit log records."""
    is_saved = part.pk is not None
    return {
        "category": part.category.key if is_saved else "",
        "number": part.number,
        "model": part.model,
        "manufacturer": part.manufacturer,
        "description": part.description,
        "enabled": part.enabled,
        "hsCode": part.hs_code,
        "origin": part.origin,
        "serviceCategories": [each.key for each in part.service_categories.order_by("pk")] if is_saved else [],
    }


def _ensure_unique(part: Part, texts: Mapping[str, str]) -> None:
    """Raise 409 if another part has this manufacturer and number in any spelling."""
    new_key = [texts["manufacturer"], texts["number"]]
    if [part.manufacturer, part.number] == new_key:
        return
    others = Part.objects.exclude(pk=part.pk)
    matching = others.filter(equals_ignoring_case(manufacturer=texts["manufacturer"], number=texts["number"]))
    # The query keeps punctuation and also matches longer numbers: compare normalized keys as well.
    similar = others.filter(contains_any(texts["number"], "number")).values_list("manufacturer", "number")
    if matching.exists() or list(map(normalize_key, new_key)) in [list(map(normalize_key, each)) for each in similar]:
        raise _build_exists_error()


def _build_exists_error() -> ApiError:
    """Build the error for a manufacturer and number that another part has."""
    taken = LazyMessage("errors.field.part_taken")
    return ApiError(409, "PART_EXISTS", taken, fields={"manufacturer": taken, "number": taken})


def _receive_image(sent: FileIn, actor: Actor) -> StoredFile:
    """Receive the image of a part: a supported format of at most 1 MB."""
    image = resolve_file(sent, "image", actor=actor)
    if image.size > settings.MAX_INLINE_BYTES:
        raise too_large(settings.MAX_INLINE_BYTES)
    if not image.has_preview:
        raise ApiError(415, "UNSUPPORTED_FILE", fields={"image": LazyMessage("errors.field.image")})
    return image


def _get_service_categories(ids: Sequence[int]) -> list[ServiceCategory]:
    rows = list(ServiceCategory.objects.filter(pk__in=ids))
    if len(rows) != len(ids):
        raise invalid_field("serviceCategories", "choice")
    return rows


@transaction.atomic
def set_enabled(pk: int, enabled: bool, *, actor: Actor) -> Part:
    """Enable or disable a part."""
    part = get_part(pk, lock=True)
    _record_change(part, actor, changed=diff_values({"enabled": part.enabled}, {"enabled": enabled}))
    part.enabled = enabled
    part.save(update_fields=["enabled"])
    log.info("part %s enabled=%s user=%s", pk, enabled, actor.username)
    return part


@transaction.atomic
def set_service_categories(pk: int, ids: Sequence[int], *, actor: Actor) -> Part:
    """Set the service categories of a part. Raises 400 or 404."""
    part = get_part(pk, lock=True)
    before = _get_audit_values(part)
    part.service_categories.set(_get_service_categories(ids))
    _record_change(part, actor, changed=diff_values(before, _get_audit_values(part)))
    return part


@transaction.atomic
def set_predefined_services(pk: int, chosen: Mapping[str, Sequence[int]], *, actor: Actor) -> Part:
    """Set the predefined services of a part by kind.

    Raises 400 for a service of another kind, or 404.
    """
    part = get_part(pk, lock=True)
    services: list[Any] = []
    for kind, ids in chosen.items():
        rows = list(PredefinedService.objects.filter(kind=kind, pk__in=ids))
        if len(rows) != len(ids):
            raise invalid_field(kind, "choice")
        services += rows
    before = {"predefinedServices": _get_service_names(part)}
    part.predefined_services.set(services)
    _record_change(part, actor, changed=diff_values(before, {"predefinedServices": _get_service_names(part)}))
    return part


def _get_service_names(part: Part) -> list[str]:
    return [str(each) for each in part.predefined_services.order_by("pk")]
