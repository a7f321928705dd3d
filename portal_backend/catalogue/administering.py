"""Admin lists of the catalogue with their forms."""

from typing import Any

from django.db.models import QuerySet

from portal_backend.base.actor import Actor
from portal_backend.base.collation import Collated
from portal_backend.base.countries import countries, country_name
from portal_backend.base.fields import HsCode
from portal_backend.base.folding import matching_any
from portal_backend.base.printing import PrintedText
from portal_backend.base.words import current_language
from portal_backend.catalogue.actions import PartData, part_of, save_part
from portal_backend.catalogue.check_points import CHECK_POINTS
from portal_backend.catalogue.lists import ADMINS, described_category, grouped_types
from portal_backend.catalogue.models import PREDEFINED_KINDS, Category, Part, PredefinedService, ServiceCategory
from portal_backend.catalogue.part_rows import PART_IMPORT
from portal_backend.files.images import image_url
from portal_backend.files.schemas import FileIn
from portal_backend.resources.admin_resource import admin_resource
from portal_backend.resources.field import CREATE, EDIT, FormField
from portal_backend.resources.form import Form, Values
from portal_backend.resources.importing import Import
from portal_backend.resources.resource import BulkAction, Column, Resource, Row

TEXTS = {
    "number": "number",
    "model": "model",
    "manufacturer": "manufacturer",
    "descriptionEn": "description_en",
    "descriptionEs": "description_es",
}
CUSTOMS = {"hsCode": "hs_code", "origin": "origin"}


def _search(rows: QuerySet[Part], keyword: str, actor: Actor) -> QuerySet[Part]:
    return rows.filter(matching_any(keyword, "category__name", *TEXTS.values(), "hs_code"))


def _complete(rows: list[Row]) -> None:
    """Add categories and service categories to a page of rows.

    Uses one query each for the whole page.
    """
    categories = {row.pk: described_category(row) for row in Category.objects.all()}
    links = Part.service_categories.through.objects.filter(part_id__in=[row["id"] for row in rows]).order_by("pk")
    ids_by_part: dict[int, list[int]] = {}
    for part_id, category_id in links.values_list("part_id", "servicecategory_id"):
        ids_by_part.setdefault(part_id, []).append(category_id)
    names = {row.pk: row.name for row in ServiceCategory.objects.all()}
    for row in rows:
        row["category_shown"] = categories[row["category_id"]]
        row["kinds"] = ids_by_part.get(row["id"], [])
        row["kind_names"] = ", ".join(names[pk] for pk in row["kinds"])


def _categories(actor: Actor) -> list[dict[str, Any]]:
    return [described_category(row) for row in Category.objects.order_by("position", "pk")]


def _kinds(actor: Actor) -> list[dict[str, Any]]:
    return [{"key": str(row.pk), "name": row.name} for row in ServiceCategory.objects.order_by("pk")]


def _read(pk: int, actor: Actor) -> Values:
    part = part_of(pk)
    values = {key: getattr(part, attribute) for key, attribute in TEXTS.items()}
    kinds = [str(each) for each in part.service_categories.order_by("pk").values_list("pk", flat=True)]
    return {
        **values,
        "category": part.category.key,
        "serviceCategories": kinds,
        "enabled": part.enabled,
        "hsCode": part.hs_code,
        "origin": part.origin or None,
    }


def _save(pk: int | None, values: Values, actor: Actor) -> int:
    image = values.get("image")
    data = PartData(
        category=values["category"],
        texts={attribute: values[key] or "" for key, attribute in {**TEXTS, **CUSTOMS}.items()},
        service_categories=[int(each) for each in values["serviceCategories"]],
        enabled=values.get("enabled"),
        image=FileIn.model_validate(image) if image else None,
    )
    return save_part(pk, data, actor=actor).pk


PARTS = Resource(
    name="parts",
    columns=(
        Column("id", "number", source="id", shown=False),
        Column("imageUrl", "image", source="image_id", value=lambda row, actor: image_url(row["image_id"]), sort=None),
        Column(
            "category",
            "choice",
            source="category__name",
            order=Collated("category__name"),
            value=lambda row, actor: row["category_shown"],
            text=lambda row: row["category_shown"]["name"],
        ),
        Column("number", source="number"),
        Column("model", source="model"),
        Column("manufacturer", source="manufacturer"),
        Column("description", "longText", source="description", sort=None),
        Column(
            "serviceCategories",
            "choices",
            value=lambda row, actor: row["kinds"],
            text=lambda row: row["kind_names"],
        ),
        Column("enabled", "boolean", source="enabled"),
        Column("hsCode", source="hs_code", hidden=True, extra=True),
        Column(
            "origin",
            "choice",
            source="origin",
            text=lambda row: country_name(row["origin"]),
            sort=None,
            hidden=True,
            extra=True,
        ),
    ),
    rows=lambda actor, parent: Part.objects.all(),
    readers=ADMINS,
    carried=("id", "category_id"),
    complete=_complete,
    default_sort=("number", "DESC"),
    page_sizes=(5, 10, 15, 20),
    search=_search,
    route="parts",
    records={"": "edit/part/{id}"},
    create="create/part",
    group="settings",
    icon="part",
    new_in_group=True,
    export="parts",
    importing=PART_IMPORT,
    bulk=(BulkAction("switchOn", {"enabled": True}), BulkAction("switchOff", {"enabled": False})),
    form=Form(
        (
            FormField("enabled", "boolean", on=EDIT),
            FormField("category", "choice", choices=_categories),
            FormField("number", type=PrintedText),
            FormField("model", type=PrintedText),
            FormField("manufacturer", type=PrintedText),
            FormField("descriptionEn", "longText", max_length=1024, column="description", language="en"),
            FormField("descriptionEs", "longText", max_length=1024, column="description", language="es"),
            FormField("serviceCategories", "choices", required=False, choices=_kinds),
            FormField("hsCode", required=False, max_length=16, type=HsCode, help="hsCode"),
            FormField("origin", "choice", required=False, choices=lambda actor: countries()),
            FormField("image", "image", on=CREATE, type=FileIn),
            FormField("image", "image", required=False, on=EDIT, type=FileIn),
        ),
        ADMINS,
        _read,
        _save,
    ),
)
CATEGORIES = admin_resource(
    Category,
    "part-categories",
    ("key", "name", "position"),
    writers=ADMINS,
    fixed=("key",),
    default_sort=("position", "ASC"),
    group="settings",
    icon="category",
)
SERVICE_CATEGORIES = admin_resource(
    ServiceCategory,
    "service-categories",
    ("key", "name"),
    writers=ADMINS,
    fixed=("key",),
    default_sort=("key", "ASC"),
    group="settings",
    icon="category",
)
PREDEFINED_SERVICES = admin_resource(
    PredefinedService,
    "predefined-services",
    ("kind", "text", "short_text", "value"),
    writers=ADMINS,
    words={"kind": "predefinedKinds"},
    importing=Import(key=("kind", "textEn"), synonyms={"value": ("price", "precio", "preis", "usd")}),
    default_sort=("kind", "ASC"),
    group="settings",
    icon="handyman",
)
ADMINISTERED = (PARTS, CATEGORIES, SERVICE_CATEGORIES, PREDEFINED_SERVICES, CHECK_POINTS)


def described_part(part: Part) -> dict[str, Any]:
    """Serialize a part as the contract defines it."""
    services_by_kind = grouped_types(part.predefined_services.order_by("pk"))
    return {
        "id": part.pk,
        "identificator": part.pk,
        "category": described_category(part.category),
        "number": part.number,
        "model": part.model,
        "manufacturer": part.manufacturer,
        "description": getattr(part, f"description_{current_language()}") or part.description,
        "enabled": part.enabled,
        "serviceCategories": list(part.service_categories.order_by("pk").values_list("pk", flat=True)),
        "imageUrl": image_url(part.image_id),
        **{f"predefinedServicesFor{kind.capitalize()}": services_by_kind[kind] for kind, _ in PREDEFINED_KINDS},
    }
