"""Generated tests of every export, by role and language."""

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import openpyxl
import pytest
from django.utils import translation
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet
from pytest_django import DjangoDbBlocker

from portal_backend.core.translations import LANGUAGES
from portal_backend.exports import export_files
from portal_backend.part_requests.lists import DETAILS_EXPORT
from portal_backend.repairs.lists import TAB_EXPORTS
from portal_backend.repairs.models import RepairUnit, SelectedService
from portal_backend.resources.resource import Column, Table
from portal_backend.resources.xlsx import expand_languages
from portal_backend.wiring import EXPORTED_TABLES
from tests import factories
from tests.api_client import ApiClient, ClientResponse
from tests.factories import Person, World
from tests.resources.declared_lists import DECLARED_LISTS, DeclaredList
from tests.resources.shared_world import create_world

pytestmark = [pytest.mark.django_db, pytest.mark.thorough, pytest.mark.split]
REPAIR_STATUS_BY_TABLE = {"repair-detail-tab": "NEW", "repair-tab": "COMPLETED"}
NUMBERS, DATES = ("number", "money"), ("datetime", "date")


@dataclass(frozen=True)
class ExportCase:
    """An export and the function that fetches it."""

    table: Table
    fetch: Callable[[ApiClient, World, Person | None, dict[str, Any]], ClientResponse]


def _build_list_case(one: DeclaredList) -> ExportCase:
    return ExportCase(
        one.resource, lambda caller, world, person, params: one.get_spreadsheet(caller, world, person, **params)
    )


def _build_tab_case(sheet: Table, kind: str) -> ExportCase:
    def fetch(caller: ApiClient, world: World, person: Person | None, params: dict[str, Any]) -> ClientResponse:
        parent = {sheet.parent_parameter: requests[sheet.name].pk}
        return caller.get(f"/files/export/{sheet.name}/xlsx", actor=person, **parent, **params)

    return ExportCase(sheet, fetch)


requests: dict[str, Any] = {}
EXPORT_CASES = {
    **{
        each.name: _build_list_case(each)
        for each in DECLARED_LISTS.values()
        if each.resource.export_name or each.spec.required_filters
    },
    **{each.name: _build_tab_case(each, "REPAIR") for each in TAB_EXPORTS},
    DETAILS_EXPORT.name: _build_tab_case(DETAILS_EXPORT, "PARTS"),
}
each_export = pytest.mark.parametrize("one", EXPORT_CASES.values(), ids=EXPORT_CASES)


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """Create a world with rows in every list and tab, rolled back after the module."""
    with create_world(django_db_blocker, DECLARED_LISTS.values(), 3) as world:
        for sheet in TAB_EXPORTS:
            status = REPAIR_STATUS_BY_TABLE.get(sheet.name, "IN_REPAIR_APPROVAL")
            requests[sheet.name] = factories.repair(world, status, ready=status != "COMPLETED", units=2)
        requests[DETAILS_EXPORT.name] = factories.request("PARTS", world)
        yield world


def open_worksheet(response: ClientResponse) -> Worksheet:
    assert response.status == 200, response.data
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    page = openpyxl.load_workbook(io.BytesIO(response.data)).active
    assert isinstance(page, Worksheet)
    return page


def read_cells(response: ClientResponse) -> list[list[Any]]:
    return [[cell.value for cell in row] for row in open_worksheet(response).iter_rows()]


def get_readable_columns(sheet: Table, person: Person) -> list[Column]:
    return [
        each for each in sheet.columns if each.in_interface and person.role in each.readers and each.kind != "image"
    ]


def test_every_export_is_tested() -> None:
    of_an_import = {"import-wrong-rows"}  # its columns come from the file: tests/imports/test_wrong_rows.py
    assert set(EXPORTED_TABLES) - of_an_import == set(EXPORT_CASES)


@each_export
@pytest.mark.parametrize("language", LANGUAGES)
def test_export_has_headings_filters_widths_and_typed_cells(
    one: ExportCase, language: str, world: World, caller: ApiClient
) -> None:
    filled = 0
    for role, person in world.one_of_each_role.items():
        response = one.fetch(caller, world, person, {"lang": language})
        if role not in one.table.readers:
            response.assert_error(403, "FORBIDDEN")
            continue
        page = open_worksheet(response)
        columns = get_readable_columns(one.table, person)
        with translation.override(language):
            columns = [column for each in columns for column in expand_languages(one.table, each)]
            labels = [each.label() for each in columns]
        head, *rows = [[cell.value for cell in row] for row in page.iter_rows()]
        assert head == labels, role
        assert len(set(labels)) == len(labels), "a heading stands twice"
        filled += len(rows)
        assert page.freeze_panes == "A2"
        assert page.auto_filter.ref == f"A1:{get_column_letter(len(labels))}{max(len(rows), 1) + 1}"
        for index, (column, label) in enumerate(zip(columns, labels, strict=True)):
            cell = page.cell(1, index + 1)
            assert cell.font.bold
            assert get_width(page, index + 1) > min(len(label), 50), label
            check_column(column, [row[index] for row in rows])
    assert filled, "nothing was looked at"


def get_width(page: Worksheet, number: int) -> float:
    """Return the width of a column; adjacent columns of equal width are stored as one."""
    return next(each.width for each in page.column_dimensions.values() if each.min <= number <= each.max)


def check_column(column: Column, values: list[Any]) -> None:
    """Check the types of a column's cells."""
    for value in values:
        if value is None:
            continue
        if column.kind in DATES:
            assert isinstance(value, date), column.key
            assert isinstance(value, datetime) or column.kind == "date"
        elif column.kind in NUMBERS:
            assert isinstance(value, int | float), column.key
        else:
            assert isinstance(value, str) or not (column.message_prefix or column.export_text), column.key
        assert "/files/image/" not in str(value), "a signed address"
        assert not str(value).startswith(("{", "[", "Word(")), "not meant for a reader"


@each_export
def test_exports_selected_columns_in_order(
    one: ExportCase, world: World, caller: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    # each export would add a row to the activity log, which is exported, too
    monkeypatch.setattr(export_files, "record_event", lambda *about, **details: None)
    for role, person in world.one_of_each_role.items():
        if role not in one.table.readers:
            continue
        columns = get_readable_columns(one.table, person)
        whole = read_cells(one.fetch(caller, world, person, {}))
        for chosen in ([*reversed(columns)], *([each] for each in columns)):
            keys = [each.key for each in chosen]
            every = [column for each in columns for column in expand_languages(one.table, each)]
            positions = [every.index(column) for each in chosen for column in expand_languages(one.table, each)]
            exported = read_cells(one.fetch(caller, world, person, {"columns": keys}))
            blank = [[None] * len(positions)] * (len(whole) - len(exported))  # empty rows at the end are not stored
            assert exported + blank == [[row[position] for position in positions] for row in whole], (role, keys)


@each_export
def test_rejects_unknown_and_hidden_columns_alike(one: ExportCase, world: World, caller: ApiClient) -> None:
    for role, person in world.one_of_each_role.items():
        if role not in one.table.readers:
            continue
        readable = get_readable_columns(one.table, person)
        wrong = ["nothing", *(each.key for each in one.table.columns if each not in readable)]
        for key in wrong:
            response = one.fetch(caller, world, person, {"columns": [readable[0].key, key]}).assert_error(
                400, "VALIDATION"
            )
            assert list(response.fields) == ["columns"], (role, key)
        twice = one.fetch(caller, world, person, {"columns": [readable[0].key] * 2}).assert_error(400, "VALIDATION")
        assert list(twice.fields) == ["columns"]


def test_exports_prices_and_services_to_their_readers_only(world: World, caller: ApiClient) -> None:
    for name in ("repair-diagnostics-tab", "repair-approval-tab"):
        for part in RepairUnit.objects.filter(repair_id=requests[name].pk):
            part.with_predefined_types = True
            part.save()
            for service in world.part.predefined_services.all():
                SelectedService.objects.create(unit=part, service=service, value=service.value)
        for role, person in world.one_of_each_role.items():
            head, *rows = read_cells(EXPORT_CASES[name].fetch(caller, world, person, {}))
            priced = role != "SUSTAINABILITY_MANAGER"
            assert ("Total cost (USD)" in head) is priced, role
            assert ("Predefined services" in head) is (priced and role != "CLIENT"), role
            if "Predefined services" in head:
                for row in rows:
                    assert "DIAGNOSTICS for 10 (10.00)" in row[head.index("Predefined services")]
                    assert row[head.index("Total cost (USD)")] == 90
