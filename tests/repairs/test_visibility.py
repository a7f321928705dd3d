"""Data hidden from a role appear in no response and no export of a repair.

Contract 4.2; docs/security.md, rule 8.
"""

import io
from typing import Any

import pytest
from openpyxl import load_workbook

from portal_backend.core.actor import Role
from portal_backend.core.translations import load_messages
from tests import factories, request_bodies
from tests.api_client import ApiClient
from tests.factories import Person, World
from tests.repairs.repair_client import RepairClient

pytestmark = pytest.mark.django_db
TABS = ("repair-detail-tab", "repair-diagnostics-tab", "repair-approval-tab", "repair-tab", "repair-history-tab")
PRICES = (1234.56, 2345.67, 3456.78)
TOTAL = 7037.01
TYPE_TEXT, TYPE_VALUE = "Secret procedure", 4321.09
C, S, V, A, M = Role.CLIENT, Role.SERVICE, Role.SUPERVISOR, Role.ADMIN, Role.SUSTAINABILITY_MANAGER


@pytest.fixture
def world() -> World:
    return factories.world()


@pytest.fixture
def repair_client(caller: ApiClient, world: World) -> RepairClient:
    """Return a repair with a unit with prices, a unit with services, and comments."""
    secret = factories.predefined_service("REPAIRS", TYPE_VALUE, text=TYPE_TEXT)
    world.part.predefined_services.add(secret)
    repair_client = RepairClient(caller, factories.repair(world, "IN_DIAGNOSTICS", units=2))
    prices = dict(zip(("diagnosticPrice", "repairPrice", "partsPrice"), PRICES, strict=True))
    services_info: dict[str, Any] = {
        "withPredefinedTypes": True,
        "pricesOrPredefinedTypes": {"repairTypes": [{"id": secret.pk}]},
    }
    one, two = repair_client.units
    rows = [
        request_bodies.diagnosis(one, pricesOrPredefinedTypes=prices),
        request_bodies.diagnosis(two, **services_info),
    ]
    assert repair_client.post("save/part-in-diagnostic", rows, world.service).status == 200
    assert repair_client.advance(world.service).status == 200
    decisions = [{"id": pk, "status": "APPROVED"} for pk in repair_client.units]
    assert repair_client.post("change/main/status/all", decisions, world.supervisor).status == 200
    assert repair_client.advance(world.supervisor).status == 200
    rows = [
        request_bodies.repair_result(one, comment="The secret of the workshop"),
        request_bodies.repair_result(two, comment="Also done"),
    ]
    assert repair_client.post("update/parts/repair/data/all", rows, world.service).status == 200
    return repair_client


def collect_keys(value: Any) -> set[str]:
    """Collect the keys of a response at any depth."""
    if isinstance(value, dict):
        return set(value) | {key for each in value.values() for key in collect_keys(each)}
    return {key for each in value for key in collect_keys(each)} if isinstance(value, list) else set()


def collect_texts(value: Any) -> set[str]:
    """Collect the values of a response at any depth, as strings."""
    if isinstance(value, dict | list):
        parts = value.values() if isinstance(value, dict) else value
        return {text for each in parts for text in collect_texts(each)}
    return {str(value)}


def fetch_export(
    caller: ApiClient, tab: str, repair_client: RepairClient, actor: Person, lang: str = "en"
) -> list[tuple[Any, ...]]:
    """Fetch the rows of a tab export, starting with the header."""
    content = caller.get(f"/files/export/{tab}/xlsx", actor=actor, repairId=repair_client.id, lang=lang).ok
    return list(load_workbook(io.BytesIO(content)).worksheets[0].iter_rows(values_only=True))


@pytest.mark.parametrize(
    ("role", "prices", "total"),
    [(A, True, True), (V, True, True), (S, True, True), (C, False, True), (M, False, False)],
)
def test_shows_prices_services_and_totals_by_role(
    role: Role, prices: bool, total: bool, repair_client: RepairClient, world: World
) -> None:
    data = repair_client.read(world.one_of_each_role[role])
    keys, texts = collect_keys(data), collect_texts(data)
    with_prices, with_services = (part["diagnosticInfo"] for part in data["repairParts"])
    assert ("pricesOrPredefinedTypes" in keys) is prices
    assert "availableTypes" not in keys, "diagnostics are over"
    assert (TYPE_TEXT in texts) is prices
    assert any(str(price) in texts for price in PRICES) is prices
    assert (with_prices.get("totalCost") == TOTAL) is total
    if role == C:
        assert with_services["typeTotals"] == {"diagnosticTypes": 0, "repairTypes": TYPE_VALUE, "partsTypes": 0}
        assert "totalCost" not in with_services
    else:
        assert "typeTotals" not in keys
        assert (with_services.get("totalCost") == TYPE_VALUE) is total
    if role == M:
        assert not {str(TOTAL), str(TYPE_VALUE)} & texts
        assert not {"totalCost", "typeTotals"} & keys


def test_hides_repair_comment_from_supervisor(repair_client: RepairClient, world: World) -> None:
    readers = {
        role
        for role, person in world.one_of_each_role.items()
        if "repairComment" in collect_keys(repair_client.read(person))
    }
    assert readers == {A, S, C, M}


def test_hides_client_name_from_client(repair_client: RepairClient, world: World) -> None:
    data = repair_client.read(world.client)
    assert not {"clientName", "clientUsername"} & collect_keys(data)
    assert "Client one" not in collect_texts(data)
    assert repair_client.read(world.service)["clientName"] == "Client one"
    assert repair_client.read(world.manager)["clientUsername"] == "client"


def test_hides_history_from_client(repair_client: RepairClient, world: World) -> None:
    assert [step["key"] for step in repair_client.read(world.client)["process"]["steps"]][-1] == "COMPLETED"
    assert [step["key"] for step in repair_client.read(world.manager)["process"]["steps"]][-1] == "HISTORY"


@pytest.mark.split
@pytest.mark.parametrize("role", list(Role))
def test_exports_hide_the_same_data(role: Role, caller: ApiClient, repair_client: RepairClient, world: World) -> None:
    actor = world.one_of_each_role[role]
    cells: set[str] = set()
    headings: dict[str, tuple[Any, ...]] = {}
    for tab in TABS:
        if tab == "repair-history-tab" and role == C:
            continue
        rows = fetch_export(caller, tab, repair_client, actor)
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


@pytest.mark.split
def test_exports_columns_and_rows_of_each_tab(caller: ApiClient, repair_client: RepairClient, world: World) -> None:
    unit = ("Category", "Part", "Serial number", "Service tag")
    heading, first, second = fetch_export(caller, "repair-detail-tab", repair_client, world.admin)
    assert heading == (*unit, "Problem description", "Attachments", "Initial approval", "Approval comment")
    assert first[2:7] == ("SN-1", "TAG-1", "It does not switch on", None, "Approved")
    assert second[2] == "SN-1", "the serial number that diagnostics typed"
    heading, first, _ = fetch_export(caller, "repair-diagnostics-tab", repair_client, world.admin)
    prices = ("Diagnosis (USD)", "Repair (USD)", "Parts (USD)", "Predefined services", "Total cost (USD)")
    diagnosed = ("Diagnosis", "Diagnosis comment", *prices)
    assert heading == (*unit, "Problem description", *diagnosed)
    assert first[5:] == ("For repair", "The detector is cracked", *PRICES, None, TOTAL)
    heading, first, second = fetch_export(caller, "repair-approval-tab", repair_client, world.admin)
    assert heading[4:] == (*diagnosed, "Repair approval", "Approval comment")
    assert first[11] == "Approved"
    assert second[6:11] == (0, TYPE_VALUE, 0, f"{TYPE_TEXT} ({TYPE_VALUE})", TYPE_VALUE)
    heading, first, second = fetch_export(caller, "repair-diagnostics-tab", repair_client, world.client)
    assert heading[7:] == tuple(each for each in prices if each != "Predefined services"), "a client reads sums"
    assert (first[7:], second[7:]) == ((None, None, None, TOTAL), (0, TYPE_VALUE, 0, TYPE_VALUE))
    heading, first, _ = fetch_export(caller, "repair-tab", repair_client, world.admin)
    assert heading == (*unit, "Repair status", "New serial number", "Approval comment", "Repair comment", "Attachments")
    assert first[4:8] == ("Repaired", None, None, "The secret of the workshop")
    spanish = fetch_export(caller, "repair-tab", repair_client, world.admin, lang="es")
    assert spanish[0] != heading
    assert spanish[1][4] != "Repaired"


@pytest.mark.split
def test_exports_rejected_units_on_details_tab_only(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, units=2))
    decisions = [
        {"id": pk, "status": status} for pk, status in zip(repair_client.units, ("APPROVED", "REJECTED"), strict=True)
    ]
    assert repair_client.post("change/initial/status/all", decisions, world.supervisor).status == 200
    counts = {tab: len(fetch_export(caller, tab, repair_client, world.client)) - 1 for tab in TABS[:4]}
    assert counts == {
        "repair-detail-tab": 2,
        "repair-diagnostics-tab": 1,
        "repair-approval-tab": 1,
        "repair-tab": 1,
    }


REASON = "Only handhelds are taken"


@pytest.mark.parametrize("role", list(Role))
def test_shows_rejection_reason_to_client_and_decisions_to_approvers(
    role: Role, caller: ApiClient, world: World
) -> None:
    """Page and export follow one rule: approval columns are for approvers (spec 3)."""
    repair_client = RepairClient(caller, factories.repair(world, units=2))
    approved, rejected = repair_client.units
    decisions = [{"id": approved, "status": "APPROVED"}, {"id": rejected, "status": "REJECTED"}]
    assert repair_client.post("change/initial/status/all", decisions, world.supervisor).status == 200
    for owner, text in ((approved, "Fine"), (rejected, REASON)):
        comment = {"ownerId": owner, "status": "NEW", "comment": text}
        assert caller.put("/repairing/save/part/approval/comment", comment, actor=world.supervisor).ok
    comment = {"ownerId": repair_client.id, "status": "NEW", "comment": "Ship it dry"}
    assert caller.put("/repairing/save/request/approval/comment", comment, actor=world.supervisor).ok
    reader = world.one_of_each_role[role]
    data = repair_client.read(reader)
    comments = [part["approvalComments"].get("NEW", {}).get("text") for part in data["repairParts"]]
    expected = {A: ["Fine", REASON], V: ["Fine", REASON], C: [None, REASON]}.get(role, [None, None])
    assert comments == expected
    assert data["approvalComments"]["NEW"]["text"] == "Ship it dry"
    heading, *rows = fetch_export(caller, "repair-detail-tab", repair_client, reader)
    assert ("Initial approval" in heading) is (role in (A, V))
    assert ("Approval comment" in heading) is (role in (A, V, C))
    if role in (A, V, C):
        assert [row[heading.index("Approval comment")] for row in rows] == expected


@pytest.mark.split
def test_exports_working_unit_with_its_diagnosis(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, "IN_DIAGNOSTICS"))
    rows = [request_bodies.diagnosis(pk, "IT_IS_WORKING", pricesOrPredefinedTypes={}) for pk in repair_client.units]
    assert repair_client.post("save/part-in-diagnostic", rows, world.service).status == 200
    assert repair_client.advance(world.service).status == 200
    for lang in ("en", "es"):
        _, row = fetch_export(caller, "repair-tab", repair_client, world.client, lang=lang)
        assert row[4] == load_messages(lang)["diagnosis.IT_IS_WORKING"]


@pytest.mark.split
@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", '=HYPERLINK("http://evil.test")'])
def test_exports_formula_like_text_as_text(text: str, caller: ApiClient, world: World) -> None:
    units = [request_bodies.unit(world.part.pk, text, problemDescription=text)]
    repair = caller.post("/repairing/create", units, actor=world.client).ok
    content = caller.get("/files/export/repair-detail-tab/xlsx", actor=world.supervisor, repairId=repair["id"]).ok
    row = load_workbook(io.BytesIO(content)).worksheets[0][2]
    assert [(cell.value, cell.data_type) for cell in (row[2], row[4])] == [(text, "s"), (text, "s")]
