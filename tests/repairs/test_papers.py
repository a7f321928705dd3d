"""The papers of a repair, read back from the PDF as a customs officer reads them."""

import io
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.utils import translation
from pypdf import PdfReader

from portal_backend.accounts.models import Address, Service, User
from portal_backend.base.newyork import today
from portal_backend.catalogue.models import Part
from portal_backend.files import turns
from portal_backend.files.turns import Line
from portal_backend.repairs.models import Arrival, PackedUnit, RepairPart
from portal_backend.shipping.models import Package
from portal_backend.shipping.papers import drawing
from portal_backend.shipping.papers.content import Item, Papers, Parcel, Party
from portal_backend.shipping.papers.pages import pdf_of
from tests import bodies, factories
from tests.caller import Answered, Caller
from tests.factories import World
from tests.repairs.calling import Desk

pytestmark = pytest.mark.django_db
SHIPPING = "IN_SHIPPING_DETAILS"
PAPERS = "/files/export/repair-papers/pdf"
HOSTILE = '<b>&amp;</b><a href="http://evil.test"><img src="file:///etc/passwd"/> =1+1 %s {0} \\'
NAMES = {
    "Cyrillic": "Щербаківська митниця Ґава",
    "Greek": "Τελωνείο Αλεξανδρούπολης Ωρίων",
    "Vietnamese": "Nguyễn Thị Phượng Đặng Ưỡn",
    "Spanish": "Aduana de Logroño, Núñez y Ibáñez",
}


@pytest.fixture
def here() -> World:
    return factories.world()


def shipped(caller: Caller, here: World, units: int = 3, packages: int = 2) -> Desk:
    """A repair whose shipping data are saved and whose last unit was rejected."""
    desk = Desk(caller, factories.repair(here, "NEW", units=units))
    decisions = [{"id": pk, "status": "APPROVED"} for pk in desk.units[:-1]]
    decisions.append({"id": desk.units[-1], "status": "REJECTED"})
    _ = desk.post("change/initial/status/all", decisions, here.supervisor).ok
    _ = desk.go_on(here.supervisor).ok
    body = bodies.shipping(packages=[bodies.package() for _ in range(packages)])
    _ = desk.post("save/shipping/data", body, here.client).ok
    return desk


def pack(desk: Desk, actor: Any, *rows: dict[str, Any]) -> Answered:
    """Say how units are sent; the packages stay."""
    there = [bodies.package(id=pk) for pk in package_ids(desk)]
    return desk.post("save/shipping/data", bodies.shipping(packages=there, units=rows), actor)


def package_ids(desk: Desk) -> list[int]:
    return list(Package.objects.filter(request=desk.id).order_by("position").values_list("pk", flat=True))


def pages(desk: Desk, actor: Any, lang: str = "en") -> list[str]:
    """The text of each page, lines joined: where a line breaks is the layout's."""
    told = desk.caller.get(PAPERS, actor=actor, repairId=desk.id, lang=lang)
    assert told.status == 200, told.data
    assert told.headers["Content-Type"] == "application/pdf"
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(told.data)).pages]


def test_each_package_has_its_list_and_its_label(caller: Caller, here: World) -> None:
    desk = shipped(caller, here)
    RepairPart.objects.filter(pk=desk.units[0]).update(serial_number="SN-FIRST")
    RepairPart.objects.filter(pk=desk.units[1]).update(serial_number="SN-SECOND")
    _ = pack(desk, here.client, {"id": desk.units[0], "package": 2}, {"id": desk.units[1], "package": 1}).ok
    overview, one, two, invoice, declaration, label, other = pages(desk, here.client)
    assert desk.row.number in overview
    assert "package 1 of 2" in one
    assert ("SN-SECOND" in one, "SN-FIRST" in one) == (True, False)
    assert ("SN-SECOND" in two, "SN-FIRST" in two) == (False, True)
    assert "Repair and return, not for sale" in invoice
    assert "free of radioactive contamination" in declaration
    assert "package 1 of 2" in label
    assert "package 2 of 2" in other


def test_one_package_holds_all_that_is_sent_and_nothing_that_is_not(caller: Caller, here: World) -> None:
    desk = shipped(caller, here, packages=1)
    RepairPart.objects.filter(pk=desk.units[2]).update(serial_number="SN-REFUSED")
    overview, packed, *rest = pages(desk, here.client)
    assert "SN-1" in packed
    assert "SN-2" in packed
    assert "Must not be in the parcel" in overview
    assert "SN-REFUSED" in overview
    assert not any("SN-REFUSED" in page for page in (packed, *rest))


def test_way_back_has_documents_of_what_returns(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, "IN_SERVICE", units=3))
    for place, pk in enumerate(desk.units, 1):
        RepairPart.objects.filter(pk=pk).update(serial_number=f"SN-{place}")
    Arrival.objects.create(repair_id=desk.id, unit_id=desk.units[2], found="MISSING", at=desk.row.created_at)
    row = bodies.repaired(desk.units[0], "REPLACED", replacementSerial="NEW-1")
    _ = desk.post("update/parts/repair/data/all", [row], here.service).ok
    told = caller.get(PAPERS, actor=here.service, repairId=desk.id, direction="BACK")
    texts = [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(told.ok)).pages]
    invoice = next(text for text in texts if "Proforma invoice" in text)
    assert "NEW-1" in invoice
    assert "SN-2" in invoice
    assert "SN-3" not in invoice, "it never arrived"
    assert "The goods are the property of the receiver" in invoice
    label = texts[-1]
    assert label.index("Customs Laboratory") < label.index("Service Tester"), "to the client, from the service"
    caller.get(PAPERS, actor=here.service, repairId=desk.id, direction="UP").refused(400, "VALIDATION")


@pytest.mark.parametrize("address", ["https://portal.test/#/en/process-repair/1", "https://portal.test/" + "x" * 200])
@pytest.mark.parametrize("line", ["Harbor street 5", "A very long street name " * 40, "شارع الميناء " * 40])
def test_label_is_one_page_of_the_size_of_a_label(line: str, address: str) -> None:
    party = Party(
        "Customs laboratory", "Ann Lee", (line, "12345 Town", "Germany (DE)"), "+49 30 123456", "ann@example.org"
    )
    parcels = tuple(Parcel(number, "40/30/20", Decimal("3.5"), address) for number in (1, 2))
    papers = Papers("R-2026-000001", date(2026, 3, 4), party, party, parcels, (), ())
    drawn = PdfReader(io.BytesIO(pdf_of(papers))).pages
    sizes = [tuple(round(float(side) * 25.4 / 72) for side in page.mediabox[2:]) for page in drawn]
    labels = [page.extract_text() for page in drawn[-2:]]
    assert set(sizes[:-2]) == {(210, 297)}
    assert sizes[-2:] == [(100, 150), (100, 150)]
    assert ["package 1 of 2" in labels[0], "package 2 of 2" in labels[1]] == [True, True]
    assert all("ann@example.org" in label for label in labels)


def test_documents_name_a_unit_by_manufacturer_and_model(caller: Caller, here: World) -> None:
    Part.objects.filter(pk=here.part.pk).update(number="N-4711", manufacturer="Acme", model="Probe 5")
    invoice = next(text for text in pages(shipped(caller, here), here.client) if "Proforma invoice" in text)
    assert "Acme Probe 5" in invoice
    assert "N-4711" not in invoice


def test_what_is_in_no_package_yet_is_told(caller: Caller, here: World) -> None:
    desk = shipped(caller, here)
    _ = pack(desk, here.client, {"id": desk.units[0], "package": 1}).ok
    overview = pages(desk, here.client)[0]
    assert "In no package yet" in overview
    assert "SN-2" in overview.partition("In no package yet")[2]
    assert "SN-1" not in overview


def test_customs_are_told_the_units_own_code_and_country_or_the_catalogues(caller: Caller, here: World) -> None:
    desk = shipped(caller, here, packages=1)
    Part.objects.update(hs_code="9030.10", origin="BY")
    row = {"id": desk.units[0], "customsValue": 1250.5, "hsCode": "8543.70", "origin": "DE"}
    _ = pack(desk, here.client, row, {"id": desk.units[1], "customsValue": "700"}).ok
    invoice = pages(desk, here.client)[2]
    assert "SN-1 8543.70 DE 1 1,250.50" in invoice
    assert "SN-2 9030.10 BY 1 700.00" in invoice
    assert "Total value: 1,950.50 USD, quantity: 2" in invoice


def test_what_nobody_answered_is_asked_on_paper(caller: Caller, here: World) -> None:
    desk = shipped(caller, here, packages=1)
    row = {"id": desk.units[0], "battery": "LITHIUM_ION", "checkSource": "INSIDE"}
    _ = pack(desk, here.client, row).ok
    declaration = pages(desk, here.client)[3]
    assert "SN-1 Lithium-ion Source inside" in declaration
    assert all(told in declaration for told in ("UN 3481", "UN 2911", "No batteries", "No source"))


def test_a_service_that_nobody_speaks_for_is_written_to_by_its_name(caller: Caller, here: World) -> None:
    desk = shipped(caller, here, packages=1)
    Service.objects.update(contact_user=None)
    label = pages(desk, here.client)[-1]
    assert "Service one" in label
    assert here.service.user.last_name not in label


def test_a_spanish_reader_reads_both_languages(caller: Caller, here: World) -> None:
    told = pages(shipped(caller, here, packages=1), here.client, "es")
    assert "No deben ir en el paquete" in told[0]
    assert "Must not be in the parcel" in told[0]
    assert "Mercancía para reparación y devolución, no destinada a la venta" in told[2]
    assert "Repair and return, not for sale" in told[2]


@pytest.mark.parametrize("script", NAMES)
def test_names_of_every_client_can_be_read_and_copied(script: str, caller: Caller, here: World) -> None:
    desk = shipped(caller, here, packages=1)
    body = bodies.shipping(address=bodies.address(companyName=NAMES[script], street=NAMES[script]))
    _ = desk.post("save/shipping/data", body, here.client).ok
    told = pages(desk, here.service, "es")
    assert all(NAMES[script] in page for page in (told[0], told[1], told[-1]))


def test_texts_of_users_stay_texts(caller: Caller, here: World) -> None:
    desk = shipped(caller, here, packages=1)
    endless = "W" * 255
    RepairPart.objects.filter(pk=desk.units[0]).update(serial_number=HOSTILE)
    RepairPart.objects.filter(pk=desk.units[1]).update(serial_number=endless)
    Part.objects.update(model=endless, manufacturer="ع中𝒳" * 60)
    User.objects.filter(pk=here.service.id).update(first_name=HOSTILE)
    Address.objects.update(street=HOSTILE)
    told = pages(desk, here.client)
    assert HOSTILE.replace(" ", "") in told[1].replace(" ", "")
    assert endless in told[1].replace(" ", "")


def test_three_hundred_units_go_over_as_many_pages_as_they_take(caller: Caller, here: World) -> None:
    desk = shipped(caller, here, units=301, packages=1)
    told = pages(desk, here.client)
    lists = [page for page in told if "SN-300" in page.split()]
    assert len(told) > 15
    assert len(lists) == 3, "in the packing list, the invoice and the declaration"
    assert all("Serial number" in page for page in lists), "the head of the table stands on each page"
    assert f"Page {len(told)} of {len(told)}" in told[-1]


def test_units_are_put_into_packages_of_their_own_repair_alone(caller: Caller, here: World) -> None:
    desk, other = shipped(caller, here), shipped(caller, here)
    sent, refused = desk.units[0], desk.units[-1]
    too_many = pack(desk, here.client, {"id": sent, "package": 3}).refused(400, "VALIDATION")
    assert set(too_many.fields) == {"units.0.package"}
    rejected = pack(desk, here.client, {"id": sent}, {"id": refused, "package": 1}).refused(400, "VALIDATION")
    assert set(rejected.fields) == {"units.1.id"}
    pack(desk, here.client, {"id": other.units[0]}).refused(404, "NOT_FOUND")
    assert not PackedUnit.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [("hsCode", "90"), ("hsCode", "9030.1x"), ("origin", "XX"), ("battery", "NUCLEAR"), ("customsValue", -1)],
)
def test_what_customs_would_refuse_is_refused(field: str, value: Any, caller: Caller, here: World) -> None:
    desk = shipped(caller, here, packages=1)
    told = pack(desk, here.client, {"id": desk.units[0], field: value})
    assert set(told.refused(400, "VALIDATION").fields) == {f"units.0.{field}"}


def test_a_package_that_is_removed_leaves_its_units_in_none(caller: Caller, here: World) -> None:
    desk = shipped(caller, here)
    _ = pack(desk, here.client, {"id": desk.units[0], "package": 1}, {"id": desk.units[1], "package": 2}).ok
    second = package_ids(desk)[1]
    body = bodies.shipping(packages=[bodies.package(id=second)])
    _ = desk.post("save/shipping/data", body, here.client).ok
    told = [part["packing"]["packageId"] for part in desk.parts(here.client)]
    assert told == [None, second, None], "and the others stay where they are"


@pytest.mark.parametrize("status", ["NEW", SHIPPING, "COMPLETED"])
def test_there_are_papers_at_any_time(status: str, caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, status))
    Package.objects.create(request_id=desk.id, dimensions="10/10/10", weight=1)
    assert desk.row.number in pages(desk, here.manager)[0]


@pytest.mark.parametrize("units", range(9, 24, 3))
def test_nobody_signs_a_page_that_says_nothing(units: int) -> None:
    item = Item(number=1, name="Maker Model", mark="SN-1", battery="LITHIUM_ION", check_source="INSIDE")
    party = Party("Company", "Person", ("Street 1", "Town"), "", "")
    papers = Papers("R-1", today(), party, party, (), tuple(replace(item, number=each) for each in range(units)), ())
    with translation.override("es"):
        told = [page.extract_text() for page in PdfReader(io.BytesIO(pdf_of(papers))).pages]
    invoice, declaration = (page for page in told if "Signature" in page)
    assert "Total value" in invoice
    assert "UN 2911" in declaration


def test_documents_are_drawn_in_turn(caller: Caller, here: World, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = shipped(caller, here)
    monkeypatch.setattr(turns, "PATIENCE", 0)
    monkeypatch.setattr(drawing, "LINE", Line(at_once=2))
    with drawing.LINE.turn(here.client.id):
        answer = caller.get(PAPERS, actor=here.client, repairId=desk.id).refused(503, "UNAVAILABLE")
        assert answer.headers["Retry-After"] == "5"
        assert caller.get(PAPERS, actor=here.service, repairId=desk.id).status == 200
    assert caller.get(PAPERS, actor=here.client, repairId=desk.id).status == 200
