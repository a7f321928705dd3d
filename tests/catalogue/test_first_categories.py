"""Initial categories from migrations, without demo data (spec 2, section 3)."""

from importlib import import_module

import pytest
from django.apps import apps

from portal_backend.catalogue.models import Category, ServiceCategory
from portal_backend.core.translations import load_messages
from portal_backend.demo.loader import read_fixture
from portal_backend.workflow.process import PROCESSES
from tests import factories, request_bodies
from tests.api_client import ApiClient
from tests.contract.administration_data import build_part_body

pytestmark = pytest.mark.django_db
first_categories = import_module("portal_backend.catalogue.migrations.0001_initial")


def test_categories_equal_demo_data_in_both_languages() -> None:
    first_categories.add_categories(apps, None)
    names = read_fixture("categories.json")
    for model, rows in ((Category, names["partCategories"]), (ServiceCategory, names["serviceCategories"])):
        made = [(row.key, row.name_en, row.name_es) for row in model.objects.order_by("pk")]
        assert made == [(row["key"], row["name"]["en"], row["name"]["es"]) for row in rows]
    assert set(PROCESSES) <= set(ServiceCategory.objects.values_list("key", flat=True))
    # names set by an administrator are preserved
    Category.objects.filter(key="RPM").update(name_en="Gates", position=7)
    first_categories.add_categories(apps, None)
    assert Category.objects.count() == ServiceCategory.objects.count() == 4
    assert Category.objects.get(key="RPM").name_en == "Gates"


def test_creates_first_part_and_first_repair(caller: ApiClient) -> None:
    world = factories.world()
    first_categories.add_categories(apps, None)
    kinds = list(ServiceCategory.objects.filter(key="REPAIR").values_list("pk", flat=True))
    made = caller.post(
        "/parts", {**build_part_body(world), "category": "RPM", "serviceCategories": kinds}, actor=world.admin
    ).ok
    assert made["category"] == {"key": "RPM", "name": "Portal monitor"}
    assert caller.post("/repairing/create", [request_bodies.unit(made["id"])], actor=world.client).status == 200
    data = caller.call("GET", "/mail/fetch", world.admin, lang="es").ok
    assert [each["name"] for each in data] == [load_messages("es")[f"kinds.{each['key']}"] for each in data]
    assert {each["key"] for each in data} == set(PROCESSES)
