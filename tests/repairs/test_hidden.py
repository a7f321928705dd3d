"""What is hidden from a role is in no answer and no spreadsheet of a repair (contract 4.2, security.md 8)."""

import io
from typing import Any

import pytest
from openpyxl import load_workbook

from portal_backend.base.actor import Role
from portal_backend.base.words import catalogue
from tests import bodies, factories
from tests.caller import Caller
from tests.factories import Person, World
from tests.repairs.calling import Desk

pytestmark = pytest.mark.django_db
TABS = ("repair-detail-tab", "repair-diagnostics-tab", "repair-approval-tab", "repair-tab", "repair-history-tab")
PRICES = (1234.56, 2345.67, 3456.78)
TOTAL = 7037.01
TYPE_TEXT, TYPE_VALUE = "Secret procedure", 4321.09
C, S, V, A, M = Role.CLIENT, Role.SERVICE, Role.SUPERVISOR, Role.ADMIN, Role.SUSTAINABILITY_MANAGER


@pytest.fixture
def here() -> World:
    return factories.world()


@pytest.fixture
def desk(caller: Caller, here: World) -> Desk:
    """Two units, one by prices and one by types, and comments everywhere."""
    secret = factories.predefined("REPAIRS", TYPE_VALUE, text=TYPE_TEXT)
    here.part.predefined_services.add(secret)
    desk = Desk(caller, factories.repair(here, "IN_DIAGNOSTICS", units=2))
    prices = dict(zip(("diagnosticPrice", "repairPrice", "partsPrice"), PRICES, strict=True))
    by_type: dict[str, Any] = {
        "withPredefinedTypes": True,
        "pricesOrPredefinedTypes": {"repairTypes": [{"id": secret.pk}]},
    }
    one, two = desk.units
    rows = [bodies.diagnosis(one, pricesOrPredefinedTypes=prices), bodies.diagnosis(two, **by_type)]
    assert desk.post("save/part-in-diagnostic", rows, here.service).status == 200
    assert desk.go_on(here.service).status == 200
    decisions = [{"id": pk, "status": "APPROVED"} for pk in desk.units]
    assert desk.post("change/main/status/all", decisions, here.supervisor).status == 200
    assert desk.go_on(here.supervisor).status == 200
    rows = [bodies.repaired(one, comment="The secret of the workshop"), bodies.repaired(two, comment="Also done")]
    assert desk.post("update/parts/repair/data/all", rows, here.service).status == 200
    return desk


def every_key(value: Any) -> set[str]:
    """All names in an answer, however deep."""
    if isinstance(value, dict):
        return set(value) | {key for each in value.values() for key in every_key(each)}
    return {key for each in value for key in every_key(each)} if isinstance(value, list) else set()


def every_text(value: Any) -> set[str]:
    """All values in an answer, however deep, as texts."""
    if isinstance(value, dict | list):
        parts = value.values() if isinstance(value, dict) else value
        return {text for each in parts for text in every_text(each)}
    return {str(value)}


def sheet(caller: Caller, tab: str, desk: Desk, actor: Person, lang: str = "en") -> list[tuple[Any, ...]]:
    """The rows of a tab's spreadsheet, heading first."""
    content = caller.get(f"/files/export/{tab}/xlsx", actor=actor, repairId=desk.id, lang=lang).ok
    return list(load_workbook(io.BytesIO(content)).worksheets[0].iter_rows(values_only=True))


@pytest.mark.parametrize(
    ("role", "prices", "total"),
    [(A, True, True), (V, True, True), (S, True, True), (C, False, True), (M, False, False)],
)
def test_prices_types_and_totals(role: Role, prices: bool, total: bool, desk: Desk, here: World) -> None:
    told = desk.read(here.one_of_each_role[role])
    keys, texts = every_key(told), every_text(told)
    by_price, by_type = (part["diagnosticInfo"] for part in told["repairParts"])
    assert ("pricesOrPredefinedTypes" in keys) is prices
    assert "availableTypes" not in keys, "diagnostics are over"
    assert (TYPE_TEXT in texts) is prices
    assert any(str(price) in texts for price in PRICES) is prices
    assert (by_price.get("totalCost") == TOTAL) is total
    if role == C:
        assert by_type["typeTotals"] == {"diagnosticTypes": 0, "repairTypes": TYPE_VALUE, "partsTypes": 0}
        assert "totalCost" not in by_type
    else:
        assert "typeTotals" not in keys
        assert (by_type.get("totalCost") == TYPE_VALUE) is total
    if role == M:
        assert not {str(TOTAL), str(TYPE_VALUE)} & texts
        assert not {"totalCost", "typeTotals"} & keys


def test_the_repair_comment_is_hidden_from_the_supervisor(desk: Desk, here: World) -> None:
    readers = {
        role for role, person in here.one_of_each_role.items() if "repairComment" in every_key(desk.read(person))
    }
    assert readers == {A, S, C, M}


def test_a_client_reads_no_clients_name(desk: Desk, here: World) -> None:
    told = desk.read(here.client)
    assert not {"clientName", "clientUsername"} & every_key(told)
    assert "Client one" not in every_text(told)
    assert desk.read(here.service)["clientName"] == "Client one"
    assert desk.read(here.manager)["clientUsername"] == "client"


def test_a_client_has_no_history(desk: Desk, here: World) -> None:
    assert [step["key"] for step in desk.read(here.client)["process"]["steps"]][-1] == "COMPLETED"
    assert [step["key"] for step in desk.read(here.manager)["process"]["steps"]][-1] == "HISTORY"


@pytest.mark.parametrize("role", list(Role))
def test_spreadsheets_hide_the_same(role: Role, caller: Caller, desk: Desk, here: World) -> None:
    actor = here.one_of_each_role[role]
    cells: set[str] = set()
    headings: dict[str, tuple[Any, ...]] = {}
    for tab in TABS:
        if tab == "repair-history-tab" and role == C:
            continue
        rows = sheet(caller, tab, desk, actor)
        headings[tab] = rows[0]
        cells |= {str(value) for row in rows for value in row if value is not None}
    assert ({str(price) for price in PRICES} <= cells) is (role in (A, V, S))
    assert any(TYPE_TEXT in each for each in cells) is (role in (A, V, S))
    for tab in ("repair-diagnostics-tab", "repair-approval-tab"):
        assert ("Total cost (USD)" in headings[tab]) is (role != M)
    assert ({str(TOTAL), str(TYPE_VALUE)} <= cells) is (role != M)
    assert ("Repair comment" in headings["repair-tab"]) is (role != V)
    assert ("The secret of the workshop" in cells) is (role != V)
    if role == C:
        assert "Client one" not in cells


def test_each_tab_has_its_columns_and_rows(caller: Caller, desk: Desk, here: World) -> None:
    unit = ("Category", "Part", "Serial number", "Service tag")
    heading, first, second = sheet(caller, "repair-detail-tab", desk, here.admin)
    assert heading == (*unit, "Problem description", "Attachments", "Initial approval", "Approval comment")
    assert first[2:7] == ("SN-1", "TAG-1", "It does not switch on", None, "Approved")
    assert second[2] == "SN-1", "the serial number that diagnostics typed"
    heading, first, _ = sheet(caller, "repair-diagnostics-tab", desk, here.admin)
    prices = ("Diagnostics (USD)", "Repair (USD)", "Parts (USD)", "Predefined services", "Total cost (USD)")
    diagnosed = ("Diagnostic status", "Diagnostic comment", *prices)
    assert heading == (*unit, "Problem description", *diagnosed)
    assert first[5:] == ("For repair", "The detector is cracked", *PRICES, None, TOTAL)
    heading, first, second = sheet(caller, "repair-approval-tab", desk, here.admin)
    assert heading[4:] == (*diagnosed, "Repair approval", "Approval comment")
    assert first[11] == "Approved"
    assert second[6:11] == (0, TYPE_VALUE, 0, f"{TYPE_TEXT} ({TYPE_VALUE})", TYPE_VALUE)
    heading, first, second = sheet(caller, "repair-diagnostics-tab", desk, here.client)
    assert heading[7:] == tuple(each for each in prices if each != "Predefined services"), "a client reads sums"
    assert (first[7:], second[7:]) == ((None, None, None, TOTAL), (0, TYPE_VALUE, 0, TYPE_VALUE))
    heading, first, _ = sheet(caller, "repair-tab", desk, here.admin)
    assert heading == (*unit, "Repair status", "New serial number", "Approval comment", "Repair comment", "Attachments")
    assert first[4:8] == ("Repaired", None, None, "The secret of the workshop")
    spanish = sheet(caller, "repair-tab", desk, here.admin, lang="es")
    assert spanish[0] != heading
    assert spanish[1][4] != "Repaired"


def test_rejected_parts_stand_on_the_details_tab_alone(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, units=2))
    decisions = [{"id": pk, "status": status} for pk, status in zip(desk.units, ("APPROVED", "REJECTED"), strict=True)]
    assert desk.post("change/initial/status/all", decisions, here.supervisor).status == 200
    counts = {tab: len(sheet(caller, tab, desk, here.client)) - 1 for tab in TABS[:4]}
    assert counts == {
        "repair-detail-tab": 2,
        "repair-diagnostics-tab": 1,
        "repair-approval-tab": 1,
        "repair-tab": 1,
    }


REASON = "Only handhelds are taken"


@pytest.mark.parametrize("role", list(Role))
def test_a_client_reads_why_a_unit_was_rejected_and_others_no_decision(role: Role, caller: Caller, here: World) -> None:
    """One rule for the page and the spreadsheet: approval columns are those of who approves (spec 3)."""
    desk = Desk(caller, factories.repair(here, units=2))
    approved, rejected = desk.units
    decisions = [{"id": approved, "status": "APPROVED"}, {"id": rejected, "status": "REJECTED"}]
    assert desk.post("change/initial/status/all", decisions, here.supervisor).status == 200
    for owner, text in ((approved, "Fine"), (rejected, REASON)):
        said = {"ownerId": owner, "status": "NEW", "comment": text}
        assert caller.put("/repairing/save/part/approval/comment", said, actor=here.supervisor).ok
    said = {"ownerId": desk.id, "status": "NEW", "comment": "Ship it dry"}
    assert caller.put("/repairing/save/request/approval/comment", said, actor=here.supervisor).ok
    reader = here.one_of_each_role[role]
    told = desk.read(reader)
    comments = [part["approvalComments"].get("NEW", {}).get("text") for part in told["repairParts"]]
    wanted = {A: ["Fine", REASON], V: ["Fine", REASON], C: [None, REASON]}.get(role, [None, None])
    assert comments == wanted
    assert told["approvalComments"]["NEW"]["text"] == "Ship it dry"
    heading, *rows = sheet(caller, "repair-detail-tab", desk, reader)
    assert ("Initial approval" in heading) is (role in (A, V))
    assert ("Approval comment" in heading) is (role in (A, V, C))
    if role in (A, V, C):
        assert [row[heading.index("Approval comment")] for row in rows] == wanted


def test_a_unit_that_works_says_so_in_the_repair_sheet(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, "IN_DIAGNOSTICS"))
    rows = [bodies.diagnosis(pk, "IT_IS_WORKING", pricesOrPredefinedTypes={}) for pk in desk.units]
    assert desk.post("save/part-in-diagnostic", rows, here.service).status == 200
    assert desk.go_on(here.service).status == 200
    for lang in ("en", "es"):
        _, row = sheet(caller, "repair-tab", desk, here.client, lang=lang)
        assert row[4] == catalogue(lang)["diagnosis.IT_IS_WORKING"]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", '=HYPERLINK("http://evil.test")'])
def test_text_that_looks_like_a_formula_stays_text(text: str, caller: Caller, here: World) -> None:
    units = [bodies.unit(here.part.pk, text, problemDescription=text)]
    repair = caller.post("/repairing/create", units, actor=here.client).ok
    content = caller.get("/files/export/repair-detail-tab/xlsx", actor=here.supervisor, repairId=repair["id"]).ok
    row = load_workbook(io.BytesIO(content)).worksheets[0][2]
    assert [(cell.value, cell.data_type) for cell in (row[2], row[4])] == [(text, "s"), (text, "s")]
