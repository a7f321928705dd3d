"""Writing the catalogue (spec 2, 2.6 and 2.7)."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction

from portal_backend.audit.models import Event
from portal_backend.audit.record import changes, record
from portal_backend.base.actor import Actor
from portal_backend.base.errors import Refusal, invalid, invalid_field, not_found, too_large
from portal_backend.base.folding import matching_any, same
from portal_backend.base.normalization import normalize_key
from portal_backend.base.words import Word
from portal_backend.catalogue.models import Category, Part, PredefinedService, ServiceCategory
from portal_backend.catalogue.renaming import Name, follow
from portal_backend.files.actions import claim_image, forgotten_if_refused, received_one, release_image
from portal_backend.files.models import StoredFile
from portal_backend.files.schemas import FileIn

log = logging.getLogger("portal.catalogue")


@dataclass(frozen=True)
class PartData:
    """What a part is saved from; `texts` are model attributes (number, model, description_en ...)."""

    category: str
    texts: dict[str, str]
    service_categories: Sequence[int]
    enabled: bool | None = None
    image: FileIn | None = None


def part_of(pk: int, *, lock: bool = False) -> Part:
    """A part by id. Raises 404."""
    # no key: whoever adds a unit of the part meanwhile need not wait, and so cannot stand in the way of this
    rows = Part.objects.select_for_update(no_key=True) if lock else Part.objects.select_related("category")
    part: Part | None = rows.filter(pk=pk).first()
    if part is None:
        raise not_found()
    return part


@forgotten_if_refused()
def save_part(pk: int | None, data: PartData, *, actor: Actor) -> Part:
    """Create (enabled unless told otherwise) or change a part. Raises 400, 404, 409 PART_EXISTS, 413 or 415."""
    category = Category.objects.filter(key=data.category).first()
    if category is None:
        raise invalid_field("category", "choice")
    if pk is None and data.image is None:
        raise invalid({"image": Word("errors.field.required")})
    kinds = _service_categories(data.service_categories)
    image = _image(data.image, actor) if data.image else None
    try:
        with transaction.atomic():
            part = Part() if pk is None else part_of(pk, lock=True)
            _refuse_second(part, data.texts)
            called, before = Name.of(part), _values(part)
            part.category = category
            for attribute, text in data.texts.items():
                setattr(part, attribute, text)
            if data.enabled is not None:
                part.enabled = data.enabled
            replaced = part.image_id if image is not None else None
            if image is not None:
                part.image = image
                claim_image(image)
            part.save()
            if replaced is not None and not Part.objects.filter(image_id=replaced).exists():
                release_image(replaced)
            part.service_categories.set(kinds)
            if pk is not None:
                follow([part], {pk: called})
            changed = changes(before, _values(part))
            _record(part, actor, changed=changed, image=image is not None)
    except IntegrityError:
        raise _exists() from None
    log.info("part %s saved user=%s", part.pk, actor.username)
    return part


def _record(part: Part, actor: Actor, **details: Any) -> None:
    record(Event.PART_SAVED, str(part), actor=actor, subject=("parts", part.pk), **details)


def _values(part: Part) -> dict[str, Any]:
    """What the record keeps of a part."""
    saved = part.pk is not None
    return {
        "category": part.category.key if saved else "",
        "number": part.number,
        "model": part.model,
        "manufacturer": part.manufacturer,
        "description": part.description,
        "enabled": part.enabled,
        "hsCode": part.hs_code,
        "origin": part.origin,
        "serviceCategories": [each.key for each in part.service_categories.order_by("pk")] if saved else [],
    }


def _refuse_second(part: Part, texts: Mapping[str, str]) -> None:
    """Refuse a new manufacturer and number that another part has, however they are written."""
    wanted = [texts["manufacturer"], texts["number"]]
    if [part.manufacturer, part.number] == wanted:
        return
    others = Part.objects.exclude(pk=part.pk)
    written = others.filter(same(manufacturer=texts["manufacturer"], number=texts["number"]))
    # the query ignores no punctuation around a number, and finds longer ones too
    alike = others.filter(matching_any(texts["number"], "number")).values_list("manufacturer", "number")
    if written.exists() or list(map(normalize_key, wanted)) in [list(map(normalize_key, each)) for each in alike]:
        raise _exists()


def _exists() -> Refusal:
    """Build the refusal of a manufacturer and number that another part has."""
    taken = Word("errors.field.part_taken")
    return Refusal(409, "PART_EXISTS", taken, fields={"manufacturer": taken, "number": taken})


def _image(sent: FileIn, actor: Actor) -> StoredFile:
    """The picture of a part: at most 1 MB and one that can be shown."""
    image = received_one(sent, "image", actor=actor)
    if image.size > settings.INLINE_BYTES:
        raise too_large(settings.INLINE_BYTES)
    if not image.has_preview:
        raise Refusal(415, "UNSUPPORTED_FILE", fields={"image": Word("errors.field.image")})
    return image


def _service_categories(ids: Sequence[int]) -> list[ServiceCategory]:
    rows = list(ServiceCategory.objects.filter(pk__in=ids))
    if len(rows) != len(ids):
        raise invalid_field("serviceCategories", "choice")
    return rows


@transaction.atomic
def set_enabled(pk: int, enabled: bool, *, actor: Actor) -> Part:
    """Offer a part or offer it no longer; one in use is never deleted."""
    part = part_of(pk, lock=True)
    _record(part, actor, changed=changes({"enabled": part.enabled}, {"enabled": enabled}))
    part.enabled = enabled
    part.save(update_fields=["enabled"])
    log.info("part %s enabled=%s user=%s", pk, enabled, actor.username)
    return part


@transaction.atomic
def set_service_categories(pk: int, ids: Sequence[int], *, actor: Actor) -> Part:
    """What a part can be asked for. Raises 400 or 404."""
    part = part_of(pk, lock=True)
    before = _values(part)
    part.service_categories.set(_service_categories(ids))
    _record(part, actor, changed=changes(before, _values(part)))
    return part


@transaction.atomic
def set_predefined_services(pk: int, chosen: Mapping[str, Sequence[int]], *, actor: Actor) -> Part:
    """The predefined services of a part, by kind. Raises 400 for one of another kind, or 404."""
    part = part_of(pk, lock=True)
    services: list[Any] = []
    for kind, ids in chosen.items():
        rows = list(PredefinedService.objects.filter(kind=kind, pk__in=ids))
        if len(rows) != len(ids):
            raise invalid_field(kind, "choice")
        services += rows
    before = {"predefinedServices": _services(part)}
    part.predefined_services.set(services)
    _record(part, actor, changed=changes(before, {"predefinedServices": _services(part)}))
    return part


def _services(part: Part) -> list[str]:
    return [str(each) for each in part.predefined_services.order_by("pk")]
