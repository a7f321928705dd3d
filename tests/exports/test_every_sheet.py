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

from portal_backend.base.words import LANGUAGES
from portal_backend.exports import making
from portal_backend.exports.questions import SHEETS
from portal_backend.part_requests.lists import DETAILS
from portal_backend.repairs.models import ChosenType, RepairPart
from portal_backend.repairs.sheets import TABS
from portal_backend.resources.resource import Column, Sheet
from portal_backend.resources.xlsx import spoken
from tests import factories
from tests.caller import Answered, Caller
from tests.factories import Person, World
from tests.resources.declared import DECLARED, Declared
from tests.resources.worlds import world_with

pytestmark = [pytest.mark.django_db, pytest.mark.thorough, pytest.mark.dealt]
REPAIR_STEP = {"repair-detail-tab": "NEW", "repair-tab": "COMPLETED"}
NUMBERS, DATES = ("number", "money"), ("datetime", "date")


@dataclass(frozen=True)
class Offered:
    """An export and the function that fetches it."""

    sheet: Sheet
    fetch: Callable[[Caller, World, Person | None, dict[str, Any]], Answered]


def _list(one: Declared) -> Offered:
    return Offered(one.resource, lambda caller, world, person, params: one.sheet(caller, world, person, **params))


def _tab(sheet: Sheet, kind: str) -> Offered:
    def fetch(caller: Caller, world: World, person: Person | None, params: dict[str, Any]) -> Answered:
        parent = {sheet.parent: requests[sheet.name].pk}
        return caller.get(f"/files/export/{sheet.name}/xlsx", actor=person, **parent, **params)

    return Offered(sheet, fetch)


requests: dict[str, Any] = {}
OFFERED = {
    **{each.name: _list(each) for each in DECLARED.values() if each.resource.export or each.known.asked},
    **{each.name: _tab(each, "REPAIR") for each in TABS},
    DETAILS.name: _tab(DETAILS, "PARTS"),
}
EVERY = pytest.mark.parametrize("one", OFFERED.values(), ids=OFFERED)


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """Create a world with rows in every list and tab, rolled back after the module."""
    with world_with(django_db_blocker, DECLARED.values(), 3) as world:
        for sheet in TABS:
            status = REPAIR_STEP.get(sheet.name, "IN_REPAIR_APPROVAL")
            requests[sheet.name] = factories.repair(world, status, ready=status != "COMPLETED", units=2)
        requests[DETAILS.name] = factories.request("PARTS", world)
        yield world


def page_of(answer: Answered) -> Worksheet:
    assert answer.status == 200, answer.data
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    page = openpyxl.load_workbook(io.BytesIO(answer.data)).active
    assert isinstance(page, Worksheet)
    return page


def cells(answer: Answered) -> list[list[Any]]:
    return [[cell.value for cell in row] for row in page_of(answer).iter_rows()]


def told_to(sheet: Sheet, person: Person) -> list[Column]:
    return [each for each in sheet.columns if each.shown and person.role in each.readers and each.kind != "image"]


def test_every_export_is_tested() -> None:
    declared_by_tests = {"workshops", "garages", "secrets"}
    of_an_import = {"import-wrong-rows"}  # its columns come from the file: tests/imports/test_wrong_rows.py
    assert set(SHEETS) - declared_by_tests - of_an_import == set(OFFERED)


@EVERY
@pytest.mark.parametrize("language", LANGUAGES)
def test_export_has_headings_filters_widths_and_typed_cells(
    one: Offered, language: str, world: World, caller: Caller
) -> None:
    filled = 0
    for role, person in world.one_of_each_role.items():
        answer = one.fetch(caller, world, person, {"lang": language})
        if role not in one.sheet.readers:
            answer.refused(403, "FORBIDDEN")
            continue
        page = page_of(answer)
        columns = told_to(one.sheet, person)
        with translation.override(language):
            columns = [column for each in columns for column in spoken(one.sheet, each)]
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
            assert width_of(page, index + 1) > min(len(label), 50), label
            judge(column, [row[index] for row in rows])
    assert filled, "nothing was looked at"


def width_of(page: Worksheet, number: int) -> float:
    """Return the width of a column; adjacent columns of equal width are stored as one."""
    return next(each.width for each in page.column_dimensions.values() if each.min <= number <= each.max)


def judge(column: Column, values: list[Any]) -> None:
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
            assert isinstance(value, str) or not (column.words or column.text), column.key
        assert "/files/image/" not in str(value), "a signed address"
        assert not str(value).startswith(("{", "[", "Word(")), "not meant for a reader"


@EVERY
def test_exports_selected_columns_in_order(
    one: Offered, world: World, caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    # each export would add a row to the activity log, which is exported, too
    monkeypatch.setattr(making, "record", lambda *about, **details: None)
    for role, person in world.one_of_each_role.items():
        if role not in one.sheet.readers:
            continue
        columns = told_to(one.sheet, person)
        whole = cells(one.fetch(caller, world, person, {}))
        for chosen in ([*reversed(columns)], *([each] for each in columns)):
            keys = [each.key for each in chosen]
            every = [column for each in columns for column in spoken(one.sheet, each)]
            positions = [every.index(column) for each in chosen for column in spoken(one.sheet, each)]
            exported = cells(one.fetch(caller, world, person, {"columns": keys}))
            blank = [[None] * len(positions)] * (len(whole) - len(exported))  # empty rows at the end are not stored
            assert exported + blank == [[row[position] for position in positions] for row in whole], (role, keys)


@EVERY
def test_rejects_unknown_and_hidden_columns_alike(one: Offered, world: World, caller: Caller) -> None:
    for role, person in world.one_of_each_role.items():
        if role not in one.sheet.readers:
            continue
        readable = told_to(one.sheet, person)
        wrong = ["nothing", *(each.key for each in one.sheet.columns if each not in readable)]
        for key in wrong:
            answer = one.fetch(caller, world, person, {"columns": [readable[0].key, key]}).refused(400, "VALIDATION")
            assert list(answer.fields) == ["columns"], (role, key)
        twice = one.fetch(caller, world, person, {"columns": [readable[0].key] * 2}).refused(400, "VALIDATION")
        assert list(twice.fields) == ["columns"]


def test_exports_prices_and_services_to_their_readers_only(world: World, caller: Caller) -> None:
    for name in ("repair-diagnostics-tab", "repair-approval-tab"):
        for part in RepairPart.objects.filter(repair_id=requests[name].pk):
            part.with_predefined_types = True
            part.save()
            for service in world.part.predefined_services.all():
                ChosenType.objects.create(repair_part=part, service=service, value=service.value)
        for role, person in world.one_of_each_role.items():
            head, *rows = cells(OFFERED[name].fetch(caller, world, person, {}))
            priced = role != "SUSTAINABILITY_MANAGER"
            assert ("Total cost (USD)" in head) is priced, role
            assert ("Predefined services" in head) is (priced and role != "CLIENT"), role
            if "Predefined services" in head:
                for row in rows:
                    assert "DIAGNOSTICS for 10 (10.00)" in row[head.index("Predefined services")]
                    assert row[head.index("Total cost (USD)")] == 90
