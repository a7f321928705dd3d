"""Parts many at a time, as spreadsheets bring them (spec 2, 2.6)."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from django.db.models import ManyToOneRel

from portal_backend.base.actor import Actor
from portal_backend.base.countries import codes_by_name
from portal_backend.base.errors import invalid_field
from portal_backend.catalogue.models import Category, Part, ServiceCategory
from portal_backend.catalogue.renaming import Name, follow
from portal_backend.resources.form import Values
from portal_backend.resources.importing import Import, Key

ATTRIBUTES = {
    "number": "number",
    "model": "model",
    "manufacturer": "manufacturer",
    "descriptionEn": "description_en",
    "descriptionEs": "description_es",
    "enabled": "enabled",
    "hsCode": "hs_code",
}
OFFERED = Part.service_categories.through
SYNONYMS = {
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

# an order number may be of the part or of the purchase, an ERP system's code its own
POSSIBLE_SYNONYMS = {
    "number": ("order no", "order number", "número de pedido", "sap", "sap code", "sap number", "código sap"),
}


class PartRows:
    """The parts of the catalogue, read and written in a few statements for many."""

    def known(self, actor: Actor) -> Iterable[tuple[int, Key]]:
        """Each part's id with its manufacturer and number."""
        rows = Part.objects.values_list("pk", "manufacturer", "number").order_by()
        return ((pk, (manufacturer, number)) for pk, manufacturer, number in rows.iterator(chunk_size=5000))

    def read(self, ids: Collection[int], actor: Actor) -> dict[int, Values]:
        """The values of parts by id, as their form has them."""
        chosen: dict[int, list[str]] = {}
        links = OFFERED.objects.filter(part_id__in=ids).order_by("servicecategory_id")
        for part_id, kind in links.values_list("part_id", "servicecategory_id"):
            chosen.setdefault(part_id, []).append(str(kind))
        rows = Part.objects.filter(pk__in=ids).order_by().values("pk", "category__key", "origin", *ATTRIBUTES.values())
        return {
            row["pk"]: {
                **{key: row[attribute] for key, attribute in ATTRIBUTES.items()},
                "category": row["category__key"],
                "origin": row["origin"] or None,
                "serviceCategories": chosen.get(row["pk"], []),
            }
            for row in rows
        }

    def write(self, rows: Sequence[tuple[int | None, Values]], actor: Actor) -> list[int]:
        """Create the parts without an id, and change the others. Raises 400 or 409."""
        categories = dict(Category.objects.values_list("key", "pk"))
        changing = Part.objects.select_for_update(no_key=True).in_bulk([pk for pk, _ in rows if pk is not None])
        parts = [Part(enabled=True) if pk is None else changing[pk] for pk, _ in rows]
        called = {part.pk: Name.of(part) for part in changing.values()}
        for part, (_, values) in zip(parts, rows, strict=True):
            _fill(part, values, categories)
        made = [part for part, (pk, _) in zip(parts, rows, strict=True) if pk is None]
        Part.objects.bulk_create(made)
        if changing:
            written = [*ATTRIBUTES.values(), "description", "category", "image", "origin"]
            Part.objects.bulk_update(changing.values(), written)
            follow(changing.values(), called)
        _offer(parts, [values for _, values in rows], set(changing))
        return [part.pk for part in parts]

    def remove(self, ids: Collection[int], actor: Actor) -> set[int]:
        """Delete parts that nothing uses; where one is in use, none is deleted."""
        used = _used(ids)
        if not used:
            OFFERED.objects.filter(part_id__in=ids).delete()
            Part.objects.filter(pk__in=ids).delete()
        return used


def _fill(part: Part, values: Values, categories: Mapping[str, int]) -> None:
    for key, attribute in ATTRIBUTES.items():
        if key in values:
            setattr(part, attribute, values[key])
    if "origin" in values:
        part.origin = values["origin"] or ""
    if "image" in values:
        part.image_id = values["image"]
    if values["category"] not in categories:
        raise invalid_field("category", "choice")
    part.category_id = categories[values["category"]]


def _offer(parts: Sequence[Part], rows: Sequence[Values], changed: set[int]) -> None:
    """What the parts can be asked for."""
    if changed:
        OFFERED.objects.filter(part_id__in=changed).delete()
    OFFERED.objects.bulk_create(
        OFFERED(part_id=part.pk, servicecategory_id=int(each))
        for part, values in zip(parts, rows, strict=True)
        for each in values.get("serviceCategories") or []
    )


def _used(ids: Collection[int]) -> set[int]:
    """Those of the parts that something refers to."""
    used: set[int] = set()
    for each in Part._meta.get_fields(include_hidden=True):
        if isinstance(each, ManyToOneRel) and not each.related_model._meta.auto_created:
            rows = each.related_model._default_manager.filter(**{f"{each.field.name}__in": ids})
            used |= set(rows.values_list(f"{each.field.name}_id", flat=True))
    return used


def service_keys() -> dict[str, str]:
    """The ids of the service categories by their keys, which people write as well as their names."""
    return {key: str(pk) for pk, key in ServiceCategory.objects.values_list("pk", "key")}


PART_IMPORT = Import(
    key=("manufacturer", "number"),
    folds_key=True,
    records=PartRows(),
    synonyms=SYNONYMS,
    possible_synonyms=POSSIBLE_SYNONYMS,
    aliases={"serviceCategories": service_keys, "origin": codes_by_name},
    optional=("image",),
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
