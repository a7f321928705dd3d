"""Validation of resource declarations, and filters by the choices of a field."""

from dataclasses import replace
from typing import Any

import pytest

from portal_backend.accounts.models import User
from portal_backend.catalogue.models import CheckPoint, PredefinedService
from portal_backend.catalogue.selectors import ADMINS
from portal_backend.core.actor import ALL_ROLES
from portal_backend.core.errors import ApiError
from portal_backend.resources.admin_resource import admin_resource
from portal_backend.resources.resource import BulkAction, Column, Resource
from tests import factories


def build_services_resource(**more: Any) -> Resource:
    """Build a resource of predefined services."""
    return admin_resource(
        PredefinedService,
        "made-up",
        ("kind", "value"),
        writers=ADMINS,
        message_prefixes={"kind": "predefinedKinds"},
        default_sort=("kind", "ASC"),
        **more,
    )


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"columns": (Column("id", source="id"), Column("id", source="pk"))}, "duplicate column"),
        ({"default_sort": ("price", "ASC")}, "default sort price is no column"),
        ({"filter_required": True}, "no filter has a default"),
        ({"form": None, "bulk_actions": (BulkAction("switchOn", {"enabled": True}),)}, "no action performs switchOn"),
    ],
)
def test_rejects_inconsistent_declarations(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=f"made-up: .*{why}"):
        replace(build_services_resource(), **wrong)


def test_rejects_bulk_deletion_without_deletion() -> None:
    delete = (BulkAction("delete"),)
    assert build_services_resource(bulk_actions=delete).bulk_actions == delete
    with pytest.raises(ValueError, match="no action performs delete"):
        build_services_resource(bulk_actions=delete, can_delete=False)


def test_rejects_unsupported_fields_and_filters() -> None:
    with pytest.raises(TypeError, match=r"User\.tokens is not a concrete field"):
        admin_resource(User, "made-up", ("tokens",), writers=ADMINS, default_sort=("tokens", "ASC"))
    with pytest.raises(TypeError, match=r"PredefinedService\.text cannot be a filter"):
        build_services_resource(filter_fields=("text",))


@pytest.mark.django_db
def test_new_row_has_model_defaults() -> None:
    admin = factories.person("boss", factories.Role.ADMIN).actor
    points = admin_resource(CheckPoint, "made-up", ("text", "enabled"), writers=ADMINS, default_sort=("text", "ASC"))
    assert points.form
    body = {"textEn": "Battery", "textEs": "Batería"}
    pk = points.form.save(None, points.form.validate(body, "create", {}, admin), admin)
    assert CheckPoint.objects.get(pk=pk).enabled is True
    assert [field["default"] for field in points.form.to_meta(admin)["fields"]] == [None, None, True]


def test_overrides_fields_and_columns_by_name() -> None:
    resource = build_services_resource(
        overrides={"value": {"help": "checkModel"}}, column_overrides={"value": {"hidden_by_default": ALL_ROLES}}
    )
    assert resource.form
    assert [field.help for field in resource.form.fields] == ["", "checkModel"]
    assert [column.hidden_by_default for column in resource.columns if column.key == "value"] == [ALL_ROLES]
    with pytest.raises(ValueError, match="no field is called"):
        build_services_resource(overrides={"price": {"help": "checkModel"}})


@pytest.mark.django_db
def test_filters_by_choices_of_field() -> None:
    admin = factories.person("boss", factories.Role.ADMIN).actor
    for kind in ("REPAIRS", "REPAIRS", "PARTS", "DIAGNOSTICS"):
        PredefinedService.objects.create(kind=kind, text=kind, short_text=kind, value=1)
    kinds = build_services_resource(filter_fields=("kind",)).filters_by_key["kind"]
    assert kinds.multiple
    assert kinds.choices is not None
    assert [each["name"] for each in kinds.choices(admin)] == ["Diagnostics", "Repairs", "Parts"]
    filtered = kinds.apply(PredefinedService.objects.all(), kinds.parse(["PARTS", "REPAIRS"]), admin)
    assert sorted(filtered.values_list("kind", flat=True)) == ["PARTS", "REPAIRS", "REPAIRS"]
    with pytest.raises(ApiError) as raised:
        kinds.parse(["PARTS", "OTHER"])
    assert list(raised.value.fields) == ["kind"]
