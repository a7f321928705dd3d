"""Targets whose rows are saved one by one by their form."""

from dataclasses import replace
from decimal import Decimal

import pytest

from portal_backend.catalogue.admin_lists import PREDEFINED_SERVICES
from portal_backend.catalogue.models import PredefinedService
from portal_backend.resources.import_targets import IMPORT_TARGETS, register_form_import
from tests import factories
from tests.api_client import ApiClient
from tests.imports.import_client import paste

pytestmark = pytest.mark.django_db
HEADER_LINE = "Kind\tText (English)\tText (Spanish)\tShort text (English)\tShort text (Spanish)\tPrice\n"
ROWS = "{kind}\tCalibrate\tCalibrar\tCal.\tCal.\t12,50 €\n{kind}\tClean\tLimpiar\tClean\tLimpiar\t7\n"


def build_rows(kind: str) -> str:
    return HEADER_LINE + ROWS.format(kind=kind)


@pytest.fixture
def kind() -> str:
    """Return the first kind of predefined service."""
    return str(PredefinedService._meta.get_field("kind").choices[0][0])  # type: ignore[index, union-attr]


def test_predefined_services_are_written_changed_and_undone(caller: ApiClient, kind: str) -> None:
    world = factories.world()
    importing = paste(caller, world.admin, build_rows(kind), "predefined-services")
    importing.set_columns({each["heading"]: each["field"] for each in importing.run["columns"]})
    assert importing.counts == (2, 0, 0, 0), importing.rows()
    assert any("isn't converted" in note for note in importing.row(2)["notes"]["value"])
    importing.write()
    created = PredefinedService.objects.filter(text_en__in=("Calibrate", "Clean"))
    assert set(created.values_list("text_en", "text_es", "value")) == {
        ("Calibrate", "Calibrar", Decimal("12.50")),
        ("Clean", "Limpiar", Decimal(7)),
    }
    dearer = paste(caller, world.admin, build_rows(kind).replace("\t7\n", "\t8\n"), "predefined-services")
    assert dearer.counts == (0, 1, 1, 0)
    dearer.write()
    assert created.get(text_en="Clean").value == 8
    dearer.undo()
    assert created.get(text_en="Clean").value == 7
    assert importing.undo().run["state"] == "UNDONE"
    assert not created.exists()


def test_undo_is_rejected_while_service_is_in_use(caller: ApiClient, kind: str) -> None:
    world = factories.world()
    importing = paste(caller, world.admin, build_rows(kind), "predefined-services").write()
    world.part.predefined_services.add(PredefinedService.objects.get(text_en="Clean"))
    importing.undo()
    assert (importing.run["state"], "row 3" in str(importing.run["undoBlocked"])) == ("DONE", True)
    assert PredefinedService.objects.filter(text_en__in=("Calibrate", "Clean")).count() == 2


@pytest.fixture
def no_deletion(monkeypatch: pytest.MonkeyPatch) -> None:
    """Declare predefined services as a list whose rows cannot be deleted."""
    assert PREDEFINED_SERVICES.form is not None
    assert PREDEFINED_SERVICES.import_spec is not None
    monkeypatch.setitem(IMPORT_TARGETS, "predefined-services", IMPORT_TARGETS["predefined-services"])
    form = replace(PREDEFINED_SERVICES.form, remove=None)
    register_form_import("predefined-services", form, PREDEFINED_SERVICES.import_spec, PREDEFINED_SERVICES)


@pytest.mark.usefixtures("no_deletion")
def test_undo_is_rejected_without_deletion(caller: ApiClient, kind: str) -> None:
    world = factories.world()
    importing = paste(caller, world.admin, build_rows(kind), "predefined-services").write().undo()
    assert (importing.run["state"], "rows 2, 3" in str(importing.run["undoBlocked"])) == ("DONE", True)
    assert PredefinedService.objects.filter(text_en__in=("Calibrate", "Clean")).count() == 2
