"""Exports: dates, numbers, translations, and text that stays text.

See contract 5 and security.md 20.
"""

import io
import zipfile
from datetime import UTC, datetime
from typing import Any

import openpyxl
import pytest
import time_machine

from portal_backend.core.translations import load_messages
from portal_backend.repairs.models import RepairUnit
from portal_backend.workflow.models import Comment
from tests import factories, request_bodies
from tests.api_client import ApiClient, ClientResponse
from tests.resources.repair_rows import create_history, create_repair

pytestmark = pytest.mark.django_db
LIST = "/files/export/active-repairs/xlsx"
WINTER, SUMMER = datetime(2026, 1, 15, 4, 30, tzinfo=UTC), datetime(2026, 7, 15, 4, 30, tzinfo=UTC)
FORMULA_INJECTIONS = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    '=HYPERLINK("http://evil.test","x")',
    "=cmd|' /C calc'!A0",
    "http://evil.test",
]
XLSX_MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@pytest.fixture
def world() -> factories.World:
    return factories.world()


def read_rows(response: ClientResponse) -> list[list[Any]]:
    """Return all cells, headings first; the response must be a workbook to download."""
    assert response.status == 200, response.data
    assert response.headers["Content-Type"] == XLSX_MEDIA_TYPE
    assert response.headers["Content-Disposition"].startswith("attachment; filename")
    assert response.headers["Cache-Control"] == "private, no-store"
    sheet = openpyxl.load_workbook(io.BytesIO(response.data)).active
    assert sheet is not None
    return [[cell.value for cell in row] for row in sheet.iter_rows()]


def read_sheet_xml(response: ClientResponse) -> str:
    with zipfile.ZipFile(io.BytesIO(response.data)) as book:
        assert book.testzip() is None
        return "".join(book.read(name).decode() for name in book.namelist() if "sheet" in name.lower())


def read_column(response: ClientResponse, heading: str) -> list[Any]:
    head, *rest = read_rows(response)
    return [row[head.index(heading)] for row in rest]


def test_export_has_all_rows_with_translated_values(caller: ApiClient, world: factories.World) -> None:
    created = [create_repair(world, status=status) for status in ("NEW", "IN_TRANSIT", "IN_SERVICE") for _ in range(5)]
    head, *rest = read_rows(caller.get(LIST, actor=world.admin, sort="requestId,ASC"))
    # tests/exports/test_all_exports.py compares all headings with the declaration
    assert head[:4] == ["Request", "Client", "Status", "Action required"]
    assert {"Created (UTC-5/-4, New York)", "Last changed (UTC-5/-4, New York)"} <= set(head)
    assert [row[0] for row in rest] == [each.number for each in created]
    assert rest[0][1:4] == ["Client one", "New", "Supervisor"]
    response = caller.call("GET", LIST, world.admin, lang="es", sort="requestId,DESC", status="IN_TRANSIT")
    words = load_messages("es")
    head, *rest = read_rows(response)
    assert head[:4] == [words[f"columns.{key}"] for key in ("requestId", "clientUsername", "status", "actionRequired")]
    assert [row[0] for row in rest] == [each.number for each in reversed(created) if each.status == "IN_TRANSIT"]
    assert rest[0][2:4] == [words["status.REPAIR.IN_TRANSIT"], words["roles.SERVICE"]]
    assert "Reparaciones" in response.headers["Content-Disposition"]
    assert read_column(caller.get(LIST, actor=world.admin, keyword=created[7].number), "Request") == [created[7].number]
    assert len(read_rows(caller.get(LIST, actor=world.client2))) == 1


def test_export_omits_hidden_columns(caller: ApiClient, world: factories.World) -> None:
    repair = factories.repair(world, "IN_SERVICE", ready=True)
    assert "Client" in read_rows(caller.get(LIST, actor=world.service))[0]
    assert "Client" not in read_rows(caller.get(LIST, actor=world.client))[0]
    costs = "/files/export/repair-diagnostics-tab/xlsx"
    tab = "/files/export/repair-tab/xlsx"
    for role, actor in world.one_of_each_role.items():
        heading = "Total cost (USD)"
        assert (heading in read_rows(caller.get(costs, actor=actor, repairId=repair.pk))[0]) == (
            role != "SUSTAINABILITY_MANAGER"
        )
        assert ("Repair comment" in read_rows(caller.get(tab, actor=actor, repairId=repair.pk))[0]) == (
            role != "SUPERVISOR"
        )
    for path in (costs, tab):
        caller.get(path, actor=world.client2, repairId=repair.pk).assert_error(404, "NOT_FOUND")
        caller.get(path, actor=world.admin).assert_error(400, "VALIDATION")
    history_tab = "/files/export/repair-history-tab/xlsx"
    caller.get(history_tab, actor=world.client, repairId=repair.pk).assert_error(403, "FORBIDDEN")
    create_history(repair, world.supervisor, ["NEW", "IN_SHIPPING_DETAILS"])
    assert "New status" in read_rows(caller.get(history_tab, actor=world.manager, repairId=repair.pk))[0]


@pytest.mark.parametrize("now", [WINTER, SUMMER])
def test_dates_are_in_new_york_time(caller: ApiClient, now: datetime) -> None:
    with time_machine.travel(now, tick=False):
        world = factories.world()
        create_repair(world, at=WINTER)
        create_repair(world, at=SUMMER)
        dates = read_column(caller.get(LIST, actor=world.admin, sort="createdAt,ASC"), "Created (UTC-5/-4, New York)")
    assert dates == [datetime(2026, 1, 14, 23, 30), datetime(2026, 7, 15, 0, 30)]  # noqa: DTZ001 - as cells hold it


@pytest.mark.parametrize(
    ("offset", "label", "hour", "minute"),
    [("0", "UTC+0", 4, 30), ("60", "UTC+1", 5, 30), ("-240", "UTC-4", 0, 30), ("345", "UTC+5:45", 10, 15)],
)
def test_locale_offset_applies_to_every_row(
    caller: ApiClient, world: factories.World, offset: str, label: str, hour: int, minute: int
) -> None:
    create_repair(world, at=WINTER)
    create_repair(world, at=SUMMER)
    response = caller.get(LIST, actor=world.admin, headers={"Locale-Offset": offset}, sort="createdAt,ASC")
    assert [(each.hour, each.minute) for each in read_column(response, f"Created ({label})")] == [(hour, minute)] * 2


def test_rejects_invalid_locale_offset(caller: ApiClient, world: factories.World) -> None:
    for offset in ("1081", "-1081", "NaN", "5.5", "UTC", "9" * 40, "--5"):
        response = caller.get(LIST, actor=world.admin, headers={"Locale-Offset": offset}).assert_error(
            400, "VALIDATION"
        )
        assert list(response.fields) == ["Locale-Offset"]


def test_costs_are_exported_as_numbers(caller: ApiClient, world: factories.World) -> None:
    repair = factories.repair(world, "IN_DIAGNOSTICS", ready=True)
    for actor in (world.admin, world.client):
        response = caller.get("/files/export/repair-diagnostics-tab/xlsx", actor=actor, repairId=repair.pk)
        assert read_column(response, "Total cost (USD)") == [30.5]
        assert (10 in {cell for row in read_rows(response) for cell in row}) is (actor is world.admin)


def test_formulas_and_links_are_exported_as_text(caller: ApiClient, world: factories.World) -> None:
    units = [
        request_bodies.unit(world.part.pk, text, serviceTag=text, problemDescription=text + "\n\n <b>&")
        for text in FORMULA_INJECTIONS
    ]
    created = caller.post("/repairing/create", units, actor=world.client).ok
    response = caller.get("/files/export/repair-detail-tab/xlsx", actor=world.admin, repairId=created["id"])
    assert read_column(response, "Serial number") == FORMULA_INJECTIONS
    assert read_column(response, "Service tag") == FORMULA_INJECTIONS
    assert read_column(response, "Problem description") == [text + "\n\n <b>&" for text in FORMULA_INJECTIONS]
    xml = read_sheet_xml(response)
    assert "<f>" not in xml
    assert "<f " not in xml
    assert "<hyperlink" not in xml
    sheet = openpyxl.load_workbook(io.BytesIO(response.data)).active
    assert sheet is not None
    assert {cell.data_type for row in sheet.iter_rows() for cell in row if cell.value is not None} <= {"s", "inlineStr"}


def test_removes_control_characters_and_truncates_long_texts(caller: ApiClient, world: factories.World) -> None:
    repair = factories.repair(world)
    part = RepairUnit.objects.get(repair_id=repair.pk)
    part.serial_number = "a\x01b\x0bc\x1fd\x7fe\ufffef_x0041_"
    part.problem_description = "\x0b"
    part.save()
    comment = {"item": part.pk, "step": "NEW", "author": world.supervisor.user, "created_at": repair.created_at}
    Comment.objects.create(request=repair, text="é\x02" * 40_000, **comment)
    response = caller.get("/files/export/repair-detail-tab/xlsx", actor=world.admin, repairId=repair.pk)
    (serial,) = read_column(response, "Serial number")
    assert serial.startswith("abcde")
    assert "f" in serial
    assert read_column(response, "Problem description") in ([None], [""])
    assert read_column(response, "Approval comment") == ["é" * 32_767]
    assert "\x02" not in read_sheet_xml(response)


def test_empty_export_has_headings(caller: ApiClient, world: factories.World) -> None:
    for name in ("active-repairs", "closed-repairs", "action-required-repairs"):
        assert len(read_rows(caller.get(f"/files/export/{name}/xlsx", actor=world.client))) == 1
    caller.get("/files/export/action-required-repairs/xlsx", actor=world.admin).assert_error(403, "FORBIDDEN")


@pytest.mark.parametrize(("message", "status"), [("Os { code: 28, kind: StorageFull }", 503), ("out of bounds", 500)])
def test_writer_panic_returns_server_error(
    message: str, status: int, caller: ApiClient, world: factories.World, monkeypatch: pytest.MonkeyPatch
) -> None:
    class PanicException(BaseException):
        """A panic of the writer, which is not an Exception."""

    def panic(book: object) -> None:
        raise PanicException(message)

    monkeypatch.setattr("rustpy_xlsxwriter.FastExcel.save", panic)
    assert caller.get("/files/export/active-repairs/xlsx", actor=world.admin).status == status
