"""Admin lists of the catalogue with their forms."""

from typing import Any

from portal_backend.catalogue.actions import PartData, get_part, save_part
from portal_backend.catalogue.check_points import CHECK_POINTS
from portal_backend.catalogue.models import (
    PREDEFINED_SERVICE_KINDS,
    Category,
    Part,
    PredefinedService,
    ServiceCategory,
)
from portal_backend.catalogue.part_import import PART_IMPORT, TEXT_ATTRIBUTES
from portal_backend.catalogue.selectors import (
    ADMINS,
    build_category_filter,
    group_services_by_kind,
    list_category_choices,
    serialize_category,
)
from portal_backend.core.actor import ALL_ROLES, Actor
from portal_backend.core.countries import get_country_name, list_country_choices
from portal_backend.core.text_search import Collated
from portal_backend.core.translations import get_current_language
from portal_backend.core.types import HsCode, PrintableText
from portal_backend.files.previews import get_image_url
from portal_backend.files.schemas import FileIn
from portal_backend.resources.admin_resource import admin_resource
from portal_backend.resources.field import CREATE, EDIT, FormField, list_row_choices
from portal_backend.resources.filters import build_keyword_search
from portal_backend.resources.form import Form, Values
from portal_backend.resources.import_spec import ImportSpec
from portal_backend.resources.resource import BulkAction, Column, Resource, Row

CUSTOMS_ATTRIBUTES = {"hsCode": "hs_code", "origin": "origin"}


def _add_categories(rows: list[Row], actor: Actor) -> None:
    """Add categories and service categories to a page of rows.

    Uses one query each for the whole page.
    """
    categories = {row.pk: serialize_category(row) for row in Category.objects.all()}
    links = Part.service_categories.through.objects.filter(part_id__in=[row["id"] for row in rows]).order_by("pk")
    ids_by_part: dict[int, list[int]] = {}
    for part_id, category_id in links.values_list("part_id", "servicecategory_id"):
        ids_by_part.setdefault(part_id, []).append(category_id)
    names = {row.pk: row.name for row in ServiceCategory.objects.all()}
    for row in rows:
        row["category_shown"] = categories[row["category_id"]]
        row["kinds"] = ids_by_part.get(row["id"], [])
        row["kind_names"] = ", ".join(names[pk] for pk in row["kinds"])


def _read_part(pk: int, actor: Actor) -> Values:
    part = get_part(pk)
    values = {key: getattr(part, attribute) for key, attribute in TEXT_ATTRIBUTES.items()}
    kinds = [str(each) for each in part.service_categories.order_by("pk").values_list("pk", flat=True)]
    return {
        **values,
        "category": part.category.key,
        "serviceCategories": kinds,
        "enabled": part.enabled,
        "hsCode": part.hs_code,
        "origin": part.origin or None,
    }


def _save_part(pk: int | None, values: Values, actor: Actor) -> int:
    image = values.get("image")
    data = PartData(
        category=values["category"],
        texts={attribute: values[key] or "" for key, attribute in {**TEXT_ATTRIBUTES, **CUSTOMS_ATTRIBUTES}.items()},
        service_categories=[int(each) for each in values["serviceCategories"]],
        enabled=values.get("enabled"),
        image=FileIn.model_validate(image) if image else None,
    )
    return save_part(pk, data, actor=actor).pk


PARTS = Resource(
    name="parts",
    columns=(
        Column("id", "number", source="id", in_interface=False),
        Column(
            "imageUrl", "image", source="image_id", value=lambda row, actor: get_image_url(row["image_id"]), sort=None
        ),
        Column(
            "category",
            "choice",
            source="category__name",
            sort_expression=Collated("category__name"),
            value=lambda row, actor: row["category_shown"],
            export_text=lambda row: row["category_shown"]["name"],
        ),
        Column("number", source="number"),
        Column("model", source="model"),
        Column("manufacturer", source="manufacturer"),
        Column("description", "longText", source="description", sort=None),
        Column(
            "serviceCategories",
            "choices",
            value=lambda row, actor: row["kinds"],
            export_text=lambda row: row["kind_names"],
        ),
        Column("enabled", "boolean", source="enabled"),
        Column("hsCode", source="hs_code", hidden_by_default=ALL_ROLES, interface_only=True),
        Column(
            "origin",
            "choice",
            source="origin",
            export_text=lambda row: get_country_name(row["origin"]),
            sort=None,
            hidden_by_default=ALL_ROLES,
            interface_only=True,
        ),
    ),
    rows=lambda actor, parent: Part.objects.all(),
    readers=ADMINS,
    extra_sources=("id", "category_id"),
    prefetch=_add_categories,
    default_sort=("number", "DESC"),
    page_sizes=(5, 10, 15, 20),
    filters=(build_category_filter(lambda rows, value, actor: rows.filter(category__key=value)),),
    search=build_keyword_search("category__name", *TEXT_ATTRIBUTES.values(), "hs_code"),
    route="parts",
    detail_routes={"": "edit/part/{id}"},
    create_route="create/part",
    menu_group="catalogue",
    icon="part",
    export_name="parts",
    import_spec=PART_IMPORT,
    bulk_actions=(BulkAction("switchOn", {"enabled": True}), BulkAction("switchOff", {"enabled": False})),
    form=Form(
        (
            FormField("enabled", "boolean", modes=EDIT),
            FormField("category", "choice", choices=list_category_choices),
            FormField("number", type=PrintableText),
            FormField("model", type=PrintableText),
            FormField("manufacturer", type=PrintableText),
            FormField("descriptionEn", "longText", max_length=1024, heading_key="description", language="en"),
            FormField("descriptionEs", "longText", max_length=1024, heading_key="description", language="es"),
            FormField(
                "serviceCategories",
                "choices",
                required=False,
                choices=lambda actor: list_row_choices(ServiceCategory.objects.order_by("pk")),
            ),
            FormField("hsCode", required=False, max_length=16, type=HsCode, help="hsCode"),
            FormField("origin", "choice", required=False, choices=lambda actor: list_country_choices()),
            FormField("image", "image", modes=CREATE, type=FileIn),
            FormField("image", "image", required=False, modes=EDIT, type=FileIn),
        ),
        ADMINS,
        _read_part,
        _save_part,
    ),
)
CATEGORIES = admin_resource(
    Category,
    "part-categories",
    ("key", "name", "position"),
    writers=ADMINS,
    create_only_fields=("key",),
    default_sort=("position", "ASC"),
    menu_group="catalogue",
    icon="category",
)
SERVICE_CATEGORIES = admin_resource(
    ServiceCategory,
    "service-categories",
    ("key", "name"),
    writers=ADMINS,
    create_only_fields=("key",),
    default_sort=("key", "ASC"),
    menu_group="catalogue",
    icon="serviceCategory",
)
PREDEFINED_SERVICES = admin_resource(
    PredefinedService,
    "predefined-services",
    ("kind", "text", "short_text", "value"),
    writers=ADMINS,
    message_prefixes={"kind": "predefinedKinds"},
    import_spec=ImportSpec(key_fields=("kind", "textEn"), synonyms={"value": ("price", "precio", "preis", "usd")}),
    default_sort=("kind", "ASC"),
    menu_group="catalogue",
    icon="price",
)
ADMIN_RESOURCES = (PARTS, CATEGORIES, SERVICE_CATEGORIES, PREDEFINED_SERVICES, CHECK_POINTS)


def serialize_part(part: Part) -> dict[str, Any]:
    """Serialize a part as the contract defines it."""
    services_by_kind = group_services_by_kind(part.predefined_services.order_by("pk"))
    return {
        "id": part.pk,
        "identificator": part.pk,
        "category": serialize_category(part.category),
        "number": part.number,
        "model": part.model,
        "manufacturer": part.manufacturer,
        "description": getattr(part, f"description_{get_current_language()}") or part.description,
        "enabled": part.enabled,
        "serviceCategories": list(part.service_categories.order_by("pk").values_list("pk", flat=True)),
        "imageUrl": get_image_url(part.image_id),
        **{f"predefinedServicesFor{kind.capitalize()}": services_by_kind[kind] for kind, _ in PREDEFINED_SERVICE_KINDS},
    }
