"""Bulk reading and writing of parts for the import (spec 2, 2.6)."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from django.db.models import ManyToOneRel

from portal_backend.catalogue.actions import PartName, propagate_renames
from portal_backend.catalogue.models import Category, Part, ServiceCategory
from portal_backend.core.actor import Actor
from portal_backend.core.countries import get_country_codes_by_name
from portal_backend.core.errors import invalid_field
from portal_backend.core.translations import LazyMessage
from portal_backend.resources.form import Values
from portal_backend.resources.import_spec import ImportSpec, RowKey

TEXT_ATTRIBUTES = {
    "number": "number",
    "model": "model",
    "manufacturer": "manufacturer",
    "descriptionEn": "description_en",
    "descriptionEs": "description_es",
}
PART_ATTRIBUTES = {**TEXT_ATTRIBUTES, "enabled": "enabled", "hsCode": "hs_code"}
PartServiceCategory = Part.service_categories.through
HEADING_SYNONYMS = {
    "number": (
        *("part number", "part no", "number", "no", "nr", "p/n", "pn", "mpn", "sku"),
        *("manufacturer part", "manufacturer part number", "mfr part number", "catalogue number", "catalog number"),
        *("item number", "num articulo", "número de artículo", "código de artículo"),
        *("artikelnummer", "artikelbezeichnung", "bestellnummer", "número de pieza", "referencia", "ref"),
    ),
    "model": (
        *("name", "part name", "device", "value", "product", "designation", "type", "teil", "nombre", "modelo"),
        *("model number", "model no", "modelo/tipo"),
    ),
    "manufacturer": ("mf", "mfr", "mfg", "maker", "make", "brand", "vendor", "hersteller", "marca", "fabricante"),
    "descriptionEn": ("comment", "comments", "details", "beschreibung", "notes", "item description"),
    "descriptionEs": ("descripción del artículo", "detalles", "comentario", "comentarios"),
    "category": ("part category", "group", "kategorie", "tipo"),
    "serviceCategories": ("services", "service category", "available for", "servicios"),
    "image": ("picture", "photo", "thumbnail", "bild", "foto", "imagen", "fotografía"),
    "enabled": ("active", "available", "activo", "activada"),
    "hsCode": (
        *("hs", "hts", "hs code", "hts code", "commodity code", "tariff code", "customs code", "tariff number"),
        *("taric", "zolltarifnummer", "código sa", "código hs", "partida arancelaria", "arancel"),
    ),
    "origin": (
        *("origin", "country of origin", "made in", "origin country", "coo", "manufactured in"),
        *("ursprungsland", "herkunftsland", "origen", "país de fabricación", "hecho en"),
    ),
}

# ambiguous: an order number can belong to the purchase, and an ERP code to the ERP system
POSSIBLE_HEADING_SYNONYMS = {
    "number": ("order no", "order number", "número de pedido", "sap", "sap code", "sap number", "código sap"),
}


class PartRowStore:
    """Parts of the catalogue, read and written in bulk."""

    def iter_keys(self, actor: Actor) -> Iterable[tuple[int, RowKey]]:
        """Iterate over ids with the key of each part: manufacturer and number."""
        rows = Part.objects.values_list("pk", "manufacturer", "number").order_by()
        return ((pk, (manufacturer, number)) for pk, manufacturer, number in rows.iterator(chunk_size=5000))

    def read(self, ids: Collection[int], actor: Actor) -> dict[int, Values]:
        """Return the form values of parts by id."""
        category_ids: dict[int, list[str]] = {}
        links = PartServiceCategory.objects.filter(part_id__in=ids).order_by("servicecategory_id")
        for part_id, category_id in links.values_list("part_id", "servicecategory_id"):
            category_ids.setdefault(part_id, []).append(str(category_id))
        rows = (
            Part.objects.filter(pk__in=ids)
            .order_by()
            .values("pk", "category__key", "origin", *PART_ATTRIBUTES.values())
        )
        return {
            row["pk"]: {
                **{key: row[attribute] for key, attribute in PART_ATTRIBUTES.items()},
                "category": row["category__key"],
                "origin": row["origin"] or None,
                "serviceCategories": category_ids.get(row["pk"], []),
            }
            for row in rows
        }

    def write(self, rows: Sequence[tuple[int | None, Values]], actor: Actor) -> list[int]:
        """Create parts without an id and change the others. Raises 400 or 409."""
        categories = dict(Category.objects.values_list("key", "pk"))
        existing = Part.objects.select_for_update(no_key=True).in_bulk([pk for pk, _ in rows if pk is not None])
        parts = [Part(enabled=True) if pk is None else existing[pk] for pk, _ in rows]
        old_names = {part.pk: PartName.from_part(part) for part in existing.values()}
        for part, (_, values) in zip(parts, rows, strict=True):
            _apply_values(part, values, categories)
        new_parts = [part for part, (pk, _) in zip(parts, rows, strict=True) if pk is None]
        Part.objects.bulk_create(new_parts)
        if existing:
            fields = [*PART_ATTRIBUTES.values(), "description", "category", "image", "origin"]
            Part.objects.bulk_update(existing.values(), fields)
            propagate_renames(existing.values(), old_names)
        _save_service_categories(parts, [values for _, values in rows], set(existing))
        return [part.pk for part in parts]

    def remove(self, ids: Collection[int], actor: Actor) -> set[int]:
        """Delete parts, or none of them if one is in use.

        Returns the ids of the parts in use.
        """
        used = _find_used(ids)
        if not used:
            PartServiceCategory.objects.filter(part_id__in=ids).delete()
            Part.objects.filter(pk__in=ids).delete()
        return used


def _apply_values(part: Part, values: Values, categories: Mapping[str, int]) -> None:
    for key, attribute in PART_ATTRIBUTES.items():
        if key in values:
            setattr(part, attribute, values[key])
    if "origin" in values:
        part.origin = values["origin"] or ""
    if "image" in values:
        part.image_id = values["image"]
    if values["category"] not in categories:
        raise invalid_field("category", "choice")
    part.category_id = categories[values["category"]]


def _save_service_categories(parts: Sequence[Part], rows: Sequence[Values], existing_ids: set[int]) -> None:
    """Save the service categories of parts."""
    if existing_ids:
        PartServiceCategory.objects.filter(part_id__in=existing_ids).delete()
    PartServiceCategory.objects.bulk_create(
        PartServiceCategory(part_id=part.pk, servicecategory_id=int(each))
        for part, values in zip(parts, rows, strict=True)
        for each in values.get("serviceCategories") or []
    )


def _find_used(ids: Collection[int]) -> set[int]:
    """Return the ids of the parts to which other rows refer."""
    used: set[int] = set()
    for relation in Part._meta.get_fields(include_hidden=True):
        if isinstance(relation, ManyToOneRel) and not relation.related_model._meta.auto_created:
            rows = relation.related_model._default_manager.filter(**{f"{relation.field.name}__in": ids})
            used |= set(rows.values_list(f"{relation.field.name}_id", flat=True))
    return used


def get_service_category_ids() -> dict[str, str]:
    """Return ids of service categories by key.

    Spreadsheets contain keys as well as names.
    """
    return {key: str(pk) for pk, key in ServiceCategory.objects.values_list("pk", "key")}


PART_IMPORT = ImportSpec(
    key_fields=("manufacturer", "number"),
    normalizes_key=True,
    row_store=PartRowStore(),
    synonyms=HEADING_SYNONYMS,
    possible_synonyms=POSSIBLE_HEADING_SYNONYMS,
    choice_aliases={"serviceCategories": get_service_category_ids, "origin": get_country_codes_by_name},
    optional_fields=("image",),
    needed_in_use={"serviceCategories": LazyMessage("imports.notes.not_selectable")},
    example={
        "category": "HANDHELD",
        "number": "PM1703MO-1",
        "model": "PM1703MO-1",
        "manufacturer": "Polimaster",
        "descriptionEn": "Personal radiation detector",
        "descriptionEs": "Detector personal de radiación",
        "serviceCategories": "REPAIR, PARTS",
        "hsCode": "9030.10",
        "origin": "BY",
    },
)
