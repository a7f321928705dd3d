"""Defaults of the model in declared forms, and overrides of single fields."""

from typing import Any

import pytest
from django.db import models
from django.test.utils import isolate_apps

from portal_backend.catalogue.models import CheckPoint
from portal_backend.catalogue.selectors import ADMINS
from portal_backend.core.actor import Actor, Role
from portal_backend.core.errors import ApiError
from portal_backend.resources.admin_resource import admin_resource
from portal_backend.resources.field import EDIT
from portal_backend.resources.form import Form
from portal_backend.shipping.models import Battery
from tests import factories

ADMIN = Actor(user_id=1, username="admin", full_name="Ad Min", role=Role.ADMIN, client_ids=None, service_ids=None)
FIELDS = ("name", "enabled", "tracked", "rating", "note", "remark", "cell")


def build_form(**more: Any) -> Form:
    """Build the form of a list of couriers."""
    with isolate_apps("portal_backend.catalogue"):

        class Courier(models.Model):
            name = models.CharField(max_length=255)
            enabled = models.BooleanField(default=True)
            tracked = models.BooleanField(default=False)
            rating = models.PositiveSmallIntegerField(default=3, blank=True)
            note = models.CharField(max_length=255, default="none yet", blank=True)
            remark = models.CharField(max_length=255, default="", blank=True)
            cell = models.CharField(max_length=16, choices=Battery.choices, default=Battery.values[0])

            class Meta:
                app_label = "catalogue"

            def __str__(self) -> str:
                return self.name

        made = admin_resource(
            Courier,
            "couriers",
            FIELDS,
            writers=ADMINS,
            default_sort=("name", "ASC"),
            message_prefixes={"cell": "battery"},
            **more,
        )
    assert made.form is not None
    return made.form


def create(form: Form, **body: Any) -> dict[str, Any]:
    return form.validate(body, "create", {}, ADMIN)


def test_new_row_has_the_defaults_of_the_model() -> None:
    cell = Battery.values[-1]
    assert create(build_form(), name="Swift", cell=cell) == {
        "name": "Swift",
        "enabled": True,
        "tracked": False,
        "rating": 3,
        "note": "none yet",
        "remark": "",
        "cell": cell,
    }


def test_required_field_with_a_default_may_be_omitted_but_not_blank() -> None:
    form = build_form()
    assert create(form, name="Swift")["cell"] == Battery.values[0]
    model = form.build_model("create")
    assert {key for key, field in model.model_fields.items() if field.is_required()} == {"name"}
    with pytest.raises(ApiError) as refusal:
        create(form, name="Swift", cell="")
    assert list(refusal.value.fields) == ["cell"]


def test_sent_values_replace_the_defaults() -> None:
    body = {"name": "Swift", "enabled": False, "tracked": True, "rating": 0, "note": "", "remark": "x"}
    body["cell"] = Battery.values[0]
    assert create(build_form(), **body) == body


def test_edit_keeps_values_that_a_body_omits() -> None:
    body = {"name": "Swift", "cell": Battery.values[0]}
    assert build_form().validate(body, "edit", {**body, "enabled": False, "rating": 1}, ADMIN) == body


def test_forms_start_with_the_defaults() -> None:
    defaults = {field.key: field.default for field in build_form().fields}
    assert defaults == {
        "name": None,
        "enabled": True,
        "tracked": False,
        "rating": 3,
        "note": "none yet",
        "remark": None,
        "cell": Battery.values[0],
    }


def test_override_changes_one_field() -> None:
    form = build_form(overrides={"enabled": {"modes": EDIT}, "rating": {"required": True}, "note": {"default": "new"}})
    with pytest.raises(ApiError) as error:
        create(form, name="Swift", enabled=False, cell=Battery.values[0])
    assert error.value.fields.keys() == {"enabled", "rating"}
    created = create(form, name="Swift", rating=1, cell=Battery.values[0])
    assert created.keys() == set(FIELDS) - {"enabled"}, "the model has the default of what a form omits"
    assert created["note"] == "new"


@pytest.mark.parametrize("option", ["overrides", "column_overrides"])
def test_rejects_overrides_of_unknown_fields(option: str) -> None:
    with pytest.raises(ValueError, match=r"couriers: no field is called \['colour'\]"):
        build_form(**{option: {"colour": {"help": "x"}}})


@pytest.mark.django_db
def test_rows_are_created_with_the_default_of_a_boolean() -> None:
    points = admin_resource(
        CheckPoint, "points", ("text", "position", "enabled"), writers=ADMINS, default_sort=("position", "ASC")
    )
    assert points.form is not None
    actor = factories.world().admin.actor
    texts = {"textEn": "Look", "textEs": "Mire", "position": 1}
    made = points.form.save(None, points.form.validate(texts, "create", {}, actor), actor)
    assert CheckPoint.objects.get(pk=made).enabled is True
    off = points.form.save(None, points.form.validate({**texts, "enabled": False}, "create", {}, actor), actor)
    assert CheckPoint.objects.get(pk=off).enabled is False
