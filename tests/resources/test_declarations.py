"""What no declaration can say is noticed when the portal starts; a list is cut by what can be chosen in a field."""

from dataclasses import replace
from typing import Any

import pytest

from portal_backend.accounts.models import User
from portal_backend.base.errors import Refusal
from portal_backend.catalogue.lists import ADMINS
from portal_backend.catalogue.models import CheckPoint, PredefinedService
from portal_backend.resources.admin_resource import admin_resource
from portal_backend.resources.resource import BulkAction, Column, Resource
from tests import factories


def services(**more: Any) -> Resource:
    """Predefined services, declared for the purpose."""
    return admin_resource(
        PredefinedService,
        "made-up",
        ("kind", "value"),
        writers=ADMINS,
        words={"kind": "predefinedKinds"},
        default_sort=("kind", "ASC"),
        **more,
    )


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"columns": (Column("id", source="id"), Column("id", source="pk"))}, "a column stands twice"),
        ({"default_sort": ("price", "ASC")}, "default sort price is no column"),
        ({"filter_required": True}, "opens with none"),
        ({"form": None, "bulk": (BulkAction("switchOn", {"enabled": True}),)}, "nothing carries out switchOn"),
    ],
)
def test_a_list_that_contradicts_itself(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=f"made-up: .*{why}"):
        replace(services(), **wrong)


def test_nothing_deletes_where_nothing_may_be_deleted() -> None:
    delete = (BulkAction("delete"),)
    assert services(bulk=delete).bulk == delete
    with pytest.raises(ValueError, match="nothing carries out delete"):
        services(bulk=delete, can_delete=False)


def test_what_cannot_be_written_is_no_field_and_what_cannot_be_chosen_is_no_filter() -> None:
    with pytest.raises(TypeError, match=r"User\.tokens cannot be typed"):
        admin_resource(User, "made-up", ("tokens",), writers=ADMINS, default_sort=("tokens", "ASC"))
    with pytest.raises(TypeError, match=r"PredefinedService\.text is no filter"):
        services(filters=("text",))


@pytest.mark.django_db
def test_new_row_has_the_defaults_of_its_model() -> None:
    admin = factories.person("boss", factories.Role.ADMIN).actor
    points = admin_resource(CheckPoint, "made-up", ("text", "enabled"), writers=ADMINS, default_sort=("text", "ASC"))
    assert points.form
    body = {"textEn": "Battery", "textEs": "Batería"}
    pk = points.form.save(None, points.form.checked(body, "create", {}, admin), admin)
    assert CheckPoint.objects.get(pk=pk).enabled is True
    assert [field["default"] for field in points.form.described(admin)["fields"]] == [None, None, True]


def test_field_and_column_are_overridden_by_name() -> None:
    made = services(overrides={"value": {"help": "checkModel"}}, column_overrides={"value": {"hidden": True}})
    assert made.form
    assert [field.help for field in made.form.fields] == ["", "checkModel"]
    assert [column.hidden for column in made.columns if column.key == "value"] == [True]
    with pytest.raises(ValueError, match="no field is called"):
        services(overrides={"price": {"help": "checkModel"}})


@pytest.mark.django_db
def test_a_list_is_cut_by_the_choices_of_a_field() -> None:
    admin = factories.person("boss", factories.Role.ADMIN).actor
    for kind in ("REPAIRS", "REPAIRS", "PARTS", "DIAGNOSTICS"):
        PredefinedService.objects.create(kind=kind, text=kind, short_text=kind, value=1)
    kinds = services(filters=("kind",)).filters_by_key["kind"]
    assert kinds.multiple
    assert kinds.choices is not None
    assert [each["name"] for each in kinds.choices(admin)] == ["Diagnostics", "Repairs", "Parts"]
    found = kinds.apply(PredefinedService.objects.all(), kinds.parse(["PARTS", "REPAIRS"]), admin)
    assert sorted(found.values_list("kind", flat=True)) == ["PARTS", "REPAIRS", "REPAIRS"]
    with pytest.raises(Refusal) as caught:
        kinds.parse(["PARTS", "OTHER"])
    assert list(caught.value.fields) == ["kind"]
