"""Generated over every export, for each role that reads it and in both languages: a file to work with at once."""

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
    """An export and how it is fetched."""

    sheet: Sheet
    fetch: Callable[[Caller, World, Person | None, dict[str, Any]], Answered]


def _list(one: Declared) -> Offered:
    return Offered(one.resource, lambda caller, here, who, asked: one.sheet(caller, here, who, **asked))


def _tab(sheet: Sheet, kind: str) -> Offered:
    def fetch(caller: Caller, here: World, who: Person | None, asked: dict[str, Any]) -> Answered:
        parent = {sheet.parent: requests[sheet.name].pk}
        return caller.get(f"/files/export/{sheet.name}/xlsx", actor=who, **parent, **asked)

    return Offered(sheet, fetch)


requests: dict[str, Any] = {}
OFFERED = {
    **{each.name: _list(each) for each in DECLARED.values() if each.resource.export or each.known.asked},
    **{each.name: _tab(each, "REPAIR") for each in TABS},
    DETAILS.name: _tab(DETAILS, "PARTS"),
}
EVERY = pytest.mark.parametrize("one", OFFERED.values(), ids=OFFERED)


@pytest.fixture(scope="module")
def here(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """One world with rows in every list and every tab, undone in the end."""
    with world_with(django_db_blocker, DECLARED.values(), 3) as made:
        for sheet in TABS:
            status = REPAIR_STEP.get(sheet.name, "IN_REPAIR_APPROVAL")
            requests[sheet.name] = factories.repair(made, status, ready=status != "COMPLETED", units=2)
        requests[DETAILS.name] = factories.request("PARTS", made)
        yield made


def page_of(answer: Answered) -> Worksheet:
    assert answer.status == 200, answer.data
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    page = openpyxl.load_workbook(io.BytesIO(answer.data)).active
    assert isinstance(page, Worksheet)
    return page


def cells(answer: Answered) -> list[list[Any]]:
    return [[cell.value for cell in row] for row in page_of(answer).iter_rows()]


def told_to(sheet: Sheet, who: Person) -> list[Column]:
    return [each for each in sheet.columns if each.shown and who.role in each.readers and each.kind != "image"]


def test_no_export_escapes() -> None:
    declared_by_tests = {"workshops", "garages", "secrets"}
    of_an_import = {"import-wrong-rows"}  # its columns are the file's: tests/imports/test_wrong_rows.py
    assert set(SHEETS) - declared_by_tests - of_an_import == set(OFFERED)


@EVERY
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_can_be_worked_with_at_once(one: Offered, language: str, here: World, caller: Caller) -> None:
    filled = 0
    for role, who in here.one_of_each_role.items():
        answer = one.fetch(caller, here, who, {"lang": language})
        if role not in one.sheet.readers:
            answer.refused(403, "FORBIDDEN")
            continue
        page = page_of(answer)
        columns = told_to(one.sheet, who)
        with translation.override(language):
            columns = [told for each in columns for told in spoken(one.sheet, each)]
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
    """Neighbours of one width stand in the file as one."""
    return next(each.width for each in page.column_dimensions.values() if each.min <= number <= each.max)


def judge(column: Column, values: list[Any]) -> None:
    """What may stand in a column's cells."""
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
def test_the_columns_that_are_asked_for_come_in_their_order(
    one: Offered, here: World, caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    # each file would add a row to the activity log, which is one of the sheets
    monkeypatch.setattr(making, "record", lambda *about, **details: None)
    for role, who in here.one_of_each_role.items():
        if role not in one.sheet.readers:
            continue
        columns = told_to(one.sheet, who)
        whole = cells(one.fetch(caller, here, who, {}))
        for chosen in ([*reversed(columns)], *([each] for each in columns)):
            asked = [each.key for each in chosen]
            every = [told for each in columns for told in spoken(one.sheet, each)]
            places = [every.index(told) for each in chosen for told in spoken(one.sheet, each)]
            told = cells(one.fetch(caller, here, who, {"columns": asked}))
            blank = [[None] * len(places)] * (len(whole) - len(told))  # rows of nothing at the end leave no trace
            assert told + blank == [[row[place] for place in places] for row in whole], (role, asked)


@EVERY
def test_unknown_and_hidden_columns_are_the_same_refusal(one: Offered, here: World, caller: Caller) -> None:
    for role, who in here.one_of_each_role.items():
        if role not in one.sheet.readers:
            continue
        shown = told_to(one.sheet, who)
        wrong = ["nothing", *(each.key for each in one.sheet.columns if each not in shown)]
        for key in wrong:
            answer = one.fetch(caller, here, who, {"columns": [shown[0].key, key]}).refused(400, "VALIDATION")
            assert list(answer.fields) == ["columns"], (role, key)
        twice = one.fetch(caller, here, who, {"columns": [shown[0].key] * 2}).refused(400, "VALIDATION")
        assert list(twice.fields) == ["columns"]


def test_prices_and_services_of_a_unit_are_told_to_those_who_read_them(here: World, caller: Caller) -> None:
    for name in ("repair-diagnostics-tab", "repair-approval-tab"):
        for part in RepairPart.objects.filter(repair_id=requests[name].pk):
            part.with_predefined_types = True
            part.save()
            for service in here.part.predefined_services.all():
                ChosenType.objects.create(repair_part=part, service=service, value=service.value)
        for role, who in here.one_of_each_role.items():
            head, *rows = cells(OFFERED[name].fetch(caller, here, who, {}))
            priced = role != "SUSTAINABILITY_MANAGER"
            assert ("Total cost (USD)" in head) is priced, role
            assert ("Predefined services" in head) is (priced and role != "CLIENT"), role
            if "Predefined services" in head:
                for row in rows:
                    assert "DIAGNOSTICS for 10 (10.00)" in row[head.index("Predefined services")]
                    assert row[head.index("Total cost (USD)")] == 90
